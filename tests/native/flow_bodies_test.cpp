// SPDX-License-Identifier: BSD-2-Clause
// Bodies that move through the fluid: how they are read, that they keep apart, and what the fluid
// does to them, by formulas and the literature. Those called Slow run for minutes; what they found
// is in docs/flow.md.
#include "ops/flow/flow_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/error.hpp"
#include "core/random.hpp"
#include "flow_runs.hpp"
#include "ops/flow/flow_particles.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::KeptBodies;

constexpr Face kClosed = Face::kClosed, kPeriodic = Face::kPeriodic, kMoving = Face::kMoving;

// Frames of bodies: centre 0, velocity 3, spin 6, force 9, torque 12.
KeptBodies watch(const BitVolume& fluid, const Options& options) {
  NoProgress progress;
  KeptBodies seen;
  simulate({&fluid, nullptr}, options, {nullptr, nullptr, nullptr, &seen}, progress);
  return seen;
}

Options still_fluid(double viscosity, std::int64_t steps, Face face) {
  Options options;
  options.faces() = Faces::all(face);
  options.force = {0, 0, 0};
  options.viscosity = viscosity;
  options.steps = steps;
  options.frames = 1;
  return options;
}

// ---- The text ----------------------------------------------------------------------------------

TEST(FlowBodiesTest, ReadsTheText) {
  const BodyText text = read_bodies(
      "# two bodies\n\nsphere centre=1,2.5,3 radius=4 density=1.5 # free\n"
      "box velocity=0.1,0,-1e-2 centre=10,20,30 size=2,4,6 spin=0,0,0.01\r\n"
      "gravity acceleration=0,0.001,0\n");
  ASSERT_EQ(text.bodies.size(), 2U);
  EXPECT_EQ(text.gravity, (Vector{0, 0.001, 0}));
  const Body& sphere = text.bodies[0];
  EXPECT_EQ(sphere.centre, (Vector{1, 2.5, 3}));
  EXPECT_EQ(sphere.half, (Vector{4, 4, 4}));
  EXPECT_EQ(sphere.density, 1.5);
  EXPECT_EQ(sphere.line, 3);
  const Body& box = text.bodies[1];
  EXPECT_EQ(box.kind, Body::Kind::kBox);
  EXPECT_EQ(box.half, (Vector{1, 2, 3}));
  EXPECT_EQ(box.velocity, (Vector{0.1, 0, -0.01}));
  EXPECT_EQ(box.spin, (Vector{0, 0, 0.01}));
  EXPECT_FALSE(box.free());
  EXPECT_NEAR(box.volume(), 48, 1e-12);
}

std::string refusal(const std::string& bodies) {
  Options options;
  options.bodies = bodies;
  options.steps = 1;
  NoProgress progress;
  BitVolume fluid = all_fluid({20, 20, 20});
  fluid.slice(5)[5] = 0;
  return test::refusal([&] { simulate({&fluid, nullptr}, options, {}, progress); });
}

TEST(FlowBodiesTest, RefusesWhatCannotBeRead) {
  EXPECT_EQ(refusal("\nball centre=1,2,3"),
            "bodies, line 2: 'ball' is not allowed; use sphere, box or gravity");
  EXPECT_EQ(refusal("sphere centre=1,2,3"), "bodies, line 1: a sphere needs radius=");
  EXPECT_EQ(
      refusal("sphere centre=1,2 radius=2"),
      "bodies, line 1: centre=1,2 is not allowed; use three numbers with commas between them");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=2,"),
            "bodies, line 1: radius=2, is not allowed; use a number");
  EXPECT_EQ(refusal("sphere centre=1,2,x radius=2"),
            "bodies, line 1: centre=1,2,x is not allowed; use three numbers with commas between "
            "them");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=0.1"),
            "bodies, line 1: radius=0.1 is not allowed; use 0.5 to 1e+06");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=2 colour=3"),
            "bodies, line 1: a sphere has no colour; use centre, radius, velocity, spin, density");
  EXPECT_EQ(refusal("box center=1,2,3 size=2,2,2"),
            "bodies, line 1: a box has no center; use centre, size, velocity, spin, density");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=2 radius=3"),
            "bodies, line 1: radius is given twice");
  EXPECT_EQ(refusal("sphere fast"), "bodies, line 1: 'fast' is not key=value");
  EXPECT_EQ(refusal("box centre=9,9,9 size=3,3,3 velocity=0.3,0,0"),
            "bodies, line 1: velocity=0.3,0,0 is not allowed; use -0.17 to 0.17");
}

