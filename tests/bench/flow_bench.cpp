// SPDX-License-Identifier: BSD-2-Clause
// Steps of flow: flow/BACKEND/box/SIDE in an empty periodic box, flow/BACKEND/balls/SIDE between
// balls, 0.4 of which is fluid, flow/BACKEND/partly/SIDE with a ball whose surface is solid in
// part. Items are updates of fluid cells; the start, some 0.4 s of 128^3 cells, is in the time.
//
// Floor: a step reads 19 numbers of 4 bytes and writes 19, which are read before they are written:
// 228 bytes a cell.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/flow/flow.hpp"
#include "whole_calls.hpp"

namespace bitvox::flow {
namespace {

GreyVolume solid_of(const std::string& what, std::int64_t side) {
  GreyVolume volume({side, side, side}, PixelType::kUint8);
  auto* const pixels = volume.data<std::uint8_t>();
  if (what == "balls") {
    const BitVolume balls = test::balls({side, side, side}, 16, 700, 1);
    for (std::int64_t i = 0; i < side * side * side; ++i) {
      const bool set = test::voxel(balls, i % side, i / side % side, i / side / side);
      pixels[i] = set ? 255 : 0;
    }
  }
  for (std::int64_t i = 0; what == "partly" && i < side * side * side; ++i) {
    const auto from = [&](std::int64_t at) { return static_cast<double>(at - side / 2); };
    const double r = std::hypot(from(i % side), from(i / side % side), from(i / side / side));
    const double inside = std::clamp(static_cast<double>(side) / 4 - r + 0.5, 0.0, 1.0);
    pixels[i] = static_cast<std::uint8_t>(std::lround(255 * inside));
  }
  return volume;
}

void bench(benchmark::State& state, const std::string& backend, const std::string& what) {
  const GreyVolume volume = solid_of(what, state.range(0));
  Options options;
  options.fluid = Phase::kBackground;
  options.faces.fill(Face::kPeriodic);
  options.force = {0, 0, 1e-7};
  options.steps = 200;
  options.backend = backend;
  NoProgress progress;
  Result result;
  test::whole_calls(state, [&] { result = simulate({nullptr, &volume}, options, {}, progress); });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(result.fluid) *
                          result.steps);
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    if (backend == "cuda") continue;
    for (const char* what : {"box", "balls", "partly"}) {
      benchmark::RegisterBenchmark(("flow/" + backend + "/" + what).c_str(),
                                   [=](benchmark::State& state) { bench(state, backend, what); })
          ->Arg(128)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::flow
