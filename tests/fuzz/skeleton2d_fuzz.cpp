// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"

namespace bitvox::skeleton2d {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(200, 40, 6)));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (bytes.yes()) {
    for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(1, 40);
  }
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    const Result result = thin(*volume, options, progress);
    test::Bits bits;
    bits.add(result.skeleton).add(result.iterations);
    bits.add(result.pixels_before).add(result.objects_before);
    return bits.add(result.pixels_after).add(result.objects_after);
  };
}

const fuzz::FuzzOperation operation("skeleton2d", make);

}  // namespace
}  // namespace bitvox::skeleton2d
