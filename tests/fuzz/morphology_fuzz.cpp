// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/morphology/morphology.hpp"

namespace bitvox::morphology {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.radius = bytes.integer(0, 150);
  options.min_size = bytes.integer(1, 50);
  if (bytes.yes()) {
    for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(6, 40);
  }
  const bool two = is_of_two(options.operation);
  const auto second =
      std::make_shared<BitVolume>(bytes.bits(two ? volume->shape() : Shape{1, 1, 1}));
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    const Result result = apply(*volume, two ? second.get() : nullptr, options, progress);
    test::Bits bits;
    bits.add(result.volume).add(result.voxels_before).add(result.voxels_after);
    return bits;
  };
}

const fuzz::FuzzOperation operation("morphology", make);

}  // namespace
}  // namespace bitvox::morphology
