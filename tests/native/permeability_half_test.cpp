// SPDX-License-Identifier: BSD-2-Clause
// Permeability at half the resolution.
#include <gtest/gtest.h>

#include <limits>

#include "permeability_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

// Where at least four of eight voxels are; odd ends are left out.
BitVolume plain_half(const BitVolume& volume) {
  const Shape& s = volume.shape();
  const Shape half{s.width / 2, s.height / 2, s.depth / 2};
  return test::make_volume(half, [&](auto x, auto y, auto z) {
    int pores = 0;
    for (int i = 0; i < 8; ++i) {
      pores += test::voxel(volume, 2 * x + i % 2, 2 * y + i / 2 % 2, 2 * z + i / 4) ? 1 : 0;
    }
    return pores >= 4;
  });
}

TEST_P(PermeabilityTest, FindsKAtHalfTheResolution) {
  const BitVolume volume = test::make_volume({133, 9, 11}, [](auto x, auto y, auto z) {
    return (x * x + 3 * y * z + 5 * z) % 23 > 6 || y > 6;
  });
  Options rule = options(Direction::kAll, Sides::kWalls);
  rule.ends = Ends::kAuto;
  rule.max_steps = 40;
  const Result without = compute(volume, rule);
  const BitVolume half = plain_half(volume);
  rule.refine = true;
  const Result both = compute(volume, rule);
  rule.refine = false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Flow& flow = both.flows.at(axis);
    EXPECT_EQ(flow.permeability, without.flows.at(axis).permeability);
    rule.ends = flow.mirrored_ends ? Ends::kMirrored : Ends::kPeriodic;
    const Flow alone = compute(half, rule).flows.at(axis);
    ASSERT_GT(alone.connected, 0);
    EXPECT_EQ(flow.half_permeability, 4 * alone.permeability.at(axis));
    EXPECT_EQ(flow.half_porosity, static_cast<double>(alone.connected) /
                                      static_cast<double>(half.shape().voxel_count()));
    EXPECT_EQ(flow.half_steady, alone.steady);
  }
}

TEST_P(PermeabilityTest, NothingMayConductAtHalfTheResolution) {
  const BitVolume volume =
      test::make_volume({8, 8, 8}, [](auto x, auto y, auto) { return x % 2 == 0 && y == 4; });
  Options rule = options();
  rule.refine = true;
  const Flow flow = compute(volume, rule).flows.at(0);
  EXPECT_GT(flow.permeability[2], 0);
  EXPECT_EQ(flow.half_permeability, 0);
  EXPECT_EQ(flow.half_porosity, 0);
  EXPECT_TRUE(flow.half_steady);
}

TEST_P(PermeabilityTest, NoSolidMayBeLeftAtHalfTheResolution) {
  const BitVolume volume = test::make_volume(
      {8, 8, 8}, [](auto x, auto y, auto z) { return x != 4 || y != 4 || z != 4; });
  Options rule = options(Direction::kZ, Sides::kPeriodic);
  rule.refine = true;
  const Flow flow = compute(volume, rule).flows.at(0);
  EXPECT_GT(flow.permeability[2], 0);
  EXPECT_EQ(flow.half_permeability, std::numeric_limits<double>::infinity());
  EXPECT_EQ(flow.half_porosity, 1);
  EXPECT_TRUE(flow.half_steady);
}

}  // namespace
}  // namespace bitvox::permeability
