// SPDX-License-Identifier: BSD-2-Clause
// Local thickness, and the granulometry by balls that is made of it: whole calls without a map.
// Names: local_thickness/BACKEND/OBJECT/SIDE, granulometry_balls/BACKEND/OBJECT/SIDE.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"

namespace bitvox::local_thickness {
namespace {

BitVolume foam(std::int64_t side, int radius_min, int radius_max) {
  sample_foam::Options options;
  options.radius_min = radius_min;
  options.radius_max = radius_max;
  NoProgress progress;
  return sample_foam::fill({side, side, side}, options, progress);
}

// All object but a voxel in a corner.
BitVolume one_hole(std::int64_t side) {
  BitVolume volume({side, side, side});
  std::fill_n(volume.words(), volume.shape().word_count(), ~std::uint64_t{0});
  volume.words()[0] &= ~std::uint64_t{1};
  return volume;  // sides here are multiples of 64: no padding
}

struct Object {
  std::string name;
  std::function<BitVolume(std::int64_t side)> make;
  Phase phase = Phase::kForeground;
};

void thickness_bench(benchmark::State& state, const Object& object, const std::string& backend) {
  const BitVolume volume = object.make(state.range(0));
  Options options;
  options.phase = object.phase;
  options.backend = backend;
  NoProgress progress;
  test::whole_calls(
      state, [&] { benchmark::DoNotOptimize(measure(volume, options, nullptr, progress).voxels); });
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

void balls_bench(benchmark::State& state, const Object& object, const std::string& backend) {
  const BitVolume volume = object.make(state.range(0));
  granulometry::Options options;
  options.phase = object.phase;
  options.element = Element::kBall;
  options.max_radius = 50;
  options.edges = Edges::kClipped;
  options.backend = backend;
  NoProgress progress;
  test::whole_calls(state, [&] {
    benchmark::DoNotOptimize(granulometry::measure(volume, options, nullptr, progress).counts);
  });
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

const bool registered = [] {
  using Bench = void (*)(benchmark::State&, const Object&, const std::string&);
  const auto add = [](const std::string& name, Bench bench, const Object& object,
                      std::int64_t side) {
    for (const std::string& backend : test::available_backends()) {
      benchmark::RegisterBenchmark((name + "/" + backend + "/" + object.name).c_str(),
                                   [=](benchmark::State& state) { bench(state, object, backend); })
          ->Arg(side)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  };
  const Object whole{"foam", [](std::int64_t side) { return foam(side, 5, 50); }};
  const Object pores{"pores_of_foam", whole.make, Phase::kBackground};
  const Object small{"small_balls", [](std::int64_t side) { return foam(side, 2, 12); }};
  for (const std::int64_t side : {256, 512, 1024}) {
    add("local_thickness", thickness_bench, whole, side);
    if (side > 512) continue;
    add("local_thickness", thickness_bench, small, side);
    add("local_thickness", thickness_bench, pores, side);
    add("local_thickness", thickness_bench, {"one_hole", one_hole}, side);
    add("granulometry_balls", balls_bench, whole, side);
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::local_thickness