// Each part of numbers is read to its end: none was where the last one could not be read.
TEST(FlowBodiesTest, RefusesNumbersThatAreNone) {
  for (const char* const radius :
       {"4,1e999", "4,1e", "4-", "1e999", "", ",", "4,,", ",4", "4,4", "nan", "0x4", "4;4"}) {
    EXPECT_EQ(refusal(std::string("sphere centre=10,10,12 radius=") + radius),
              std::string("bodies, line 1: radius=") + radius + " is not allowed; use a number");
  }
  for (const char* const centre : {"9,9,9,1e999", "9+9+9", "9-9-9", "9.5.5.25", "9,9,9,9", "9,,9,9",
                                   "9,9", "9,9,9,", ",9,9,9", "9,9,9x"}) {
    EXPECT_EQ(refusal(std::string("sphere radius=3 centre=") + centre),
              std::string("bodies, line 1: centre=") + centre +
                  " is not allowed; use three numbers with commas between them");
  }
  EXPECT_EQ(refusal("sphere centre=+10,1.e1,.12E+2 radius=3"), "accepted");
}

TEST(FlowBodiesTest, TakesLinesOfAllSystems) {
  for (const char* const end : {"\n", "\r", "\r\n"}) {
    const std::string line(end);
    const BodyText text =
        read_bodies("\xEF\xBB\xBF# one" + line + line + "sphere centre=9,9,9 radius=3" + line +
                    "box centre=9,9,9 size=3,3,3");
    ASSERT_EQ(text.bodies.size(), 2U);
    EXPECT_EQ(text.bodies[0].line, 3);
    EXPECT_EQ(text.bodies[1].line, 4);
  }
  const std::string none =
      "bodies: no sphere and no box is given; use lines that begin with sphere or box";
  EXPECT_EQ(refusal("\n"), none);
  EXPECT_EQ(refusal("# sphere\ngravity acceleration=0,0.001,0"), none);
}

TEST(FlowBodiesTest, RefusesMoreThanItCanCompare) {
  const std::string line = "sphere centre=9,9,9 radius=3\n";
  std::string text;
  for (int i = 0; i < 10000; ++i) text += line;
  EXPECT_EQ(read_bodies(text).bodies.size(), 10000U);
  EXPECT_EQ(refusal(text + line),
            "bodies, line 10001: there are more than 10000 bodies, which is not allowed");
}

TEST(FlowBodiesTest, QuotesThePartThatIsEnough) {
  const std::string many(1000, 'b');
  const std::string most = std::string(40, 'b') + "...";
  EXPECT_EQ(refusal(many),
            "bodies, line 1: '" + most + "' is not allowed; use sphere, box or gravity");
  EXPECT_EQ(refusal("sphere " + many), "bodies, line 1: '" + most + "' is not key=value");
  EXPECT_EQ(refusal("sphere " + many + "=1"), "bodies, line 1: a sphere has no " + most +
                                                  "; use centre, radius, velocity, spin, density");
  EXPECT_EQ(refusal("sphere centre=" + many + " radius=1"),
            "bodies, line 1: centre=" + most +
                " is not allowed; use three numbers with commas between them");
  std::string word;  // letters of two bytes stay whole
  for (int i = 0; i < 40; ++i) word += "\xC3\xA4";
  EXPECT_EQ(refusal("x" + word), "bodies, line 1: 'x" + word.substr(0, 38) +
                                     "...' is not allowed; use sphere, box or gravity");
}

TEST(FlowBodiesTest, TakesGravityOnce) {
  EXPECT_EQ(refusal("gravity acceleration=0,0.001,0\nsphere centre=9,9,12 radius=3\n"
                    "gravity acceleration=0,0,0"),
            "bodies, line 3: gravity is given twice, as in line 1");
  EXPECT_EQ(refusal("sphere centre=9,9,12 radius=3\ngravity acceleration=0,0,0.001"),
            "bodies, line 2: gravity pulls bodies that have a density, and none has; give one to a "
            "sphere or box, or leave gravity out");
}

TEST(FlowBodiesTest, RefusesWhatOverlapsOrLiesOutside) {
  const std::string one = "sphere centre=10,10,12 radius=3\n";
  EXPECT_EQ(refusal(one), "accepted");
  EXPECT_EQ(refusal(one + "box centre=10,14,12 size=4,4,4"),
            "bodies, line 2: the box overlaps that of line 1");
  EXPECT_EQ(refusal(one + "box centre=10,15.1,12 size=4,4,4"), "accepted");
  EXPECT_EQ(refusal("sphere centre=2,10,12 radius=3"),
            "bodies, line 1: the sphere lies outside of the volume, or in part");
  EXPECT_EQ(refusal("sphere centre=10,10,1 radius=3"), "accepted");  // z is periodic
  EXPECT_EQ(refusal("sphere centre=10,5,7 radius=3"),
            "bodies, line 1: the sphere overlaps solid of the image");
  EXPECT_EQ(refusal("box centre=10,10,12 size=4,4,30"),
            "bodies, line 1: the box is larger than the volume: it needs as many slices as it is "
            "thick, 30; the image has 20");
}

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

// ---- Contact -----------------------------------------------------------------------------------

