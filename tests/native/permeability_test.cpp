// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <tuple>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/volumes/grey_volume.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "ops/permeability/permeability_level.hpp"
#include "ops/permeability/permeability_percolation.hpp"
#include "permeability_reference.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::permeability {
namespace {

using test::CollectSlices;

Result compute(const BitVolume& volume, const Options& options, SliceSink* velocity = nullptr) {
  NoProgress progress;
  return measure(volume, options, velocity, progress);
}

// The same with velocities along x, y and z.
Result compute_vectors(const BitVolume& volume, Options options, SliceSink& velocity) {
  options.velocity = VelocityImage::kVector;
  return compute(volume, options, &velocity);
}

class PermeabilityTest : public testing::TestWithParam<std::string> {
 protected:
  // So strict that little is left to change.
  Options options(Direction direction = Direction::kZ, Sides sides = Sides::kPeriodic) const {
    Options result;
    result.direction = direction;
    result.sides = sides;
    result.ends = Ends::kPeriodic;
    result.spread = 1e-4;
    result.change = 1e-5;
    result.backend = GetParam();
    return result;
  }

  double k_along(int axis, const BitVolume& volume, Options rule) const {
    rule.direction = static_cast<Direction>(axis);
    return compute(volume, rule).flows.at(0).permeability[static_cast<std::size_t>(axis)];
  }

  void expect_the_plain_method_at_every_border() const;
};

class PermeabilityScalarTest : public PermeabilityTest {};
class PermeabilityThorough : public PermeabilityTest {};

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

void PermeabilityTest::expect_the_plain_method_at_every_border() const {
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
        Options rule = options(static_cast<Direction>(axis), sides);
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
  expect_the_plain_method_at_every_border();
}
TEST_P(PermeabilityScalarTest, AgreesWithThePlainMethodAtEveryBorder) {
  expect_the_plain_method_at_every_border();
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

// ---- Closed forms ------------------------------------------------------------------------------

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

// ---- Steadiness --------------------------------------------------------------------------------

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
        GetParam(), GpuUse::kPays, report, [&] { return make_flow_cuda(grid, 32, part); },
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

// ---- Half the resolution -----------------------------------------------------------------------

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
