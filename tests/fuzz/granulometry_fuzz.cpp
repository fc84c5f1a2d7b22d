// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox::granulometry {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  options.phase = bytes.one_of({Phase::kForeground, Phase::kBackground});
  options.element = bytes.one_of({Element::kCross, Element::kCube, Element::kBall});
  options.edges = bytes.one_of({Edges::kBackground, Edges::kClipped});
  options.extent = bytes.one_of({Extent::kVolume, Extent::kPerSlice});
  options.max_radius = bytes.integer(1, bytes.yes() ? 12 : 300);
  if (options.element != Element::kBall) {
    options.slab_depth = bytes.integer(0, 12);
  } else if (bytes.yes()) {
    options.spacing = {bytes.number(0, 3), bytes.number(0, 3), bytes.number(0, 3)};
    options.step = bytes.number(-1, 3);
  }
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
