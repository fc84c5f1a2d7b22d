// SPDX-License-Identifier: BSD-2-Clause
// Stiffness of a sheet along a gyroid's surface, a fourth of the volume, between plates that do not
// slip: whole calls, from packed bits to the modulus. Names: stiffness/BACKEND/WANTED/SIDE, WANTED
// "energy" (to 0.1 % of the modulus) or "residual" (to 1e-4). Counters: iterations, modulus.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../native/test_volumes.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "whole_calls.hpp"

namespace bitvox::stiffness {
namespace {

BitVolume make_sheet(std::int64_t side) {
  constexpr double kWave = 24, kSolid = 0.249;
  const auto angle = [](std::int64_t i) {
    return 2 * 3.14159265358979 / kWave * static_cast<double>(i);
  };
  std::vector<float> values;
  for (std::int64_t z = 0; z < side; ++z)
    for (std::int64_t y = 0; y < side; ++y)
      for (std::int64_t x = 0; x < side; ++x) {
        const double value = std::sin(angle(x)) * std::cos(angle(y)) +
                             std::sin(angle(y)) * std::cos(angle(z)) +
                             std::sin(angle(z)) * std::cos(angle(x));
        values.push_back(static_cast<float>(std::abs(value)));
      }
  std::vector<float> sorted = values;
  const auto limit =
      sorted.begin() + static_cast<std::ptrdiff_t>(kSolid * static_cast<double>(values.size()));
  std::nth_element(sorted.begin(), limit, sorted.end());
  BitVolume sheet({side, side, side});
  for (std::int64_t i = 0; i < side * side * side; ++i) {
    if (values[static_cast<std::size_t>(i)] < *limit) {
      test::set_voxel(sheet, i % side, i / side % side, i / side / side);
    }
  }
  return sheet;
}

const BitVolume& sheet(std::int64_t side) {
  static std::map<std::int64_t, BitVolume> made;
  const auto known = made.find(side);
  return known != made.end() ? known->second : made.emplace(side, make_sheet(side)).first->second;
}

void bench(benchmark::State& state, const std::string& backend, double tolerance) {
  Options options;
  options.backend = backend;
  options.tolerance = tolerance;
  Body body;
  body.mask = &sheet(state.range(0));
  NoProgress progress;
  Result result;
  test::whole_calls(state, [&] { result = stiffness(body, options, {}, progress); });
  state.counters["iterations"] = static_cast<double>(result.cases.front().iterations);
  state.counters["modulus"] = result.cases.front().modulus;
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    if (backend == "cuda") continue;
    for (const bool by_energy : {true, false}) {
      benchmark::RegisterBenchmark(
          ("stiffness/" + backend + (by_energy ? "/energy" : "/residual")).c_str(),
          [=](benchmark::State& state) { bench(state, backend, by_energy ? 0 : 1e-4); })
          ->Arg(64)
          ->Arg(128)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::stiffness
