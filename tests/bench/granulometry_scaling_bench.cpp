// SPDX-License-Identifier: BSD-2-Clause
// How granulometry's time grows. Names: granulometry_scaling/BACKEND/side/SIDE (50 openings) and
// granulometry_scaling/BACKEND/max_radius/RADIUS (at 512^3). The paper's program had stairs with
// the width modulo 512 and the number of multiprocessors; here the time per voxel should be smooth,
// so some sides are no multiples of anything.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"

namespace bitvox::granulometry {
namespace {

// The last foam made: benchmarks of one side follow each other.
const BitVolume& foam(std::int64_t side) {
  static std::unique_ptr<BitVolume> last;
  if (last == nullptr || last->shape().width != side) {
    NoProgress progress;
    last.reset();
    last = std::make_unique<BitVolume>(
        sample_foam::fill({side, side, side}, {5, 50, 0.5, 1}, progress));
  }
  return *last;
}

void measure(benchmark::State& state, const std::string& backend, std::int64_t side,
             int max_radius) {
  const BitVolume& volume = foam(side);
  Options options;
  options.backend = backend;
  options.max_radius = max_radius;
  NoProgress progress;
  test::whole_calls(
      state, [&] { benchmark::DoNotOptimize(measure(volume, options, nullptr, progress).counts); });
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

void add(const std::string& backend, const std::string& what, std::int64_t side, int max_radius,
         std::int64_t argument) {
  benchmark::RegisterBenchmark(
      ("granulometry_scaling/" + backend + "/" + what).c_str(),
      [=](benchmark::State& state) { measure(state, backend, side, max_radius); })
      ->Arg(argument)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

const bool registered = [] {
  const std::string backend = test::available_backends().front();
  for (const std::int64_t side : {64,  128, 192, 256, 320, 384, 448, 500, 512,  513,
                                  576, 640, 700, 704, 768, 832, 896, 960, 1000, 1024}) {
    add(backend, "side", side, 50, side);
  }
  for (const int radius : {5, 10, 20, 30, 40, 50, 60, 62, 63, 70, 80, 90, 100}) {
    add(backend, "max_radius", 512, radius, radius);
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::granulometry
