// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "failing_sink.hpp"
#include "permeability_reference.hpp"
#include "permeability_runs.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

using test::CollectSlices;

class PermeabilityScalarTest : public PermeabilityTest {};

Shape with_walls_shape(const Shape& s, int axis) {
  return {s.width + (axis == 0 ? 0 : 1), s.height + (axis == 1 ? 0 : 1),
          s.depth + (axis == 2 ? 0 : 1)};
}

// As a periodic box: walls are one layer of solid at the end of each side, a mirror image is a
// second half.
BitVolume as_periodic(const BitVolume& volume, Sides sides, Ends ends, int axis) {
  const Shape& s = volume.shape();
  const bool mirrored[3] = {
      axis == 0 ? ends == Ends::kMirrored : sides == Sides::kMirrored,
      axis == 1 ? ends == Ends::kMirrored : sides == Sides::kMirrored,
      axis == 2 ? ends == Ends::kMirrored : sides == Sides::kMirrored,
  };
  Shape whole = sides == Sides::kWalls ? with_walls_shape(s, axis) : s;
  if (mirrored[0]) whole.width *= 2;
  if (mirrored[1]) whole.height *= 2;
  if (mirrored[2]) whole.depth *= 2;
  const auto fold = [](std::int64_t i, std::int64_t n, bool mirror) {
    return mirror && i >= n ? 2 * n - 1 - i : i;
  };
  return test::make_volume(whole, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::int64_t i = fold(x, s.width, mirrored[0]);
    const std::int64_t j = fold(y, s.height, mirrored[1]);
    const std::int64_t k = fold(z, s.depth, mirrored[2]);
    return i < s.width && j < s.height && k < s.depth && test::voxel(volume, i, j, k);
  });
}

// Of the plain method, and for the volume without the walls around it. Remembered, because every
// backend asks for the same.
std::array<double, 3> plain_k(const BitVolume& volume, Sides sides, Ends ends, int axis) {
  using Asked = std::tuple<std::int64_t, Sides, Ends, int, std::vector<std::uint64_t>>;
  static std::map<Asked, std::array<double, 3>> known;
  const Asked asked{volume.shape().width,
                    sides,
                    ends,
                    axis,
                    {volume.words(), volume.words() + volume.shape().word_count()}};
  const auto entry = known.find(asked);
  if (entry != known.end()) return entry->second;
  const BitVolume box = as_periodic(volume, sides, ends, axis);
  std::array<double, 3> k = test::PlainFlow(box, axis, 1).permeability();
  if (sides == Sides::kWalls) {
    for (double& value : k) {
      value *= static_cast<double>(with_walls_shape(volume.shape(), axis).voxel_count()) /
               static_cast<double>(volume.shape().voxel_count());
    }
  }
  return known[asked] = k;
}

void expect_the_plain_method_at_every_border(const Options& strict) {
  const BitVolume volume = test::make_volume({8, 6, 7}, [](auto x, auto y, auto z) {
    const auto in = [&](auto a, auto b, auto c, auto r) {
      return (x - a) * (x - a) + (y - b) * (y - b) + (z - c) * (z - c) <= r;
    };
    return !in(2, 2, 3, 3) && !in(6, 4, 1, 2) && !in(5, 3, 6, 1) && !in(0, 5, 6, 1);
  });
  for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
    for (const Ends ends : {Ends::kPeriodic, Ends::kMirrored})
      for (int axis = 0; axis < 3; ++axis) {
        SCOPED_TRACE("sides " + std::to_string(static_cast<int>(sides)) + ", ends " +
                     std::to_string(static_cast<int>(ends)) + ", axis " + std::to_string(axis));
        Options rule = strict;
        rule.direction = static_cast<Direction>(axis);
        rule.sides = sides;
        rule.ends = ends;
        const Flow flow = compute(volume, rule).flows.at(0);
        const std::array<double, 3> expected = plain_k(volume, sides, ends, axis);
        const double scale = expected[static_cast<std::size_t>(axis)];
        for (std::size_t a = 0; a < 3; ++a) {
          // Of a mirrored pair the flow aside goes both ways, and is 0 in all.
          if (static_cast<int>(a) != axis &&
              (ends == Ends::kMirrored || sides == Sides::kMirrored)) {
            continue;
          }
          EXPECT_NEAR(flow.permeability[a], expected[a], 1e-4 * scale);
        }
        if (ends == Ends::kPeriodic && sides != Sides::kPeriodic) {
          for (std::size_t a = 0; a < 3; ++a)
            EXPECT_EQ(flow.permeability[a] == 0, static_cast<int>(a) != axis);
        }
        EXPECT_TRUE(flow.steady);
        EXPECT_EQ(flow.axis, axis);
      }
}

