// SPDX-License-Identifier: BSD-2-Clause
// When a flow is steady, and what is said until then.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/backends/run_on.hpp"
#include "ops/permeability/permeability_level.hpp"
#include "ops/permeability/permeability_percolation.hpp"
#include "permeability_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

TEST_P(PermeabilityTest, SaysThatItWasStopped) {
  const BitVolume volume = test::random_volume({40, 16, 16}, 0.75, 1);
  Options rule = options(Direction::kX);
  rule.max_steps = 40;
  const Flow flow = compute(volume, rule).flows.at(0);
  EXPECT_FALSE(flow.steady);
  EXPECT_EQ(flow.steps, 40);
}

// From rest, what the flow has reached, corrected, is what it reaches in twice as many steps: the
// correction is exact to second order, whatever the borders are.
TEST_P(PermeabilityTest, TheCorrectionLooksAsFarAheadAsTheFlowHasCome) {
  const BitVolume volume = test::random_volume({17, 12, 11}, 0.75, 6);
  const MakeFlow make_flow = [&](const Grid& grid, Progress& part) {
    RunReport report;
    return run_on(
        GetParam(), GpuUse::kPays, report, [&](Gpu) { return make_flow_cuda(grid, 32, part); },
        [&](InstructionSet instructions) {
          return make_flow_cpu(instructions, grid, 32, 2, part);
        });
  };
  const Options rule = options();
  const Job job{rule, GetParam(), 2, make_flow};
  for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
    for (const EndsUsed ends : {EndsUsed::kPeriodic, EndsUsed::kMirrored})
      for (int axis = 0; axis < 3; ++axis) {
        NoProgress progress;
        const std::array<Border, 3> borders = borders_for(sides, ends, axis);
        Level level(
            make_grid(conducting_pores(volume, borders, axis, "auto", 1, progress), borders, axis),
            0.9, 1, job, progress);
        const auto after_twenty_more = [&] {
          level.flow().run(18, level.rates(), progress);
          return level.two_steps(axis, progress);
        };
        const Level::Flux early = after_twenty_more();
        const Level::Flux late = after_twenty_more();
        EXPECT_NEAR(early.corrected, late.mean, 2e-6 * late.mean);
        EXPECT_GT(std::abs(early.mean - late.mean), 1e-4 * late.mean);
      }
}

// Near the threshold at which pores cease to join the ends, k may change by 5e-4 in 200 steps, the
// flux be even to 5e-4, and k be off by 1.6e-3 nevertheless: what is slow is waited for longer.
TEST_P(PermeabilityTest, WhatIsSlowIsWaitedFor) {
  Options rule;
  rule.sides = Sides::kPeriodic;
  rule.backend = GetParam();
  const Flow flow = compute(test::random_volume({24, 24, 24}, 0.2, 12), rule).flows.at(0);
  EXPECT_TRUE(flow.steady);
  EXPECT_NEAR(flow.permeability[2], 1.06034e-3, 3e-4 * 1.06034e-3);  // with limits of 1e-5
  EXPECT_GE(flow.change_steps, std::max<std::int64_t>(100, flow.steps / 3));
}

// Two rooms and a throat of one voxel between them: what the rooms promise is a thousand times too
// much, and a tau that suits it would not settle in 100,000 steps.
TEST_P(PermeabilityTest, ThroatsAreLookedAtTwice) {
  const BitVolume rooms = test::make_volume({18, 16, 16}, [](auto x, auto y, auto z) {
    const bool throat = x >= 8 && x < 10;
    return y > 0 && z > 0 && y < 15 && z < 15 && (!throat || (y == 7 && z == 7));
  });
  Options rule = options(Direction::kX, Sides::kWalls);
  const Flow flow = compute(rooms, rule).flows.at(0);
  EXPECT_TRUE(flow.steady);
  EXPECT_LT(flow.steps, 5000);
  EXPECT_LT(flow.tau, 0.8);
  rule.tau = 0.65;
  rule.spread = rule.change = 1e-4;
  EXPECT_NEAR(flow.permeability[0], compute(rooms, rule).flows.at(0).permeability[0],
              0.001 * flow.permeability[0]);
}

TEST_P(PermeabilityTest, SaysWhatItHasFoundSoFar) {
  // A duct, large enough for a coarse start, whose k is in the voxels of the image too.
  const BitVolume duct = test::make_volume({30, 28, 28}, [](auto...) { return true; });
  Options rule = options(Direction::kX, Sides::kWalls);
  rule.spread = rule.change = 1e-3;
  test::HeardWords heard;
  const Flow flow = measure(duct, rule, nullptr, heard).flows.at(0);
  EXPECT_EQ(heard.all.back(), "");
  const auto of_coarse = std::find(heard.all.begin(), heard.all.end(), "");
  EXPECT_EQ(heard.all.end() - of_coarse, flow.steps / 20 + 2);
  for (const std::string& last : {*(of_coarse - 1), heard.all[heard.all.size() - 2]}) {
    EXPECT_EQ(last.substr(0, 7), "spread ");
    const std::size_t k = last.find(", k ") + 4;
    EXPECT_NEAR(std::stod(last.substr(k)), flow.permeability[0], 0.05 * flow.permeability[0])
        << last;
    EXPECT_EQ(last.substr(last.find(' ', k)), " voxel^2 so far");
  }
}

TEST_P(PermeabilityThorough, TheDefaultIsWithinAThousandthOfTheLimit) {
  for (const int what : {0, 1, 2}) {
    const BitVolume volume =
        what == 0   ? test::balls({28, 24, 24}, 6, 30, 2)
        : what == 1 ? test::random_volume({24, 24, 24}, 0.2, 5)
                    : test::make_volume({30, 24, 24}, [](auto x, auto y, auto) {
                        return y < 4 || y >= 21 || (x - 15) * (x - 15) + (y - 12) * (y - 12) < 24;
                      });
    Options rule = options();
    rule.phase = Phase::kBackground;
    rule.spread = Options{}.spread;
    rule.change = Options{}.change;
    const double k = k_along(2, volume, rule);
    rule.spread = rule.change = 1e-6;
    rule.max_steps = 2000;
    const double limit = k_along(2, volume, rule);
    EXPECT_NEAR(k, limit, 1e-3 * limit) << what;
  }
}

}  // namespace
}  // namespace bitvox::permeability
