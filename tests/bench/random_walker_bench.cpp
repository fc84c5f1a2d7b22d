// SPDX-License-Identifier: BSD-2-Clause
// Random walker with four labels in four regions with noise: whole calls, from pixels to labels.
// Names: random_walker/BACKEND/NOISE/SIDE, NOISE in percent of the range. Counter: iterations, of
// all labels.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "../native/grey_test_volumes.hpp"
#include "ops/random_walker/random_walker.hpp"
#include "whole_calls.hpp"

namespace bitvox::random_walker {
namespace {

// Four quadrants with wavy borders, of values 0.2 apart.
int region(const Shape& shape, std::int64_t i) {
  const auto part = [](std::int64_t at, std::int64_t side) {
    return static_cast<double>(at) / static_cast<double>(side);
  };
  const double x = part(i % shape.width, shape.width);
  const double y = part(i / shape.width % shape.height, shape.height);
  const double z = part(i / shape.width / shape.height, shape.depth);
  return static_cast<int>(x + 0.15 * std::sin(6.28 * y) > 0.5) +
         2 * static_cast<int>(y + 0.1 * std::sin(9.42 * z) > 0.5);
}

GreyVolume noisy_regions(const Shape& shape, double noise) {
  test::Random random(1);
  return test::make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
    double sum = 0;  // about normal
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random.below(1 << 20)) / (1 << 20);
    return 0.2 + 0.2 * region(shape, i) + noise * (sum - 6);
  });
}

// A ball in the middle of each quadrant.
GreyVolume balls(const Shape& shape) {
  return test::make_grey(shape, PixelType::kUint8, [&](std::int64_t i) -> std::int64_t {
    const auto away = [](std::int64_t at, std::int64_t side, int half) {
      return static_cast<double>(at) / static_cast<double>(side) - (half == 0 ? 0.25 : 0.75);
    };
    const int quadrant = region(shape, i);
    const double x = away(i % shape.width, shape.width, quadrant % 2);
    const double y = away(i / shape.width % shape.height, shape.height, quadrant / 2);
    const double z = away(i / shape.width / shape.height, shape.depth, 0) - 0.25;
    return x * x + y * y + z * z < 0.0025 ? quadrant + 1 : 0;
  });
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const int percent : {5, 20}) {
      benchmark::RegisterBenchmark(
          ("random_walker/" + backend + "/" + std::to_string(percent)).c_str(),
          [=](benchmark::State& state) {
            const std::int64_t side = state.range(0);
            const GreyVolume image = noisy_regions({side, side, side}, percent / 100.0);
            const GreyVolume seeds = balls({side, side, side});
            Options options;
            options.backend = backend;
            NoProgress progress;
            Result result;
            test::whole_calls(state,
                              [&] { result = segment(image, seeds, options, {}, progress); });
            double iterations = 0;
            for (const std::int64_t count : result.iterations) {
              iterations += static_cast<double>(count);
            }
            state.counters["iterations"] = iterations;
            state.SetItemsProcessed(state.iterations() * side * side * side);
          })
          ->Arg(64)
          ->Arg(128)
          ->Arg(256)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::random_walker
