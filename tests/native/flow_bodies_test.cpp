// SPDX-License-Identifier: BSD-2-Clause
// Bodies that move through the fluid: what it does to them, by formulas and the literature. Those
// called Slow run for minutes; what they found is in docs/flow.md.
#include "ops/flow/flow_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/error.hpp"
#include "flow_runs.hpp"
#include "ops/flow/flow_particles.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::KeptBodies;
using test::still_fluid;
using test::watch;

constexpr Face kClosed = Face::kClosed, kPeriodic = Face::kPeriodic, kMoving = Face::kMoving;

TEST(FlowBodiesTest, StopsWhatIsTooFast) {
  const std::string words =
      ": the body became faster than a voxel a step: use a smaller gravity, velocity or spin, a "
      "larger viscosity, or a larger density where it is thinner than four voxels";
  Options options = still_fluid(0.1, 200, kPeriodic);
  const auto stopped = [&](const std::string& bodies) {
    options.bodies = bodies;
    return test::refusal([&] { watch(all_fluid({16, 16, 16}), options); });
  };
  EXPECT_EQ(stopped("\nbox centre=8,8,8 size=6,6,6 spin=1,1,1"), "bodies, line 2" + words);
  // A fall that ends in no number.
  const std::string fall = stopped(
      "sphere centre=8,8,8 radius=2 density=1000 velocity=0.17,0,0\ngravity acceleration=0,0.01,0");
  EXPECT_TRUE(fall == "bodies, line 1" + words || fall.find("Mach number") != std::string::npos)
      << fall;
}

// ---- What the fluid does -----------------------------------------------------------------------

// A fixed sphere in a periodic box under a body force: in steady flow it carries all of it, and the
// flow is that of a simple cubic array (Zick and Homsy: K = 2.810 for a = 0.24814 L).
TEST(FlowBodiesThorough, AFixedSphereCarriesWhatDrivesTheFluid) {
  constexpr std::int64_t kSide = 20;
  const double radius = 0.24814 * kSide;
  Options options = still_fluid(1.0 / 6, 2500, kPeriodic);
  options.force = {0, 0, 1e-6};
  options.bodies = "sphere centre=9.5,9.5,9.5 radius=" + std::to_string(radius);
  NoProgress progress;
  KeptBodies seen;
  const BitVolume fluid = all_fluid({kSide, kSide, kSide});
  const Result result =
      simulate({&fluid, nullptr}, options, {nullptr, nullptr, nullptr, &seen}, progress);
  const double volume = std::pow(kSide, 3);
  const double inside = 4 * std::numbers::pi / 3 * std::pow(radius, 3);
  EXPECT_NEAR(seen.force(0).z, 1e-6 * (volume - inside), 0.02 * 1e-6 * volume);
  EXPECT_NEAR(seen.force(0).x, 0, 1e-9);
  EXPECT_NEAR(seen.torque(0).x, 0, 1e-8);
  const double drag =
      1e-6 * volume / (6 * std::numbers::pi * options.viscosity * radius * result.mean_velocity[2]);
  EXPECT_NEAR(drag, 2.810, 0.08 * 2.810);
}

// Stokes: far from others a sphere at rest feels 6 pi viscosity a U. In a dilute cubic array, of a
// part c of the volume, it is K times as much, 1/K = 1 - 1.7601 c^(1/3) + c - 1.5593 c^2 (Hasimoto
// 1959), U the mean velocity over all of a cell.
double stokes_drag(std::int64_t radius, std::int64_t side) {
  const double length = static_cast<double>(side), a = static_cast<double>(radius);
  const double c = 4 * std::numbers::pi / 3 * std::pow(a / length, 3);
  const double k = 1 / (1 - 1.7601 * std::cbrt(c) + c - 1.5593 * c * c);
  Options options = still_fluid(1.0 / 6, 0, kPeriodic);
  // Eight times what the drag takes to stop the fluid: 0.03 % from the limit.
  options.steps =
      std::llround(8 * std::pow(length, 3) / (6 * std::numbers::pi * options.viscosity * a * k));
  options.force = {0, 0, 1e-7};
  const std::string middle = std::to_string((length - 1) / 2);
  options.bodies =
      "sphere centre=" + middle + "," + middle + "," + middle + " radius=" + std::to_string(radius);
  NoProgress progress;
  const BitVolume fluid = all_fluid({side, side, side});
  const Result result = simulate({&fluid, nullptr}, options, {}, progress);
  return 1e-7 * std::pow(length, 3) /
         (6 * std::numbers::pi * options.viscosity * a * k * result.mean_velocity[2]);
}

// What docs/flow.md says: the error falls with the radius.
TEST(FlowBodiesThorough, AFixedSphereFeelsTheDragOfStokes) {
  EXPECT_NEAR(stokes_drag(3, 24), 1 - 0.112, 0.002);
}

TEST(FlowBodiesSlowTest, AFixedSphereFeelsTheDragOfStokes) {
  EXPECT_NEAR(stokes_drag(4, 32), 1 - 0.067, 0.002);
  EXPECT_NEAR(stokes_drag(6, 48), 1 - 0.033, 0.002);
}

