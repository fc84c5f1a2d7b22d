// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ball_voids.hpp"
#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/options/number.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"
#include "tortuosity_reference.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr Direction kDirections[] = {Direction::kX, Direction::kY, Direction::kZ};
constexpr Sides kSides[] = {Sides::kWalls, Sides::kPeriodic};

struct Computed {
  Result result;
  GreyVolume concentration;
  GreyVolume flux;
};

Computed compute(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  test::CollectSlices concentration(volume.shape(), PixelType::kFloat32);
  test::CollectSlices flux(volume.shape(), PixelType::kFloat32);
  Result result = measure(volume, options, {&concentration, &flux}, progress);
  return {std::move(result), std::move(concentration.volume), std::move(flux.volume)};
}

double tau(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  const Result result = measure(volume, options, {}, progress);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.error, options.accuracy);
  EXPECT_LE(result.spread, 10 * options.accuracy);
  return result.tortuosity;
}

// Remembered, because every backend asks for the same.
const test::Diffusion& expected_of(const BitVolume& volume, const Options& o) {
  using Rule = std::tuple<std::int64_t, std::int64_t, Phase, Direction, Sides, double, double>;
  static std::map<std::pair<Rule, std::vector<std::uint64_t>>, test::Diffusion> known;
  const Shape& shape = volume.shape();
  const std::pair key{
      Rule{shape.width, shape.height, o.phase, o.direction, o.sides, o.spacing.x, o.spacing.y},
      std::vector(volume.words(), volume.words() + shape.word_count())};
  auto entry = known.find(key);
  if (entry == known.end()) {
    entry = known.emplace(key, test::ObviousDiffusion(volume, o).solve()).first;
  }
  return entry->second;
}

// The energy is never below the true one, and above it by the bound at most; single precision adds
// some units of its last place.
constexpr double kRounding = 1e-6;

void expect_agreement(const BitVolume& volume, const Options& options) {
  const test::Diffusion& expected = expected_of(volume, options);
  const Computed computed = compute(volume, options);
  const Result& result = computed.result;
  EXPECT_EQ(result.porosity, expected.porosity);
  EXPECT_EQ(result.connected_porosity, expected.connected_porosity);
  EXPECT_TRUE(result.converged);
  EXPECT_GE(result.diffusivity, expected.diffusivity * (1 - kRounding));
  EXPECT_LE(result.diffusivity, expected.diffusivity * (1 + std::max(result.error, kRounding)));
  EXPECT_LE(result.error, options.accuracy);
  if (expected.diffusivity == 0) {
    EXPECT_TRUE(std::isinf(result.tortuosity));
    EXPECT_TRUE(std::isinf(result.formation_factor));
    EXPECT_TRUE(result.profile.empty());
  } else {
    EXPECT_EQ(result.tortuosity, result.porosity / result.diffusivity);
    EXPECT_EQ(result.formation_factor, 1 / result.diffusivity);
    const double tolerance = 10 * options.accuracy;
    EXPECT_NEAR(result.flux_in, expected.diffusivity, tolerance * expected.diffusivity);
    EXPECT_NEAR(result.flux_out, expected.diffusivity, tolerance * expected.diffusivity);
    ASSERT_EQ(result.profile.size(), expected.profile.size());
    for (std::size_t i = 0; i < expected.profile.size(); ++i) {
      EXPECT_NEAR(result.profile[i], expected.profile[i], 1e-3);
    }
  }
  for (std::size_t i = 0; i < expected.concentration.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    ASSERT_NEAR(static_cast<double>(computed.concentration.data<float>()[at]),
                expected.concentration[i], 2e-3)
        << "voxel " << i;
    ASSERT_NEAR(static_cast<double>(computed.flux.data<float>()[at]), expected.flux[i], 2e-2)
        << "voxel " << i;
  }
}

class TortuosityTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    result.accuracy = 1e-5;
    return result;
  }

  template <class Body>
  void for_every_rule(Body&& body) const {
    for (const Direction direction : kDirections)
      for (const Sides sides : kSides) {
        Options rule = options();
        rule.direction = direction;
        rule.sides = sides;
        SCOPED_TRACE(testing::Message() << "direction " << static_cast<int>(direction) << ", sides "
                                        << static_cast<int>(sides));
        body(rule);
      }
  }
};

// ---- Against the obvious solution --------------------------------------------------------------

