// SPDX-License-Identifier: BSD-2-Clause
// Permeability by closed forms and tables.
#include <gtest/gtest.h>

#include <numbers>

#include "permeability_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

TEST_P(PermeabilityTest, ChannelsObeyTheirLaw) {
  for (const std::int64_t h : {4, 8, 16}) {
    const BitVolume channel =
        test::make_volume({3, h + 1, 4}, [&](auto, auto y, auto) { return y < h; });
    for (const int axis : {0, 2}) {
      const double superficial = k_along(axis, channel, options());
      const double hh = static_cast<double>(h);
      // Half-way walls; the mean over the nodes of a parabola.
      EXPECT_NEAR(superficial * (hh + 1) / hh, hh * hh / 12 + 1.0 / 24, 2e-4 * hh * hh / 12);
    }
  }
  // The same channel between walls that are the border.
  Options walls = options(Direction::kX, Sides::kMirrored);
  walls.sides = Sides::kWalls;
  const double duct =
      k_along(0, test::make_volume({4, 8, 64}, [](auto...) { return true; }), walls);
  EXPECT_GT(duct, 0.9 * 64 / 12);
  EXPECT_LT(duct, 64.0 / 12);
}

TEST_P(PermeabilityTest, SquareDuctsConvergeToTheirSeries) {
  double before = 1;
  for (const std::int64_t a : {8, 16, 32}) {
    const BitVolume duct = test::make_volume({a, a, 4}, [](auto...) { return true; });
    const double exact = 0.0351442537 * static_cast<double>(a * a);
    const double error = k_along(2, duct, options(Direction::kZ, Sides::kWalls)) / exact - 1;
    EXPECT_GT(error, 0);
    EXPECT_LT(error, 0.97 / static_cast<double>(a * a));  // 1.41, 0.37, 0.094 %
    EXPECT_LT(error, before / 3);                         // second order
    before = error;
  }
}

TEST_P(PermeabilityTest, PipesComeNearTheirLaw) {
  const BitVolume pipe = test::make_volume({36, 36, 4}, [](auto x, auto y, auto) {
    const double dx = static_cast<double>(x) - 17.5, dy = static_cast<double>(y) - 17.5;
    return dx * dx + dy * dy < 256;
  });
  const Flow flow = compute(pipe, options()).flows.at(0);
  const double exact = std::numbers::pi * 256 * 256 / 8 / (36 * 36);
  EXPECT_NEAR(flow.permeability[2], exact, 0.02 * exact);
  EXPECT_NEAR(flow.max_velocity / flow.mean_velocity, 2, 0.03);
}

// Simple cubic packings, against A. S. Zick, G. M. Homsy, Journal of Fluid Mechanics 115 (1982)
// 13-26, in units of the cell's side. Staircases make spheres larger.
TEST_P(PermeabilityThorough, SpherePackingsComeNearTheirTable) {
  struct Packing {
    double radius, k;
  };
  for (const Packing packing : {Packing{0.31018, 0.0398503}, Packing{0.37221, 0.0191523}}) {
    const BitVolume pores = test::make_volume({32, 32, 32}, [&](auto x, auto y, auto z) {
      const auto square = [](auto i) {
        const double d = static_cast<double>(i) - 15.5;
        return d * d;
      };
      return square(x) + square(y) + square(z) > packing.radius * packing.radius * 32 * 32;
    });
    Options rule = options();
    rule.spread = 2e-3;
    rule.change = 5e-4;
    const double k = k_along(2, pores, rule) / (32 * 32);
    EXPECT_NEAR(k, packing.k, 0.05 * packing.k);
  }
}

TEST_P(PermeabilityThorough, DoesNotDependOnTheRelaxationTime) {
  const BitVolume volume = test::balls({20, 18, 16}, 5, 18, 2);
  Options rule = options();
  rule.phase = Phase::kBackground;
  const double k = k_along(2, volume, rule);
  for (const double tau : {0.6, 0.8, 1.0, 2.0, 5.0}) {
    rule.tau = tau;
    EXPECT_NEAR(k_along(2, volume, rule), k, 2e-5 * k) << tau;
  }
}

TEST_P(PermeabilityThorough, TheTensorIsSymmetric) {
  const BitVolume volume = test::balls({24, 24, 24}, 6, 25, 4);
  Options rule = options(Direction::kAll);
  rule.phase = Phase::kBackground;
  const Result result = compute(volume, rule);
  ASSERT_EQ(result.flows.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(result.flows[i].permeability[j], result.flows[j].permeability[i],
                  2e-4 * result.flows[0].permeability[0]);
    }
}

}  // namespace
}  // namespace bitvox::permeability
