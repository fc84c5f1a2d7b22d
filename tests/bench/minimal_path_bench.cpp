// SPDX-License-Identifier: BSD-2-Clause
// Minimal paths through random and smooth costs: whole calls, from pixels to paths.
// Names: minimal_path/BACKEND/PATHS/SIDE. PATHS: short, ten in a chain through a tenth of the
// volume; chain, three between corners; tree, from one corner to a thousand voxels.
// Where a GPU pays: the sides of 24 to 128 on "cuda" and on the best of the others. kGpuPaysVoxels
// lies where the GPU begins to win.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "../native/grey_test_volumes.hpp"
#include "ops/minimal_path/minimal_path.hpp"
#include "whole_calls.hpp"

namespace bitvox::minimal_path {
namespace {

GreyVolume smooth(std::int64_t side) {
  return test::make_grey({side, side, side}, PixelType::kUint8, [&](std::int64_t i) {
    const auto wave = [&](std::int64_t at, double length) {
      return std::sin(static_cast<double>(at) / length);
    };
    return 128 + 60 * wave(i % side, 19) * wave(i / side % side, 16) +
           60 * wave(i / side / side, 22);
  });
}

std::vector<std::int64_t> points(const std::string& kind, std::int64_t side) {
  const std::int64_t end = side - 1;
  if (kind == "chain") return {0, 0, 0, end, end, end, end, 0, 0, 0, end, end};
  std::vector<std::int64_t> all;
  test::Random random(1);
  for (std::int64_t i = 0; i < (kind == "short" ? 11 : 1000); ++i) {
    if (kind == "short") {
      for (int axis = 0; axis < 3; ++axis) all.push_back(side / 2 + i * side / 100);
    } else {
      for (int axis = 0; axis < 3; ++axis) all.push_back(random.below(side));
    }
  }
  return all;
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const std::string kind : {"short", "chain", "tree"}) {
      benchmark::RegisterBenchmark(
          ("minimal_path/" + backend + "/" + kind).c_str(),
          [=](benchmark::State& state) {
            const std::int64_t side = state.range(0);
            const GreyVolume image = smooth(side);
            Inputs inputs(image);
            inputs.points = points(kind, side);
            Options options;
            options.backend = backend;
            options.paths = kind == "tree" ? Paths::kFromFirst : Paths::kChain;
            NoProgress progress;
            test::whole_calls(state, [&] { trace(inputs, options, progress); });
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
  return true;
}();

}  // namespace
}  // namespace bitvox::minimal_path