TEST_P(TortuosityTest, EveryWidth) {
  for (const std::int64_t width : {1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129})
    for (const auto& [height, depth] : {std::pair{2, 1}, {1, 2}}) {
      const BitVolume volume = test::random_volume({width, height, depth}, 0.98, 5);
      SCOPED_TRACE(testing::Message() << width << " x " << height << " x " << depth);
      for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    }
}

TEST_P(TortuosityTest, Random) {
  for (const double density : {0.2, 0.5, 0.75, 0.95})
    for (const Phase phase : {Phase::kForeground, Phase::kBackground}) {
      const BitVolume volume = test::random_volume({9, 6, 5}, density, 7);
      SCOPED_TRACE(testing::Message() << "density " << density);
      for_every_rule([&](Options rule) {
        rule.phase = phase;
        expect_agreement(volume, rule);
      });
    }
}

TEST_P(TortuosityTest, OddSidesAndPlanes) {
  for (const Shape& shape : {Shape{5, 11, 3},
                             {1, 1, 1},
                             {1, 1, 9},
                             {17, 1, 1},
                             {1, 14, 13},
                             {15, 13, 1},
                             {2, 2, 40},
                             {3, 3, 3}}) {
    const BitVolume volume = test::random_volume(shape, 0.9, 3);
    SCOPED_TRACE(testing::Message()
                 << shape.width << " x " << shape.height << " x " << shape.depth);
    if (std::none_of(volume.words(), volume.words() + shape.word_count(),
                     [](std::uint64_t word) { return word != 0; })) {
      continue;  // no pores
    }
    for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
  }
}

TEST_P(TortuosityTest, VoxelsThatAreNotCubes) {
  const BitVolume volume = test::random_volume({7, 6, 6}, 0.8, 2);
  for (const Spacing& spacing : {Spacing{1, 2, 0.5}, {0.3, 0.3, 1}, {5, 1, 1}}) {
    for_every_rule([&](Options rule) {
      rule.spacing = spacing;
      expect_agreement(volume, rule);
    });
  }
}

// ---- Closed forms and known values -------------------------------------------------------------

TEST_P(TortuosityTest, StraightPoresHaveTortuosityOne) {
  const Shape shape{37, 20, 11};
  const std::function<bool(std::int64_t, std::int64_t)> pores[] = {
      [](auto, auto) { return true; }, [](auto a, auto) { return a % 3 == 1; },
      [](auto a, auto b) { return a % 4 == 1 && b % 3 == 1; }};
  for (const auto& is_pore : pores)
    for (const Direction direction : kDirections) {
      Options rule = options();
      rule.direction = direction;
      rule.spacing = {0.5, 2, 3};
      const BitVolume volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
        return direction == Direction::kX   ? is_pore(y, z)
               : direction == Direction::kY ? is_pore(x, z)
                                            : is_pore(x, y);
      });
      const Computed computed = compute(volume, rule);
      EXPECT_DOUBLE_EQ(computed.result.tortuosity, 1);
      EXPECT_DOUBLE_EQ(computed.result.diffusivity, computed.result.porosity);
      EXPECT_EQ(computed.result.iterations, 0);
      EXPECT_EQ(computed.result.residual, 0);
      const std::vector<double>& profile = computed.result.profile;
      EXPECT_DOUBLE_EQ(profile.front(), 1 - 0.5 / static_cast<double>(profile.size()));
    }
}

// A staircase of 2 x 2 voxels a layer, of which one touches the next layer's.
TEST_P(TortuosityTest, SlantedStrip) {
  const BitVolume volume = test::make_volume({21, 21, 20}, [](auto x, auto y, auto z) {
    return x >= z && x < z + 2 && y >= z && y < z + 2;
  });
  EXPECT_NEAR(tau(volume, options()), 7.51667, 2e-4);
}

// Layers with a hole each, at alternating ends of a slit: a path as long as it is.
TEST_P(TortuosityTest, Serpentine) {
  // Along z: walls at odd layers but for one voxel, at x = 0 and x = 7 by turns.
  const BitVolume volume = test::make_volume(
      {8, 1, 9}, [](auto x, auto, auto z) { return z % 2 == 0 || x == (z % 4 == 1 ? 0 : 7); });
  Options rule = options();
  expect_agreement(volume, rule);
}