TEST_P(PermeabilityThorough, AgreesWithThePlainMethodAtEveryBorder) {
  expect_the_plain_method_at_every_border(options());
}
TEST_P(PermeabilityScalarTest, AgreesWithThePlainMethodAtEveryBorder) {
  expect_the_plain_method_at_every_border(options());
}

TEST_P(PermeabilityTest, AgreesWithThePlainMethodAtEveryWidth) {
  for (const std::int64_t width : {2, 63, 64, 65, 127, 128, 129}) {
    SCOPED_TRACE(width);
    const BitVolume volume = test::random_volume({width, 3, 4}, 0.85, 7);
    const double expected = plain_k(volume, Sides::kPeriodic, Ends::kPeriodic, 1)[1];
    EXPECT_NEAR(k_along(1, volume, options()), expected, 2e-4 * expected);
  }
}

TEST_P(PermeabilityTest, TellsHowManyPoresAreAtTheSides) {
  const BitVolume volume =
      test::make_volume({70, 5, 6}, [](auto x, auto, auto z) { return x < 35 && z < 2; });
  Options rule = options(Direction::kX);
  rule.max_steps = 20;
  EXPECT_EQ(compute(volume, rule).flows.at(0).pores_at_sides, (2.0 * 35 * 2 + 35 * 5) / 1540);
  rule.direction = Direction::kY;
  EXPECT_EQ(compute(volume, rule).flows.at(0).pores_at_sides, (2.0 * 5 + 35 * 5) / 760);
  rule.direction = Direction::kZ;
  EXPECT_EQ(compute(volume, rule).flows.at(0).pores_at_sides, (2.0 * 5 + 2 * 35 * 2) / 900);
}

TEST_P(PermeabilityTest, FindsTheVelocitiesOfThePlainMethod) {
  const BitVolume volume = test::random_volume({9, 8, 7}, 0.8, 3);
  test::PlainFlow plain(volume, 2, 1);
  const double k = plain.permeability()[2];
  CollectSlices vectors, speeds;
  const Flow flow = compute_vectors(volume, options(), vectors).flows.at(0);
  compute(volume, options(), &speeds);
  double sum = 0, largest = 0;
  for (std::int64_t z = 0; z < 7; ++z)
    for (std::int64_t y = 0; y < 8; ++y)
      for (std::int64_t x = 0; x < 9; ++x) {
        // Pores that are left out are at rest in the plain method, but for rounding.
        EXPECT_NEAR(vectors.at(x, y, z, 2), plain.velocity(x, y, z), 1e-3 * k);
        const double speed =
            std::hypot(vectors.at(x, y, z, 0), vectors.at(x, y, z, 1), vectors.at(x, y, z, 2));
        EXPECT_NEAR(speeds.at(x, y, z), speed, 1e-5 * k);
        sum += static_cast<double>(vectors.at(x, y, z, 2));
        largest = std::max(largest, speed);
      }
  EXPECT_NEAR(sum / static_cast<double>(volume.shape().voxel_count()), flow.permeability[2],
              1e-5 * k);
  EXPECT_NEAR(flow.max_velocity, largest, 1e-5 * k);
  EXPECT_NEAR(flow.mean_velocity * static_cast<double>(flow.connected) /
                  static_cast<double>(volume.shape().voxel_count()),
              flow.permeability[2], 1e-9 * k);
}