// A sphere that spins in a box of seven radii: its torque over 8 pi viscosity a^3 spin.
double torque_of_spinning_sphere(std::int64_t radius) {
  const std::int64_t side = 7 * radius;
  Options options = still_fluid(1.0 / 6, 44 * radius * radius, kPeriodic);
  const std::string middle = std::to_string(static_cast<double>(side - 1) / 2);
  options.bodies = "sphere centre=" + middle + "," + middle + "," + middle +
                   " radius=" + std::to_string(radius) + " spin=0,0.001,0";
  const KeptBodies seen = watch(all_fluid({side, side, side}), options);
  EXPECT_NEAR(seen.force(0).y, 0, 1e-6);  // no force
  const double cube = static_cast<double>(radius * radius * radius);
  return -seen.torque(0).y / (8 * std::numbers::pi * options.viscosity * cube * 1e-3);
}

TEST(FlowBodiesThorough, ASpinningSphereFeelsItsTorque) {
  EXPECT_NEAR(torque_of_spinning_sphere(4), 1, 0.12);
}

TEST(FlowBodiesSlowTest, ASpinningSphereFeelsItsTorque) {
  for (const std::int64_t radius : {4, 6, 8, 10}) {
    const double found = torque_of_spinning_sphere(radius);
    std::printf("radius %d: torque %+.1f %%\n", static_cast<int>(radius), 100 * (found - 1));
    std::fflush(stdout);
    EXPECT_NEAR(found, 1, radius < 8 ? 0.12 : 0.06);
  }
}

// In a periodic box without forces momentum is kept from the first step on: the fluid within a body
// that begins with a velocity is set going at nobody's cost. What moves with the body counts as
// fluid.
TEST(FlowBodiesTest, MomentumIsKeptFromTheFirstStep) {
  constexpr std::int64_t kSide = 24;
  const BitVolume fluid = all_fluid({kSide, kSide, kSide});
  for (const double density : {0.7, 1.0, 2.5}) {
    const double volume = 4 * std::numbers::pi / 3 * std::pow(5, 3);
    const double began = density * volume * 0.02;
    for (const std::int64_t steps : {40, 150}) {
      Options options = still_fluid(0.1, steps, kPeriodic);
      options.bodies =
          "sphere centre=11.3,12.2,10.9 radius=5 velocity=0.02,0,0 spin=0,0,0.002"
          " density=" +
          std::to_string(density);
      NoProgress progress;
      KeptBodies seen;
      const Result result =
          simulate({&fluid, nullptr}, options, {nullptr, nullptr, nullptr, &seen}, progress);
      const double ended = result.mean_velocity[0] * std::pow(kSide, 3) +
                           (density - 1) * volume * seen.velocity(0).x;
      EXPECT_NEAR(ended, began, 0.02 * volume * 0.02) << density << " after " << steps;
      EXPECT_GT(seen.velocity(0).x, 0.0005) << density << " after " << steps;
      if (steps == 40) {
        EXPECT_GT(seen.spin(0).z, 0.0001) << density;
      }
    }
  }
}

// What is as dense as the fluid goes with it: between a wall at rest and one that moves a sphere
// has the velocity of the fluid there, and turns with half of the shear (a little less in a box).
TEST(FlowBodiesThorough, AFreeSphereGoesWithTheShear) {
  Options options = still_fluid(1.0 / 6, 1500, kPeriodic);
  options.faces()[2] = kClosed;
  options.faces()[3] = kMoving;
  options.wall = {0.05, 0, 0};
  options.bodies = "sphere centre=11.5,11.5,11.5 radius=3 density=1";
  const KeptBodies seen = watch(all_fluid({24, 24, 24}), options);
  EXPECT_NEAR(seen.velocity(0).x, 0.025, 0.02 * 0.025);  // velocity x
  const double shear = 0.05 / 24;
  EXPECT_NEAR(seen.spin(0).z, -shear / 2, 0.1 * shear / 2);  // spin z
}

// A cube that is pushed along one axis, and one turned by a quarter, are the same.
TEST(FlowBodiesTest, ABoxTurns) {
  Options options = still_fluid(0.1, 200, kPeriodic);
  options.bodies = "box centre=15.5,15.5,11.5 size=8,4,4 spin=0,0,0.00785398";  // pi / 2
  const KeptBodies seen = watch(all_fluid({32, 32, 24}), options);
  EXPECT_LT(seen.torque(0).z, 0);
  EXPECT_NEAR(seen.torque(0).x, 0, 1e-6);
  options.bodies = "box centre=15.5,15.5,11.5 size=4,8,4 spin=0,0,0.00785398";
  EXPECT_NEAR(watch(all_fluid({32, 32, 24}), options).torque(0).z, seen.torque(0).z,
              2e-3 * std::abs(seen.torque(0).z));
}

