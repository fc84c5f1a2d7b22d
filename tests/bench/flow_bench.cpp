// SPDX-License-Identifier: BSD-2-Clause
// Steps of flow: flow/BACKEND/box/SIDE in an empty periodic box, walls in a closed one, balls
// between balls, 0.4 of which is fluid, partly with a ball whose surface is solid in part, bodies
// with a sphere that spins, free with one that falls; flow16/... with precision 16. Items are
// updates of fluid cells; the start is in the time: step_us and MLUPS are of steps alone, the
// difference of two calls. On the CPU of_asked_ahead and of_plain are how much a step reaches of
// the passes of in_place_pass.hpp.
//
// Floor: a step reads 19 numbers of 4 bytes and writes 19: 152 bytes a cell; with precision 16 half
// of it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "../native/test_volumes.hpp"
#include "in_place_pass.hpp"
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

void bench(benchmark::State& state, const std::string& backend, const std::string& what,
           int precision) {
  const GreyVolume volume = solid_of(what, state.range(0));
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = Faces::all(Face::kPeriodic);
  options.force = {0, 0, 1e-7};
  options.steps = 200;
  options.precision = precision;
  options.backend = backend;
  if (what == "walls") options.faces() = Faces::all(Face::kClosed);
  const std::string middle = std::to_string(state.range(0) / 2);
  const std::string sphere = "sphere centre=" + middle + "," + middle + "," + middle +
                             " radius=" + std::to_string(state.range(0) / 8);
  if (what == "bodies") options.bodies = sphere + " spin=0,0,0.0001";
  if (what == "free") options.bodies = sphere + " density=1.1\ngravity acceleration=0,1e-7,0";
  NoProgress progress;
  Result result;
  test::whole_calls(state, [&] { result = simulate({nullptr, &volume}, options, {}, progress); });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(result.fluid) *
                          result.steps);
  const auto seconds = [&](std::int64_t steps) {
    options.steps = steps;
    return test::seconds_of([&] { result = simulate({nullptr, &volume}, options, {}, progress); });
  };
  double step = 0;
  if (backend == "cuda") {
    constexpr std::int64_t kFew = 200, kMany = 1200;
    const double few = seconds(kFew);
    step = (seconds(kMany) - few) / (kMany - kFew);
  } else {
    constexpr std::int64_t kFew = 8, kMany = 48;  // with as many looks at the field
    const auto seconds_of_step = [&] {
      const double few = seconds(kFew);
      return (seconds(kMany) - few) / (kMany - kFew);
    };
    const test::StepAndPasses found =
        test::compare_with_passes(volume.shape().voxel_count(), thread_count(0), seconds_of_step);
    step = found.seconds;
    state.counters["of_asked_ahead"] = found.of_asked_ahead;
    state.counters["of_plain"] = found.of_plain;
  }
  state.counters["step_us"] = step * 1e6;
  state.counters["MLUPS"] = result.fluid / step / 1e6;
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const char* what : {"box", "walls", "balls", "partly", "bodies", "free"})
      for (const int precision : {32, 16}) {
        auto* const added = benchmark::RegisterBenchmark(
            ((precision == 32 ? "flow/" : "flow16/") + backend + "/" + what).c_str(),
            [=](benchmark::State& state) { bench(state, backend, what, precision); });
        added->Arg(128)->Unit(benchmark::kMillisecond)->UseRealTime();
        if (backend == "cuda") added->Arg(256);
      }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::flow
