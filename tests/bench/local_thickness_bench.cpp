// SPDX-License-Identifier: BSD-2-Clause
// Local thickness. Names: local_thickness/BACKEND/OBJECT/SIDE, whole calls without a map.
#include <benchmark/benchmark.h>

#include <string>

#include "../native/test_volumes.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::local_thickness {
namespace {

struct Object {
  std::string name;
  int radius_min;
  int radius_max;
  Phase phase;
};

void local_thickness_bench(benchmark::State& state, const Object& object,
                           const std::string& backend) {
  sample_foam::Options foam;
  foam.shape = {state.range(0), state.range(0), state.range(0)};
  foam.radius_min = object.radius_min;
  foam.radius_max = object.radius_max;
  NoProgress progress;
  const BitVolume volume = sample_foam::fill(foam, progress);
  Options options;
  options.phase = object.phase;
  options.backend = backend;
  for (auto _ : state) {
    benchmark::DoNotOptimize(measure(volume, options, nullptr, progress).voxels);
  }
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

const bool registered = [] {
  const auto add = [](const Object& object, std::int64_t side) {
    for (const std::string& backend : test::available_backends()) {
      benchmark::RegisterBenchmark(("local_thickness/" + backend + "/" + object.name).c_str(),
                                   [object, backend](benchmark::State& state) {
                                     local_thickness_bench(state, object, backend);
                                   })
          ->Arg(side)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  };
  for (const std::int64_t side : {256, 512, 1024}) {
    add({"foam", 5, 50, Phase::kForeground}, side);
    if (side > 512) continue;
    add({"small_balls", 2, 12, Phase::kForeground}, side);
    add({"pores_of_foam", 5, 50, Phase::kBackground}, side);
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::local_thickness
