// SPDX-License-Identifier: BSD-2-Clause
// Geodesic distances from one seed in the middle: whole calls, from pixels to sums.
// Names: geodesic/BACKEND/COSTS/NEIGHBOURS/SIDE. COSTS: random 1 to 254, smooth, or a mask of which
// 61 percent is open.
// Where a GPU pays: the sides of 24 to 128 on "cuda" and on the best of the others. kGpuPaysVoxels
// lies where the GPU begins to win.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "../native/grey_test_volumes.hpp"
#include "ops/geodesic/geodesic.hpp"
#include "whole_calls.hpp"

namespace bitvox::geodesic {
namespace {

GreyVolume costs_of(const std::string& kind, std::int64_t side) {
  test::Random random(1);
  return test::make_grey({side, side, side}, PixelType::kUint8, [&](std::int64_t i) {
    if (kind == "random") return static_cast<double>(1 + random.below(254));
    if (kind == "mask") return random.below(100) < 61 ? 1.0 : 0.0;
    const auto wave = [&](std::int64_t at, double length) {
      return std::sin(static_cast<double>(at) / length);
    };
    return 128 + 60 * wave(i % side, 19) * wave(i / side % side, 16) +
           60 * wave(i / side / side, 22);
  });
}

GreyVolume middle(std::int64_t side) {
  GreyVolume seeds({side, side, side}, PixelType::kUint8);
  seeds.data<std::uint8_t>()[((side / 2) * side + side / 2) * side + side / 2] = 1;
  return seeds;
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const std::string kind : {"random", "smooth", "mask"}) {
      for (const int neighbours : {6, 26}) {
        benchmark::RegisterBenchmark(
            ("geodesic/" + backend + "/" + kind + "/" + std::to_string(neighbours)).c_str(),
            [=](benchmark::State& state) {
              const std::int64_t side = state.range(0);
              const GreyVolume image = costs_of(kind, side);
              GreyVolume seeds = middle(side);
              if (kind == "mask") {  // the seed is open
                seeds = test::make_grey(image.shape(), PixelType::kUint8, [&](std::int64_t i) {
                  const std::int64_t from = image.shape().voxel_count() / 2;
                  return i >= from && i < from + 8 ? 1 : 0;
                });
              }
              Inputs inputs(image);
              inputs.seeds = &seeds;
              Options options;
              options.backend = backend;
              options.cost = kind == "mask" ? Cost::kUniform : Cost::kIntensity;
              options.connectivity =
                  neighbours == 6 ? label::Connectivity::kFaces : label::Connectivity::kAll;
              NoProgress progress;
              test::whole_calls(state, [&] { measure(inputs, options, {}, progress); });
              state.SetItemsProcessed(state.iterations() * side * side * side);
            })
            ->Arg(24)
            ->Arg(32)
            ->Arg(48)
            ->Arg(64)
            ->Arg(96)
            ->Arg(128)
            ->Arg(256)
            ->Arg(512)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::geodesic
