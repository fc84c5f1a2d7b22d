// SPDX-License-Identifier: BSD-2-Clause
// Shape numbers of noise; the content does not matter. Names: minkowski/BACKEND/WHAT/SIDE, whole
// calls from packed bits.
//
// Floor on the GPU: 36 counts of 2 popcounts a word of 64 voxels, 16 popcounts a clock and
// multiprocessor: 0.29 ms at 1024^3 on an H200, 12 counts 0.1 ms.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "whole_calls.hpp"

namespace bitvox::minkowski {
namespace {

BitVolume noise(std::int64_t side) {
  BitVolume volume({side, side, side});
  test::Random random(1);
  for (std::int64_t i = 0; i < volume.shape().word_count(); ++i) {
    volume.words()[i] = random.next();
  }
  return volume;  // sides here are multiples of 64: no padding
}

const bool registered = [] {
  struct What {
    const char* name;
    Directions directions;
    Edges edges;
    Extent extent;
  };
  constexpr What kAll[] = {
      {"three", Directions::kThree, Edges::kBackground, Extent::kVolume},
      {"thirteen", Directions::kThirteen, Edges::kBackground, Extent::kVolume},
      {"thirteen_clipped", Directions::kThirteen, Edges::kClipped, Extent::kVolume},
      {"slices", Directions::kThirteen, Edges::kBackground, Extent::kPerSlice}};
  for (const std::string& backend : test::available_backends())
    for (const What& what : kAll) {
      benchmark::RegisterBenchmark(
          ("minkowski/" + backend + "/" + what.name).c_str(),
          [=](benchmark::State& state) {
            const BitVolume volume = noise(state.range(0));
            Options options;
            options.directions = what.directions;
            options.edges = what.edges;
            options.extent = what.extent;
            options.backend = backend;
            NoProgress progress;
            test::whole_calls(state, [&] {
              benchmark::DoNotOptimize(
                  measure(volume, options, progress).numbers.front().euler_all);
            });
            state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
          })
          ->Arg(512)
          ->Arg(1024)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  return true;
}();

}  // namespace
}  // namespace bitvox::minkowski