// ---- Which pores conduct -----------------------------------------------------------------------

TEST_P(PermeabilityTest, WhatDoesNotConductIsLeftOut) {
  // A channel, a dead end that belongs to it, a hole and a blind pore.
  BitVolume volume = test::make_volume({12, 8, 6}, [](auto x, auto y, auto z) {
    return (x >= 2 && x < 5) || (x == 5 && y == 3 && z == 3) || (x == 8 && y == 3 && z == 3) ||
           (x == 10 && z < 4);
  });
  Options rule = options(Direction::kZ, Sides::kWalls);
  const Result result = compute(volume, rule);
  EXPECT_EQ(result.pores, 3 * 8 * 6 + 1 + 1 + 8 * 4);
  EXPECT_EQ(result.flows.at(0).connected, 3 * 8 * 6 + 1);
  EXPECT_EQ(result.voxels, 12 * 8 * 6);
  CollectSlices speeds;
  compute(volume, rule, &speeds);
  EXPECT_EQ(speeds.at(10, 4, 1), 0);
  EXPECT_EQ(speeds.at(8, 3, 3), 0);
  EXPECT_GT(speeds.at(3, 4, 1), 0);
}

TEST_P(PermeabilityTest, NothingConducts) {
  const BitVolume volume =
      test::make_volume({9, 8, 7}, [](auto x, auto, auto z) { return z != 3 && x > 0; });
  for (const Ends ends : {Ends::kAuto, Ends::kPeriodic, Ends::kMirrored}) {
    Options rule = options();
    rule.ends = ends;
    CollectSlices velocities;
    const Flow flow = compute_vectors(volume, rule, velocities).flows.at(0);
    EXPECT_EQ(flow.connected, 0);
    EXPECT_EQ(flow.permeability, (std::array<double, 3>{0, 0, 0}));
    EXPECT_TRUE(flow.steady);
    EXPECT_EQ(velocities.values(), std::vector<float>(3 * 9 * 8 * 7));
  }
}

TEST_P(PermeabilityTest, EdgesAreOpenAndCornersClosed) {
  const BitVolume edges =
      test::make_volume({6, 6, 6}, [](auto x, auto y, auto z) { return x == z && y == 2; });
  EXPECT_GT(k_along(2, edges, options()), 0);
  const BitVolume corners =
      test::make_volume({6, 6, 6}, [](auto x, auto y, auto z) { return x == z && y == z; });
  EXPECT_EQ(k_along(2, corners, options()), 0);
}

// A channel that ends elsewhere than it begins goes on at a periodic end only if something is
// there.
TEST_P(PermeabilityTest, PeriodicEndsMustMeet) {
  const auto channel = [](auto x, auto y, auto z) {
    return y > 0 && ((z < 4 && x >= 1 && x < 3) || (z == 4 && x >= 1 && x < 9) ||
                     (z > 4 && x >= 7 && x < 9));
  };
  const BitVolume volume = test::make_volume({12, 5, 8}, channel);
  Options rule = options(Direction::kZ, Sides::kWalls);
  EXPECT_EQ(compute(volume, rule).flows.at(0).connected, 0);
  rule.ends = Ends::kAuto;
  const Flow flow = compute(volume, rule).flows.at(0);
  EXPECT_TRUE(flow.mirrored_ends);
  EXPECT_GT(flow.permeability[2], 0);
  // Where the sides are periodic it may go round them.
  const BitVolume spiral = test::make_volume({8, 5, 4}, [](auto x, auto y, auto z) {
    return y > 0 && (x / 2 == z || (x / 2 + 3) % 4 == z);
  });
  EXPECT_GT(k_along(2, spiral, options()), 0);
  EXPECT_EQ(k_along(2, spiral, options(Direction::kZ, Sides::kWalls)), 0);
}

