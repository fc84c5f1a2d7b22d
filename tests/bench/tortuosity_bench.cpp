// SPDX-License-Identifier: BSD-2-Clause
// Tortuosity of the voids between overlapping balls of radius 8, and of the balls themselves near
// the threshold at which they cease to join the faces: whole calls, from packed bits to the
// diffusivity within 0.1 %. Names: tortuosity/BACKEND/PORES/SIDE, PORES in percent, 33 for the
// balls. Counters: tau, iterations.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "../native/ball_voids.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "whole_calls.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr int kBalls = 33;

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const int percent : {10, 30, 50, kBalls}) {
      benchmark::RegisterBenchmark(
          ("tortuosity/" + backend + "/" + std::to_string(percent)).c_str(),
          [=](benchmark::State& state) {
            const int voids = percent == kBalls ? 100 - kBalls : percent;
            const BitVolume volume = test::ball_voids(state.range(0), voids / 100.0);
            Options options;
            options.backend = backend;
            options.phase = percent == kBalls ? Phase::kBackground : Phase::kForeground;
            NoProgress progress;
            Result result;
            test::whole_calls(state, [&] { result = measure(volume, options, {}, progress); });
            state.counters["tau"] = result.tortuosity;
            state.counters["iterations"] = static_cast<double>(result.iterations);
            state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
          })
          ->Arg(64)
          ->Arg(128)
          ->Arg(256)
          ->Arg(500)
          ->Arg(512)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::tortuosity
