// SPDX-License-Identifier: BSD-2-Clause
// Stiffness of a sheet along a gyroid's surface, a fourth of the volume, between plates that do not
// slip: whole calls, from packed bits to the modulus. Names: stiffness/BACKEND/WANTED/SIDE, WANTED
// "energy" (to 0.1 % of the modulus), "residual" (to 1e-4) or "tensor" (six load cases, by energy).
// Counters: iterations, modulus.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../native/test_volumes.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "whole_calls.hpp"

namespace bitvox::stiffness {
namespace {

BitVolume make_sheet(std::int64_t side) {
  constexpr double kWave = 24, kSolid = 0.249;
  std::vector<double> sine, cosine;
  for (std::int64_t i = 0; i < side; ++i) {
    const double angle = 2 * 3.14159265358979 / kWave * static_cast<double>(i);
    sine.push_back(std::sin(angle));
    cosine.push_back(std::cos(angle));
  }
  const auto size = static_cast<std::size_t>(side);
  std::vector<float> values;
  for (std::size_t z = 0; z < size; ++z)
    for (std::size_t y = 0; y < size; ++y)
      for (std::size_t x = 0; x < size; ++x) {
        const double value = sine[x] * cosine[y] + sine[y] * cosine[z] + sine[z] * cosine[x];
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

void bench(benchmark::State& state, Options options, const std::string& backend) {
  options.backend = backend;
  Body body;
  body.mask = &sheet(state.range(0));
  NoProgress progress;
  Result result;
  test::whole_calls(state, [&] { result = stiffness(body, options, {}, progress); });
  state.counters["iterations"] = static_cast<double>(result.cases.front().iterations);
  state.counters["modulus"] = result.cases.front().modulus;
}

const bool registered = [] {
  Options energy, residual, tensor;
  residual.tolerance = 1e-4;
  tensor.direction = Direction::kTensor;
  const std::pair<const char*, Options> all[] = {
      {"energy", energy}, {"residual", residual}, {"tensor", tensor}};
  for (const std::string& backend : test::available_backends()) {
    const bool is_gpu = backend == "cuda";
    const std::vector<std::int64_t> sides =
        is_gpu ? std::vector<std::int64_t>{64, 128, 256, 512} : std::vector<std::int64_t>{64, 128};
    for (const auto& wanted : all) {
      const Options options = wanted.second;
      const bool is_tensor = options.direction == Direction::kTensor;
      for (const std::int64_t side : sides) {
        if (is_tensor && side > (is_gpu ? 256 : 64)) continue;
        benchmark::RegisterBenchmark(
            ("stiffness/" + backend + "/" + wanted.first).c_str(),
            [=](benchmark::State& state) { bench(state, options, backend); })
            ->Arg(side)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::stiffness