// ---- Wrong input -------------------------------------------------------------------------------

std::string refusal(const BitVolume& volume, const Options& options,
                    SliceSink* velocity = nullptr) {
  return test::refusal([&] { compute(volume, options, velocity); });
}

TEST_P(PermeabilityTest, RefusesWhatIsImpossible) {
  const BitVolume volume = test::random_volume({5, 5, 5}, 0.5, 1);
  Options rule = options();
  rule.tau = 0.5;
  EXPECT_EQ(refusal(volume, rule),
            "tau=0.5 is not allowed; use 0 (chosen from the pores), or 0.55 to 5");
  rule = options();
  rule.spread = 0;
  EXPECT_EQ(refusal(volume, rule), "spread=0 is not allowed; use 1e-06 to 0.1");
  rule = options();
  rule.max_steps = 0;
  EXPECT_EQ(refusal(volume, rule), "max_steps=0 is not allowed; use 20 to 1000000000");
  EXPECT_EQ(refusal(BitVolume({5, 5, 1}), options()),
            "permeability needs a volume of two voxels at least along each axis, not 5 x 5 x 1");
  EXPECT_EQ(refusal(BitVolume({5, 5, 5}), options()),
            "the image has no foreground voxels, which are the pores");
  const BitVolume full = test::make_volume({5, 5, 5}, [](auto...) { return true; });
  EXPECT_EQ(refusal(full, options()),
            "the image has no solid, and nothing resists the flow: its permeability is infinite; "
            "use sides=walls");
  rule = options();
  rule.refine = true;
  EXPECT_EQ(refusal(test::random_volume({5, 3, 5}, 0.5, 1), rule),
            "half the resolution needs a volume of four voxels at least along each axis, not 5 x 3 "
            "x 5");
  CollectSlices velocities;
  EXPECT_EQ(refusal(volume, options(Direction::kAll), &velocities),
            "there is a velocity image of one direction only; use direction=x, y or z");
}

TEST_P(PermeabilityTest, PassesOnWhatASinkThrows) {
  NoProgress progress;
  const BitVolume volume = test::make_volume({6, 6, 6}, [](auto x, auto, auto) { return x > 1; });
  test::FailingSink sink;
  EXPECT_THROW(measure(volume, options(), &sink, progress), std::runtime_error);
}

// Whatever the borders are.
TEST_P(PermeabilityTest, GivesTheBitsOfTheScalarCode) {
  const BitVolume volume = test::balls({66, 13, 12}, 4, 30, 3);
  for (const Sides sides : {Sides::kWalls, Sides::kPeriodic, Sides::kMirrored})
    for (const Ends ends : {Ends::kPeriodic, Ends::kMirrored})
      for (const Direction direction : {Direction::kX, Direction::kY, Direction::kZ}) {
        const auto bits_of = [&](const std::string& backend) {
          Options rule = options(direction, sides);
          rule.phase = Phase::kBackground;
          rule.ends = ends;
          rule.max_steps = 20;
          rule.backend = backend;
          CollectSlices velocities;
          const Result result = compute_vectors(volume, rule, velocities);
          EXPECT_EQ(result.run.backend, backend);
          test::Bits bits;
          for (const double k : result.flows.at(0).permeability) bits.add(k);
          return bits.add(result.flows.at(0).max_velocity).add(velocities.values());
        };
        EXPECT_TRUE(bits_of(GetParam()) == bits_of("scalar"));
      }
}

INSTANTIATE_TEST_SUITE_P(Backends, PermeabilityTest, testing::ValuesIn(test::available_backends()),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, PermeabilityScalarTest, testing::Values("scalar"),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, PermeabilityThorough,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::permeability
