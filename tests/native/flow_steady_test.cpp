// SPDX-License-Identifier: BSD-2-Clause
// Flows that begin slowly, and that end when they are steady.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bits.hpp"
#include "flow_reference.hpp"
#include "flow_runs.hpp"
#include "refusal.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::CollectSlices;
using test::flow_through;

constexpr Face kClosed = Face::kClosed, kFree = Face::kFree, kPeriodic = Face::kPeriodic,
               kMoving = Face::kMoving;

// Through a channel of 12 voxels, which approaches its end with a time of 144 / pi^2 / viscosity.
Options channel(std::int64_t steps) {
  Options options;
  options.faces() = {kClosed, kClosed, kPeriodic, kPeriodic, kPeriodic, kPeriodic};
  options.force = {0, 0, 1e-5};
  options.steps = steps;
  return options;
}

std::string refusal(const Options& options) {
  return test::refusal([&] { flow_through(all_fluid({12, 12, 12}), options); });
}

TEST(FlowSteadyTest, EndsNearTheLimit) {
  const BitVolume fluid = all_fluid({12, 1, 1});
  const double limit = flow_through(fluid, channel(5000)).mean_velocity[2];
  std::int64_t before = 0;
  for (const double steady : {0.05, 0.01, 0.001, 0.0001}) {
    Options options = channel(5000);
    options.steady = steady;
    const Result result = flow_through(fluid, options);
    EXPECT_GE(result.steady_step, before);
    EXPECT_LT(result.steady_step, 1500);
    EXPECT_EQ(result.steady_step % 50, 0);
    EXPECT_LE(result.steady_change, steady);
    EXPECT_GT(result.steady_change, 0);
    EXPECT_NEAR(result.mean_velocity[2], limit, steady * limit);
    EXPECT_EQ(result.steps, 5000);
    before = result.steady_step;
    // The flow is that of as many steps, which says how much it changed in its last tenth.
    options = channel(result.steady_step);
    EXPECT_EQ(flow_through(fluid, options).mean_velocity, result.mean_velocity);
    EXPECT_LT(result.change, steady);
  }
}

// Where the time to the end is far longer than the fewest steps looked at.
TEST(FlowSteadyTest, EndsNearTheLimitOfASlowFlow) {
  const BitVolume fluid = all_fluid({12, 1, 1});
  Options options = channel(60000);
  options.viscosity = 0.004;  // a time of 3600 steps
  const double limit = flow_through(fluid, options).mean_velocity[2];
  for (const double steady : {0.05, 0.01}) {
    options.steady = steady;
    const Result result = flow_through(fluid, options);
    EXPECT_GT(result.steady_step, 0);
    EXPECT_NEAR(result.mean_velocity[2], limit, steady * limit);
  }
}

TEST(FlowSteadyTest, SaysWhereItDoesNotEnd) {
  Options options;  // it falls for ever
  options.faces() = Faces::all(kPeriodic);
  options.force = {0, 0, 1e-5};
  options.steps = 2000;
  options.steady = 0.001;
  const Result result = flow_through(all_fluid({4, 4, 4}), options);
  EXPECT_EQ(result.steady_step, 0);
  EXPECT_NEAR(result.steady_change, 1.0 / 3, 0.05);  // in a third of the steps
}

TEST(FlowSteadyTest, RestIsSteady) {
  Options options = channel(100000);
  options.force = {0, 0, 0};
  options.steady = 1e-6;
  EXPECT_EQ(flow_through(all_fluid({12, 1, 1}), options).steady_step, 200);
}

// What is to be seen after that: the same field, through which particles go on.
TEST(FlowSteadyTest, PicturesGoOn) {
  const BitVolume fluid = all_fluid({12, 4, 6});
  Options options = channel(4000);
  options.frames = 40;
  options.particles = 20;
  options.steady = 0.001;
  CollectSlices movie, points;
  NoProgress progress;
  const Result result =
      simulate({&fluid, nullptr}, options, {nullptr, &movie, &points, nullptr}, progress);
  ASSERT_GT(result.steady_step, 0);
  ASSERT_LT(result.steady_step, 2000);
  EXPECT_EQ(movie.slices(), 40);
  EXPECT_EQ(points.slices(), 40);
  EXPECT_EQ(movie.at(6, 2, 39), movie.at(6, 2, 20));
  EXPECT_NE(movie.at(6, 2, 39), movie.at(6, 2, 0));
  options.steady = 0;
  CollectSlices all;
  simulate({&fluid, nullptr}, options, {nullptr, nullptr, &all, nullptr}, progress);
  for (std::int64_t i = 0; i < 20; ++i) {
    const double away = points.at(2, i, 39) - all.at(2, i, 39);
    EXPECT_LT(std::abs(away - 6 * std::round(away / 6)), 0.02) << i;  // 4 voxels in all
  }
}

TEST(FlowSteadyTest, WaitsForTheRamp) {
  Options options = channel(5000);
  options.ramp = 3000;
  options.steady = 0.05;
  const Result result = flow_through(all_fluid({12, 1, 1}), options);
  EXPECT_EQ(result.steady_step, 4500);  // 3000, and a third of all
}