double distance_between(const KeptBodies& seen, std::size_t frame) {
  double square = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    square += std::pow(seen.centre(1, frame)[a] - seen.centre(0, frame)[a], 2);
  }
  return std::sqrt(square);
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

// Sticks side by side are farther from one another than they are long, but not along every axis.
TEST(FlowBodiesTest, SticksPushEachOther) {
  NoProgress progress;
  const Grid grid = make_grid({40, 40, 40}, std::vector<std::uint8_t>(64000, 0),
                              still_fluid(0.1, 1, kPeriodic), 1, progress);
  const auto after_a_step = [&](const std::string& at) {
    Bodies bodies(grid,
                  read_bodies("box centre=8,8,20 size=2,2,30 density=2\nbox centre=" + at +
                              " size=2,2,30 density=2"),
                  progress);
    bodies.move(progress);
    return bodies.all()[1].velocity;
  };
  EXPECT_GT(after_a_step("10.5,8,20")[0], 0);
  EXPECT_LT(after_a_step("8,5.5,28")[1], 0);
  EXPECT_EQ(after_a_step("14,8,20"), (Vector{}));
}

// Pairs are those of all with all, across periodic faces too: what pushes bodies is the same
// wherever they are in a periodic box.
TEST(FlowBodiesTest, PushesAcrossFaces) {
  Options options = still_fluid(0.1, 1, kPeriodic);
  const Shape shape{30, 30, 30};
  NoProgress progress;
  const Grid grid = make_grid(shape, std::vector<std::uint8_t>(27000, 0), options, 1, progress);
  const auto pushes = [&](double x, double y, double z) {
    BodyText text;
    Random random(1);
    for (int i = 0; i < 300; ++i) {  // a lattice of spheres half a voxel apart, a bit moved
      Body body;
      body.half = {1.15, 1.15, 1.15};
      body.density = i % 3 == 0 ? 0 : 2;
      const int place[3] = {i % 10, i / 10 % 10, i / 100 * 4};
      const double by[3] = {x, y, z};
      for (std::size_t a = 0; a < 3; ++a) {
        const double noise = 0.3 * static_cast<double>(random.below(1000)) / 1000;
        body.centre[a] = std::fmod(3 * place[a] + noise + by[a], 30);
      }
      text.bodies.push_back(body);
    }
    Bodies bodies(grid, text, progress);
    bodies.move(progress);
    return bodies;
  };
  const Bodies here = pushes(0, 0, 0), there = pushes(14, 23, 8);
  int pushed = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t a = 0; a < 3; ++a) {
      EXPECT_NEAR(here.all()[i].push[a], there.all()[i].push[a], 1e-12);
    }
    if (length_of(here.all()[i].push) > 0) ++pushed;
    if (here.all()[i].free()) continue;
    EXPECT_EQ(length_of(here.all()[i].push), 0);
  }
  EXPECT_EQ(pushed, 200);
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

TEST(FlowBodiesTest, BodiesKeepApart) {
  Options options = still_fluid(0.02, 500, kClosed);
  options.frames = 250;
  for (const char* const what : {"sphere centre=5,7.2,7.5 radius=3 density=2 velocity=0.06,0,0\n"
                                 "sphere centre=14,7.5,7.5 radius=3 density=2 velocity=-0.06,0,0",
                                 "sphere centre=5,7.2,7.5 radius=3 density=2 velocity=0.06,0,0\n"
                                 "box centre=14,7.5,7.5 size=6,6,6 velocity=-0.01,0,0",
                                 "box centre=5,7.2,7.5 size=6,6,6 density=3 velocity=0.06,0,0\n"
                                 "box centre=14,7.5,7.5 size=6,6,6 density=3 velocity=-0.06,0,0"}) {
    options.bodies = what;
    const KeptBodies seen = watch(all_fluid({22, 16, 16}), options);
    double nearest = 100;
    for (std::size_t i = 0; i < 250; ++i) nearest = std::min(nearest, distance_between(seen, i));
    EXPECT_GT(nearest, 6.0) << what;
    EXPECT_LT(nearest, 7.2) << what;
  }
}

TEST(FlowBodiesTest, BodiesRestOnWallsAndSolid) {
  Options options = still_fluid(0.1, 1500, kClosed);
  const BitVolume fluid =  // a floor of solid in one half, the face in the other
      test::make_volume({28, 22, 13}, [](auto x, auto y, auto) { return x < 14 || y < 18; });
  options.bodies =
      "sphere centre=6,9,6 radius=3 density=3\n"
      "sphere centre=21,9,6 radius=3 density=3\n"
      "gravity acceleration=0,0.0005,0";
  const KeptBodies seen = watch(fluid, options);
  EXPECT_NEAR(seen.centre(0).y, 21.5 - 3 - 0.5, 0.5);
  EXPECT_NEAR(seen.centre(1).y, 17.5 - 3 - 0.5, 0.5);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(seen.velocity(i).y, 0, 5e-3);
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
