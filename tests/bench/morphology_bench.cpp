// SPDX-License-Identifier: BSD-2-Clause
// Openings of a foam. Names: morphology/BACKEND/ELEMENT/RADIUS/SIDE, whole calls from packed bits.
//
// Floor on the GPU: a pass of a cube or cross reads and writes the volume in the L2 cache, 0.007 ms
// at 512^3 on an H200, and there are some 2 * (3 to 14) of them; a ball reads pi r^2 words for
// each.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "ops/morphology/morphology.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"

namespace bitvox::morphology {
namespace {

BitVolume foam(std::int64_t side) {
  sample_foam::Options options;
  options.radius_max = 50;
  NoProgress progress;
  return sample_foam::fill({side, side, side}, options, progress);
}

const bool registered = [] {
  struct What {
    const char* name;
    Element element;
  };
  constexpr What kElements[] = {
      {"cube", Element::kCube}, {"cross", Element::kCross}, {"ball", Element::kBall}};
  for (const Backend& backend : backends()) {
    if (!backend.available) continue;
    for (const What& what : kElements)
      for (const int radius : {1, 5, 10, 20, 50}) {
        benchmark::RegisterBenchmark(
            ("morphology/" + backend.name + "/" + what.name + "/" + std::to_string(radius)).c_str(),
            [=, name = backend.name](benchmark::State& state) {
              const BitVolume volume = foam(state.range(0));
              Options options;
              options.element = what.element;
              options.radius = radius;
              options.backend = name;
              NoProgress progress;
              test::whole_calls(state, [&] {
                benchmark::DoNotOptimize(apply(volume, nullptr, options, progress).voxels_after);
              });
              state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
            })
            ->Arg(128)
            ->Arg(512)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
      }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::morphology