TEST(FlowSteadyTest, RefusesWhatDoesNotGoTogether) {
  Options options = channel(100);
  options.steady = 0.2;
  EXPECT_EQ(refusal(options), "steady=0.2 is not allowed; use 0 (all steps), or 1e-06 to 0.05");
  options.steady = 0.01;
  options.bodies = "sphere centre=6,6,6 radius=2\n";
  EXPECT_EQ(refusal(options), "accepted");
  options.bodies += "sphere centre=3,3,11 radius=1 velocity=0,0,0.01\n";
  EXPECT_EQ(refusal(options),
            "bodies, line 2: a flow around a body that moves does not become steady; leave out its "
            "density=, velocity= and spin=, or steady=");
  options = channel(100);
  options.ramp = 101;
  EXPECT_EQ(refusal(options), "ramp=101 is not allowed; use 0 to steps, which is 100");
}

// ---- The ramp ----------------------------------------------------------------------------------

// Steps from rest, by the obvious loop; bits of forces and of faces that move and are free.
TEST(FlowRampTest, GivesTheBitsOfTheObviousLoop) {
  const Shape shape{9, 5, 4};
  GreyVolume volume(shape, PixelType::kUint8);
  test::Random random(5);
  auto* const pixels = volume.data<std::uint8_t>();
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const std::int64_t kind = random.below(10);
    pixels[i] = static_cast<std::uint8_t>(kind < 2 ? 255 : kind < 4 ? random.below(255) : 0);
  }
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = {kPeriodic, kPeriodic, kMoving, kClosed, kFree, kFree};
  options.viscosity = 0.04;
  options.force = {2e-4, -1e-4, 3e-4};
  options.wall = {0.03, -0.02, 0.05};
  for (const std::int64_t steps : {7, 12, 70}) {
    options.steps = steps;
    options.ramp = std::min<std::int64_t>(steps, 10);
    test::PlainFluid plain(shape, {pixels, pixels + shape.voxel_count()}, options);
    for (std::int64_t i = 0; i < steps; ++i) plain.step();
    for (const std::string& backend : test::available_backends()) {
      options.backend = backend;
      CollectSlices found;
      flow_through(volume, options, &found);
      for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
        const std::int64_t x = i % 9, y = i / 9 % 5, z = i / 45;
        const auto u = plain.velocity(x, y, z);
        for (int a = 0; a < 3; ++a) {
          ASSERT_EQ(found.at(x, y, z, a), u[static_cast<std::size_t>(a)]) << backend << " " << i;
        }
      }
    }
  }
}

// Velocities that change their sign from step to step never fade; faces that set in at once left
// some in small pores, and so did ramps of an odd number of steps.
TEST(FlowRampThorough, LeavesNothingThatChangesItsSign) {
  const Shape shape{8, 8, 8};
  test::Random random(3);
  BitVolume fluid = test::make_volume(shape, [&](auto, auto, auto) { return random.below(3) > 0; });
  Options lid;
  lid.faces() = {kPeriodic, kPeriodic, kMoving, kClosed, kPeriodic, kPeriodic};
  lid.wall = {0, 0, 0.01};
  lid.force = {0, 0, 0};
  Options force;
  force.faces() = {kPeriodic, kPeriodic, kClosed, kClosed, kPeriodic, kPeriodic};
  force.force = {0, 0, 1e-4};
  for (Options options : {lid, force})
    for (const std::int64_t ramp : {0, 1, 3, 4}) {
      options.ramp = ramp;
      std::array<CollectSlices, 2> fields;
      for (const int more : {0, 1}) {
        options.steps = 1500 + more;
        flow_through(fluid, options, &fields[static_cast<std::size_t>(more)]);
      }
      double change = 0, size = 0;
      for (std::int64_t i = 0; i < shape.voxel_count(); ++i)
        for (int a = 0; a < 3; ++a) {
          const std::int64_t x = i % 8, y = i / 8 % 8, z = i / 64;
          const double now = fields[1].at(x, y, z, a);
          change += std::pow(now - fields[0].at(x, y, z, a), 2);
          size += now * now;
        }
      EXPECT_LT(std::sqrt(change / size), 1e-4) << ramp << " " << options.force->z;
    }
}

// A stream that sets in at once sends sound through the box, of speeds above its own.
TEST(FlowRampTest, AStreamThatSetsInSlowlyIsNotLouder) {
  Options options;
  options.faces() = {kMoving, kFree, kClosed, kClosed, kPeriodic, kPeriodic};
  options.wall = {0.02, 0, 0};
  options.force = {0, 0, 0};
  options.viscosity = 0.05;
  options.steps = 3000;
  const BitVolume fluid =
      test::make_volume({60, 20, 1}, [](auto x, auto y, auto) { return x < 30 || y > 9; });
  const Result sudden = flow_through(fluid, options);
  options.ramp = 2000;
  const Result slow = flow_through(fluid, options);
  EXPECT_NEAR(slow.mean_velocity[0], sudden.mean_velocity[0], 1e-3 * sudden.mean_velocity[0]);
  EXPECT_GT(sudden.mach, 1.2 * slow.mach);
  EXPECT_NEAR(slow.mach, slow.max_speed * std::sqrt(3), 0.02 * slow.mach);
}

}  // namespace
}  // namespace bitvox::flow
