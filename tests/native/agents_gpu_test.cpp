// SPDX-License-Identifier: BSD-2-Clause
// Step after step the GPU's agents are where the CPU's are, whatever its engine is told to choose.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "agents_engines.hpp"
#include "core/backends/built_with_cuda.hpp"
#include "core/backends/dispatch.hpp"
#include "ops/agents/agent_start.hpp"
#include "ops/agents/agents_cuda.hpp"
#include "test_volumes.hpp"

namespace bitvox::agents {
namespace {

template <int kAxes>
void test_gpu(const Arena& arena, const Options& options, const CudaTuning& tuning = {}) {
  if constexpr (kBuiltWithCuda) {
    NoProgress quiet;
    const Ground<kAxes> ground(arena, options, 2, quiet);
    const auto starts = random_starts(ground, options.agents, 1, 2, quiet);
    const auto gpu = gpu_engine(ground, starts, 2, quiet, tuning);
    // Some steps at once and steps one by one, so that graphs are made and left.
    expect_the_cpus_tracks(ground, starts, *gpu, {1, 40, 7, 1, 33, 70});
  }
}

class AgentsOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<std::string> backends = bitvox::test::available_backends();
    if (std::find(backends.begin(), backends.end(), "cuda") == backends.end()) {
      GTEST_SKIP() << "no GPU";
    }
  }
};

Options options_of(Motion motion, std::int64_t agents, double step) {
  Options options;
  options.radius = 2.5;
  options.agents = agents;
  options.motion = motion;
  options.step = step;
  options.wander = 0.3;
  return options;
}

BitVolume rooms(const Shape& shape) {
  return test::make_volume(
      shape, [](auto x, auto y, auto z) { return (x / 30 + z / 30) % 4 != 1 || y / 30 % 3 != 1; });
}

TEST_F(AgentsOnGpu, DiscsInRooms) {
  const Shape shape{900, 700, 1};
  const BitVolume free = rooms(shape);
  const std::vector<Place> goals{{20, 20, 0}, {250, 200, 0}, {30, 220, 0}};
  const Arena arena{shape, &free, nullptr, &goals, nullptr};
  test_gpu<2>(arena, options_of(Motion::kRandom, 9000, 1.3));
  test_gpu<2>(arena, options_of(Motion::kPersistent, 9000, 1.3));
  test_gpu<2>(arena, options_of(Motion::kGoals, 9000, 6));  // in parts
  test_gpu<2>({shape}, options_of(Motion::kRandom, 9001, 5));
}

TEST_F(AgentsOnGpu, ManyDiscs) {
  test_gpu<2>({{3000, 2500, 1}}, options_of(Motion::kRandom, 150'000, 1.3));
  test_gpu<2>({{3000, 2500, 1}}, options_of(Motion::kPersistent, 150'001, 3));
}

TEST_F(AgentsOnGpu, Spheres) {
  const Shape shape{160, 150, 140};
  const BitVolume free = rooms(shape);
  const Arena arena{shape, &free, nullptr, nullptr, nullptr};
  test_gpu<3>(arena, options_of(Motion::kRandom, 6001, 0.4));
  test_gpu<3>(arena, options_of(Motion::kPersistent, 6000, 2));
  test_gpu<3>({{300, 250, 200}}, options_of(Motion::kRandom, 50'000, 0.4));
}

TEST_F(AgentsOnGpu, Divisions) {
  Options options = options_of(Motion::kRandom, 500, 1);
  options.divide = 40;
  test_gpu<2>({{900, 700, 1}}, options);
  test_gpu<3>({{160, 150, 140}}, options);
}

TEST_F(AgentsOnGpu, WhateverItsEngineChooses) {
  const Options discs = options_of(Motion::kPersistent, 3001, 2);
  const Options spheres = options_of(Motion::kRandom, 2001, 0.7);
  for (const int lanes : {1, 4, 8, 32}) {
    for (const bool sorts : {false, true}) {
      for (const bool uses_graphs : {false, true}) {
        SCOPED_TRACE(testing::Message() << lanes << sorts << uses_graphs);
        test_gpu<2>({{500, 420, 1}}, discs, {lanes, sorts, uses_graphs});
        test_gpu<3>({{90, 100, 110}}, spheres, {lanes, sorts, uses_graphs});
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::agents
