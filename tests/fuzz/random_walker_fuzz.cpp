// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/random_walker/random_walker.hpp"

namespace bitvox::random_walker {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(70, 12, 8);
  const PixelType type = bytes.grey_type();
  const auto image = std::make_shared<GreyVolume>(bytes.grey(shape, type));
  const auto seeds =
      std::make_shared<GreyVolume>(bytes.rarely() ? Shape{2, 3, 4} : shape, PixelType::kUint8);
  for (std::int64_t i = bytes.between(2, 12); i > 0; --i) {
    const std::int64_t where = bytes.between(0, seeds->shape().voxel_count() - 1);
    seeds->data<std::uint8_t>()[where] = static_cast<std::uint8_t>(bytes.between(1, 4));
  }
  Options options;
  fuzz::fuzz_fields(bytes, options);
  const bool labels = bytes.yes();
  const bool probabilities = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink label_sink(bits), probability_sink(bits);
    const Outputs outputs{labels ? &label_sink : nullptr,
                          probabilities ? &probability_sink : nullptr};
    const Result result = segment(*image, *seeds, options, outputs, progress);
    return bits.add(result.voxels).add(result.iterations).add(result.error);
  };
}

const fuzz::FuzzOperation operation("random_walker", make);

}  // namespace
}  // namespace bitvox::random_walker
