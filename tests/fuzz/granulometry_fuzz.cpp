// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox::granulometry {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 12);
  const auto volume = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto mask = bytes.yes() ? std::make_shared<BitVolume>(bytes.bits(shape)) : nullptr;
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.max_radius = bytes.integer(1, bytes.yes() ? 12 : 300);
  if (options.element != Element::kBall && bytes.yes()) {
    for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(6, 40);
  }
  const bool map = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    return bits.add(measure(*volume, mask.get(), options, map ? &sink : nullptr, progress).counts);
  };
}

const fuzz::FuzzOperation operation("granulometry", make);

}  // namespace
}  // namespace bitvox::granulometry
