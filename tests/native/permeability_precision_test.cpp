// SPDX-License-Identifier: BSD-2-Clause
// Populations in 16 bits, and how many copies of them there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "collect_slices.hpp"
#include "ops/permeability/permeability.hpp"
#include "ops/permeability/permeability_level.hpp"
#include "ops/permeability/permeability_percolation.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

Flow compute(const BitVolume& volume, const Options& options, SliceSink* velocity = nullptr) {
  NoProgress progress;
  return measure(volume, options, velocity, progress).flows.at(0);
}

class PermeabilityPrecisionTest : public testing::TestWithParam<std::string> {};

class PermeabilityPrecisionThorough : public PermeabilityPrecisionTest {};

// Nearly what 32 bits give, at borders of every kind.
TEST_P(PermeabilityPrecisionThorough, SixteenBitsGiveNearlyTheSame) {
  const BitVolume volume = test::balls({30, 24, 26}, 7, 30, 3);
  for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
    for (const Ends ends : {Ends::kPeriodic, Ends::kMirrored}) {
      Options rule;
      rule.phase = Phase::kBackground;
      rule.backend = GetParam();
      rule.sides = sides;
      rule.ends = ends;
      rule.max_steps = 2000;
      const double k = compute(volume, rule).permeability[2];
      rule.precision = 16;
      const double nearly = compute(volume, rule).permeability[2];
      EXPECT_NE(nearly, k);
      EXPECT_NEAR(nearly, k, 5e-4 * k);
    }
}

TEST_P(PermeabilityPrecisionTest, SixteenBitsGiveTheBitsOfTheScalarCode) {
  const BitVolume volume = test::random_volume({40, 30, 24}, 0.7, 8);
  for (const Ends ends : {Ends::kPeriodic, Ends::kMirrored}) {
    Options rule;
    rule.precision = 16;
    rule.max_steps = 60;
    rule.ends = ends;
    rule.backend = "scalar";
    rule.threads = 1;
    test::CollectSlices expected(volume.shape(), PixelType::kFloat32);
    test::CollectSlices found(volume.shape(), PixelType::kFloat32);
    const Flow one = compute(volume, rule, &expected);
    rule.backend = GetParam();
    rule.threads = 3;
    const Flow other = compute(volume, rule, &found);
    EXPECT_EQ(one.permeability, other.permeability);
    const auto* const pixels = expected.volume.data<float>();
    EXPECT_TRUE(
        std::equal(pixels, pixels + volume.shape().voxel_count(), found.volume.data<float>()));
  }
}

TEST_P(PermeabilityPrecisionTest, RefusesOtherPrecisions) {
  Options rule;
  rule.backend = GetParam();
  rule.precision = 24;
  EXPECT_EQ(test::refusal([&] {
              compute(test::random_volume({8, 8, 8}, 0.7, 1), rule);
            }),
            "precision=24 is not allowed; use 32 or 16");
}

INSTANTIATE_TEST_SUITE_P(Backends, PermeabilityPrecisionTest,
                         testing::ValuesIn(test::available_backends()),
                         [](const auto& suite) { return suite.param; });
INSTANTIATE_TEST_SUITE_P(Backends, PermeabilityPrecisionThorough,
                         testing::ValuesIn(test::available_backends()),
                         [](const auto& suite) { return suite.param; });

// What a flow that began at half the resolution has reached, and all of its velocities.
[[maybe_unused]] std::vector<double> follow(const BitVolume& pores,
                                            const std::array<Border, 3>& borders, int axis,
                                            const MakeFlow& make_flow) {
  NoProgress progress;
  const Options options;
  const Job job{options, "auto", 2, make_flow};
  const auto level_of = [&](const BitVolume& volume) {
    return Level(
        make_grid(conducting_pores(volume, borders, axis, "auto", 2, progress), borders, axis), 0.9,
        32, job, progress);
  };
  Level coarse = level_of(halved(pores, 1, progress));
  coarse.two_steps(axis, progress);
  Level level = level_of(pores);
  level.start_from(coarse, progress);
  std::vector<double> found;
  for (int look = 0; look < 3; ++look) {
    level.flow().run(18, level.rates(), progress);
    const Level::Flux flux = level.two_steps(axis, progress);
    found.insert(found.end(), {flux.mean, flux.corrected, flux.spread});
  }
  found.push_back(level.flow().largest_square(level.rates(), progress));
  const std::int64_t cells = level.grid().cells();
  std::vector<float> velocities(static_cast<std::size_t>(3 * cells));
  level.flow().velocities(0, cells, level.rates(), velocities.data());
  found.insert(found.end(), velocities.begin(), velocities.end());
  return found;
}

#ifdef BITVOX_WITH_CUDA
// The GPU does with one copy of the populations where memory is scarce, and without a table where
// the volume is too large for one.
TEST(PermeabilityGpuMemoryTest, HoweverMuchItIsTheBitsAreThoseOfTheCpu) {
  if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  const BitVolume pores = test::random_volume({39, 15, 13}, 0.7, 8);
  for (const int precision : {32, 16})
    for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
      for (const EndsUsed ends : {EndsUsed::kPeriodic, EndsUsed::kMirrored})
        for (int axis = 0; axis < 3; ++axis) {
          const auto on_gpu = [&](const GpuMemoryUse& most) {
            return follow(pores, borders_for(sides, ends, axis), axis,
                          [=](const Grid& grid, Progress& progress) {
                            return make_flow_cuda(grid, precision, progress, most);
                          });
          };
          const std::vector<double> expected =
              follow(pores, borders_for(sides, ends, axis), axis,
                     [=](const Grid& grid, Progress& progress) {
                       return make_flow_cpu(InstructionSet::kScalar, grid, precision, 2, progress);
                     });
          EXPECT_GT(expected.at(0), 0);
          for (const bool two_copies : {false, true})
            for (const bool table : {false, true}) {
              EXPECT_EQ(on_gpu({two_copies, table}), expected)
                  << precision << " bits along axis " << axis << ", two copies " << two_copies
                  << ", table " << table;
            }
        }
}
#endif

}  // namespace
}  // namespace bitvox::permeability
