// SPDX-License-Identifier: BSD-2-Clause
// Tortuosity of the voids between overlapping balls of radius 8: whole calls, from packed bits to
// the diffusivity within 0.1 %. Names: tortuosity/BACKEND/PORES/SIDE, PORES in percent. Counters:
// tau, iterations.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/tortuosity/tortuosity.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr std::int64_t kRadius = 8;

// Balls anywhere, as many as leave this part of a large volume.
BitVolume voids(std::int64_t side, double part) {
  const auto radius = static_cast<double>(kRadius);
  const double of_ball = 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius;
  const auto reach = static_cast<double>(side + 2 * kRadius);
  const auto count = static_cast<std::int64_t>(-std::log(part) * reach * reach * reach / of_ball);
  const Shape shape{side, side, side};
  BitVolume volume(shape);
  std::fill_n(volume.words(), shape.word_count(), ~std::uint64_t{0});  // sides: multiples of 64
  test::Random random(1);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto anywhere = [&] { return random.below(side + 2 * kRadius) - kRadius; };
    const std::int64_t cx = anywhere(), cy = anywhere(), cz = anywhere();
    for (std::int64_t z = std::max<std::int64_t>(0, cz - kRadius);
         z <= std::min(side - 1, cz + kRadius); ++z)
      for (std::int64_t y = std::max<std::int64_t>(0, cy - kRadius);
           y <= std::min(side - 1, cy + kRadius); ++y)
        for (std::int64_t x = std::max<std::int64_t>(0, cx - kRadius);
             x <= std::min(side - 1, cx + kRadius); ++x) {
          const std::int64_t dx = x - cx, dy = y - cy, dz = z - cz;
          if (dx * dx + dy * dy + dz * dz > kRadius * kRadius) continue;
          volume.slice(z)[y * shape.words_per_row() + x / 64] &= ~(std::uint64_t{1} << (x % 64));
        }
  }
  return volume;
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const int percent : {10, 30, 50}) {
      benchmark::RegisterBenchmark(
          ("tortuosity/" + backend + "/" + std::to_string(percent)).c_str(),
          [=](benchmark::State& state) {
            const BitVolume volume = voids(state.range(0), percent / 100.0);
            Options options;
            options.backend = backend;
            NoProgress progress;
            Result result;
            for (auto _ : state) result = measure(volume, options, {}, progress);
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
