// SPDX-License-Identifier: BSD-2-Clause
// Tortuosity of the voids between overlapping balls of radius 8: whole calls, from packed bits to
// the diffusivity within 0.1 %. Names: tortuosity/BACKEND/PORES/SIDE, PORES in percent. Counters:
// tau, iterations.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "../native/ball_voids.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "whole_calls.hpp"

namespace bitvox::tortuosity {
namespace {

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const int percent : {10, 30, 50}) {
      benchmark::RegisterBenchmark(
          ("tortuosity/" + backend + "/" + std::to_string(percent)).c_str(),
          [=](benchmark::State& state) {
            const BitVolume volume = test::ball_voids(state.range(0), percent / 100.0);
            Options options;
            options.backend = backend;
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
          ->Arg(512)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::tortuosity