TEST(FlowBodiesTest, TellsWhatABodyLooksLike) {
  const BitVolume fluid = test::all_fluid({32, 32, 16});
  Options options;
  options.force = {0, 0, 0};
  options.steps = 1000;
  options.frames = 1;
  options.bodies =
      "sphere centre=6,6,8 radius=3\n"
      "box centre=20,20,8 size=8,4,6 spin=0,0,0.00157079633\n";  // pi / 2
  test::KeptBodies moved;
  NoProgress progress;
  simulate({&fluid, nullptr}, options, {nullptr, nullptr, nullptr, &moved}, progress);
  ASSERT_EQ(moved.frames.size(), 1U);
  const BodyStates& found = moved.frames[0];
  EXPECT_EQ(found.radii, (std::vector<float>{3, 0}));
  const float halves[] = {3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 4, 0, -2, 0, 0, 0, 0, 3};
  ASSERT_EQ(found.halves.size(), std::size(halves));
  for (std::size_t i = 0; i < std::size(halves); ++i) {  // a step is a turn of 0.0016
    EXPECT_NEAR(found.halves[i], halves[i], i < 9 ? 1e-6 : 0.02) << i;
  }
}

// However many there are, and however long it takes to find those that are near.
TEST(FlowBodiesTest, StopsAsBodiesMove) {
  class Stops final : public Progress {
   public:
    void report(std::int64_t, std::int64_t) override { throw Cancelled(); }
  } stops;
  NoProgress progress;
  const Grid grid = make_grid({20, 20, 20}, std::vector<std::uint8_t>(8000, 0),
                              still_fluid(0.1, 1, kPeriodic), 1, progress);
  Bodies bodies(grid, read_bodies("sphere centre=9,9,9 radius=3 density=2"), progress);
  EXPECT_THROW(bodies.move(stops), Cancelled);
}

TEST(FlowBodiesTest, CanBeStoppedBeforeTheFirstStep) {
  Options options = still_fluid(0.1, 1, kPeriodic);
  NoProgress progress;
  const Grid grid =
      make_grid({30, 30, 30}, std::vector<std::uint8_t>(27000, 0), options, 1, progress);
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text += "sphere centre=" + std::to_string(i % 10 * 3) + "," + std::to_string(i / 10 * 3) +
            ",9 radius=1\n";
  }
  test::CancelAfter body(50);
  EXPECT_THROW(Bodies(grid, read_bodies(text), body), Cancelled);
  test::CancelAfter particle(20);
  EXPECT_THROW(Particles(grid, 100000, particle), Cancelled);
  EXPECT_EQ(Particles(grid, 100000, progress).count(), 100000);
}

// ---- The literature ----------------------------------------------------------------------------

// ten Cate and others 2002: a sphere of 15 mm falls in a box of 100 x 100 x 160 mm. The largest
// speed, in m/s, with so many voxels across the sphere.
double falling(double density_of_fluid, double viscosity, double expected, double across,
               int precision) {
  const double voxel = 0.015 / across;
  const auto voxels = [&](double metres) {
    return static_cast<std::int64_t>(std::lround(metres / voxel));
  };
  const double speed = 0.02;  // voxels a step, where it should come to
  const double step = speed * voxel / expected;
  Options options = still_fluid(viscosity / density_of_fluid * step / voxel / voxel, 1, kClosed);
  options.steps = static_cast<std::int64_t>(0.09 / voxel / speed);
  options.frames = options.steps / 10;
  options.precision = precision;
  const double gap = 0.120 + 0.0075 / 2;  // below the sphere, as it begins
  char text[300];
  std::snprintf(text, sizeof text,
                "sphere centre=%.3f,%.3f,%.3f radius=%.4f density=%.6f\n"
                "gravity acceleration=0,0,%.9f\n",
                static_cast<double>(voxels(0.1) - 1) / 2, static_cast<double>(voxels(0.1) - 1) / 2,
                static_cast<double>(voxels(0.16)) - 0.5 - gap / voxel - across / 2, across / 2,
                1120 / density_of_fluid, 9.81 * step * step / voxel);
  options.bodies = text;
  const KeptBodies seen = watch(all_fluid({voxels(0.1), voxels(0.1), voxels(0.16)}), options);
  double fastest = 0;
  for (std::size_t i = 0; i < seen.frames.size(); ++i) {
    fastest = std::max(fastest, static_cast<double>(seen.velocity(0, i).z));
  }
  return fastest * voxel / step;
}

TEST(FlowBodiesSlowTest, ASphereFallsAsThatOfTenCate) {
  static constexpr double kCases[][4] = {{970, 0.373, 0.035986, 1.5},
                                         {965, 0.212, 0.05718, 4.1},
                                         {962, 0.113, 0.087269, 11.6},
                                         {960, 0.058, 0.12224, 31.9}};
  for (const auto& [density, viscosity, expected, reynolds] : kCases)
    for (const int precision : {32, 16}) {
      const double found = falling(density, viscosity, expected, 8, precision);
      std::printf("Re %.1f, %d bits: %.5f m/s, expected %.5f, %+.1f %%\n", reynolds, precision,
                  found, expected, 100 * (found / expected - 1));
      std::fflush(stdout);
      EXPECT_NEAR(found, expected, 0.1 * expected);
    }
}

}  // namespace
}  // namespace bitvox::flow
