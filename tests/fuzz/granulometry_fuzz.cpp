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
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.max_radius = bytes.integer(1, bytes.yes() ? 12 : 300);
  if (options.element != Element::kBall) options.slab_depth = bytes.integer(0, 12);
  const bool map = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    return bits.add(measure(*volume, options, map ? &sink : nullptr, progress).counts);
  };
}

const fuzz::FuzzOperation operation("granulometry", make);

}  // namespace
}  // namespace bitvox::granulometry