// Cubic arrays of insulating balls: values of the same equations on the same voxels, and, less
// closely, those of the continuum (Sangani and Acrivos, Proc. R. Soc. A 386, 1983).
TEST_P(TortuosityTest, ArraysOfBalls) {
  struct Case {
    double part, expected, continuum;
  };
  const double side = 48;
  for (const Case& c : {Case{0.1, 0.8496, 0.8560}, Case{0.4, 0.4791, 0.4898}}) {
    const double square = std::pow(0.75 * c.part / 3.14159265358979, 2.0 / 3.0) * side * side;
    const BitVolume volume = test::make_volume({48, 48, 48}, [&](auto x, auto y, auto z) {
      const auto from_middle = [&](std::int64_t i) {
        return static_cast<double>(i) + 0.5 - side / 2;
      };
      return from_middle(x) * from_middle(x) + from_middle(y) * from_middle(y) +
                 from_middle(z) * from_middle(z) >
             square;
    });
    NoProgress progress;
    for (const Sides sides : kSides) {
      Options rule = options();
      rule.sides = sides;
      const Result result = measure(volume, rule, {}, progress);
      EXPECT_NEAR(result.diffusivity, c.expected, 1e-4);
      EXPECT_NEAR(result.diffusivity, c.continuum, 0.03 * c.continuum);
    }
  }
}

// Rooms with a door of one voxel in each wall: what makes over-corrected cycles indefinite. Their
// tortuosity is that of SciPy's conjugate gradients with the same equations.
BitVolume rooms(std::int64_t side, std::int64_t period) {
  const auto wall = [=](std::int64_t i) { return (i + 1) % period == 0; };
  const auto middle = [=](std::int64_t i) { return (i + 1) % period == period / 2 + 1; };
  return test::make_volume({side, side, side}, [=](auto x, auto y, auto z) {
    const int walls = wall(x) + wall(y) + wall(z);
    if (walls == 0) return true;
    return walls == 1 && (wall(x) || middle(x)) && (wall(y) || middle(y)) && (wall(z) || middle(z));
  });
}

TEST_P(TortuosityTest, RoomsWithDoorsOfOneVoxel) {
  EXPECT_NEAR(tau(rooms(64, 16), options()), 32.50154, 1e-3);
  EXPECT_NEAR(tau(rooms(64, 7), options()), 12.04884, 3e-4);
}

TEST_P(TortuosityTest, PeriodicSidesHaveNoPlace) {
  const Shape shape{24, 20, 16};
  const BitVolume volume = test::random_volume(shape, 0.6, 4);
  const BitVolume rolled = test::make_volume(shape, [&](auto x, auto y, auto z) {
    return test::voxel(volume, (x + 11) % shape.width, (y + 7) % shape.height, z);
  });
  const BitVolume twice = test::make_volume({48, 20, 16}, [&](auto x, auto y, auto z) {
    return test::voxel(volume, x % shape.width, y, z);
  });
  Options rule = options();
  rule.sides = Sides::kPeriodic;
  const double expected = tau(volume, rule);
  EXPECT_NEAR(tau(rolled, rule), expected, 2e-5 * expected);
  EXPECT_NEAR(tau(twice, rule), expected, 2e-5 * expected);
}

TEST_P(TortuosityTest, AccuracyBoundsTheError) {
  const BitVolume volume = test::random_volume({40, 40, 40}, 0.4, 9);
  const double expected = tau(volume, options());
  std::int64_t iterations = 1000;
  NoProgress progress;
  for (const double accuracy : {1e-4, 1e-3, 1e-2, 1e-1}) {
    Options rule = options();
    rule.accuracy = accuracy;
    const Result result = measure(volume, rule, {}, progress);
    EXPECT_LE(result.tortuosity, expected * (1 + 2e-5));  // as the diffusivity is never less
    EXPECT_GE(result.tortuosity, expected * (1 - accuracy));
    EXPECT_LE(result.iterations, iterations);
    iterations = result.iterations;
  }
}

// Larger than the GPU's blocks, and with more rows than lanes of sums.
TEST_P(TortuosityTest, SaysWhatItHasFoundSoFar) {
  const BitVolume volume = test::random_volume({40, 30, 20}, 0.6, 5);
  test::HeardWords heard;
  const Result result = measure(volume, options(), {}, heard);
  ASSERT_EQ(heard.all.size(), static_cast<std::size_t>(result.iterations + 1));
  EXPECT_EQ(heard.all.back(), "");
  const std::string& last = heard.all[heard.all.size() - 2];
  EXPECT_EQ(last.substr(0, 9), "residual ");
  const std::string found = ", D/D0 " + short_number(result.diffusivity, 3) + " so far";
  EXPECT_EQ(last.substr(last.find(',')), found);
}

