// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/colour_classes/colour_classes.hpp"

namespace bitvox::colour_classes {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make_run(FuzzBytes& bytes) {
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.iterations = bytes.integer(1, 20);
  if (options.priors == Priors::kGiven) {
    options.given_priors.resize(bytes.yes() ? 2 : static_cast<std::size_t>(bytes.between(0, 3)), 1);
  }
  std::vector<std::uint32_t> rgb(static_cast<std::size_t>(bytes.between(1, 200)));
  std::vector<std::uint8_t> labels(rgb.size());
  const bool few = bytes.yes();  // levels, so that colours are close
  const std::int64_t most_label = bytes.rarely() ? 14 : 2;
  for (std::size_t i = 0; i < rgb.size(); ++i) {
    rgb[i] = bytes.any<std::uint32_t>() & (few ? 0x03010fU : 0xffffffffU);
    labels[i] = static_cast<std::uint8_t>(bytes.between(0, most_label));
  }
  return [=](const std::string& backend, int threads, Progress& progress) {
    Options own = options;
    own.backend = backend;
    own.threads = threads;
    ColourSamples samples;
    samples.add(rgb.data(), labels.data(), std::ssize(rgb));
    const Result result = train(samples, own, progress);
    const colour::PreparedModel model = colour::prepare(result.model);
    test::Bits bits;
    for (const double number : result.model.means) bits.add_elementary(number);
    for (const double number : result.model.covariances) bits.add_elementary(number);
    bits.add(class_of(model, rgb[0]));
    return bits;
  };
}

const fuzz::FuzzOperation operation("colour_classes", make_run);

}  // namespace
}  // namespace bitvox::colour_classes