TEST_P(TortuosityTest, GivesTheBitsOfTheScalarCode) {
  const BitVolume volume = test::balls({133, 101, 61}, 11, 250, 12);
  for (const Sides sides : kSides) {
    Options rule = options();
    rule.accuracy = 1e-3;
    rule.phase = Phase::kBackground;
    rule.direction = Direction::kX;
    rule.sides = sides;
    const Computed computed = compute(volume, rule);
    rule.backend = "scalar";
    const Computed expected = compute(volume, rule);
    const auto bits = [](const Computed& c) {
      return test::Bits()
          .add(c.result.diffusivity)
          .add(c.result.residual)
          .add(c.result.spread)
          .add(c.result.profile)
          .add(c.concentration)
          .add(c.flux);
    };
    EXPECT_GT(computed.result.iterations, 3);
    EXPECT_EQ(computed.result.diffusivity, expected.result.diffusivity);
    EXPECT_TRUE(bits(computed) == bits(expected));
  }
}

// ---- What cannot be ----------------------------------------------------------------------------

TEST_P(TortuosityTest, PoresThatDoNotJoinTheFaces) {
  const BitVolume volume =
      test::make_volume({20, 10, 30}, [](auto, auto, auto z) { return z != 17; });
  const Computed computed = compute(volume, options());
  EXPECT_EQ(computed.result.diffusivity, 0);
  EXPECT_TRUE(std::isinf(computed.result.tortuosity));
  EXPECT_EQ(computed.result.connected_porosity, 0);
  EXPECT_DOUBLE_EQ(computed.result.porosity, 29.0 / 30);
  const float* const map = computed.concentration.data<float>();
  EXPECT_TRUE(std::all_of(map, map + 6000, [](float value) { return value == 0; }));
}

std::string refusal(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  return test::refusal([&] { measure(volume, options, {}, progress); });
}

TEST_P(TortuosityTest, Refusals) {
  const BitVolume empty({20, 10, 5});
  EXPECT_EQ(refusal(empty, options()), "the image has no foreground voxels");
  Options rule = options();
  rule.accuracy = 0;
  EXPECT_EQ(refusal(empty, rule), "accuracy=0 is not allowed; use 1e-05 to 0.1");
  rule.accuracy = std::nan("");
  EXPECT_EQ(refusal(empty, rule), "accuracy=nan is not allowed; use 1e-05 to 0.1");
  rule = options();
  rule.spacing.y = 0;
  EXPECT_EQ(refusal(empty, rule),
            "a voxel size of 0 along y is not allowed; use a number from 1e-30 to 1e30");
  rule.spacing = {1, 1, 1001};
  EXPECT_EQ(
      refusal(empty, rule),
      "voxels of 1 x 1 x 1001 are too far from cubes for 32-bit floats; use sizes that differ "
      "by a factor of 1000 at most");
  EXPECT_EQ(refusal(test::random_volume({20, 10, 1}, 0.5, 1), rule), "accepted");
}

TEST_P(TortuosityTest, FailuresOfSourceAndSinkArrive) {
  NoProgress progress;
  const test::FailingSource source({70, 10, 9}, 5);
  EXPECT_THROW(measure(source, options(), {}, progress), std::runtime_error);
  test::FailingSink sink;
  EXPECT_THROW(
      measure(test::random_volume({30, 10, 9}, 0.9, 1), options(), {&sink, nullptr}, progress),
      std::runtime_error);
}

class TortuositySlowTest : public TortuosityTest {};

// Voids between balls against a run that goes on to a hundredth of the error, 512 voxels a side on
// the GPU, which has the time.
TEST_P(TortuositySlowTest, VoidsBetweenBalls) {
  for (const double part : {0.1, 0.3, 0.5}) {
    SCOPED_TRACE(part);
    const BitVolume volume = test::ball_voids(GetParam() == "cuda" ? 512 : 128, part);
    Options rule = options();
    const double converged = tau(volume, rule);
    rule.accuracy = 1e-3;
    const double found = tau(volume, rule);
    EXPECT_LE(found, converged * (1 + kRounding));  // D is never too small
    EXPECT_GE(found, converged * (1 - 1e-3));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, TortuositySlowTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

INSTANTIATE_TEST_SUITE_P(Backends, TortuosityTest, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

}  // namespace
}  // namespace bitvox::tortuosity
