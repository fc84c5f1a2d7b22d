// SPDX-License-Identifier: BSD-2-Clause
// That bodies which move through the fluid keep apart, and rest on walls and solid.
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "flow_runs.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "test_volumes.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::KeptBodies;
using test::still_fluid;
using test::watch;

constexpr Face kClosed = Face::kClosed, kPeriodic = Face::kPeriodic;

double distance_between(const KeptBodies& seen, std::size_t frame) {
  double square = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    square += std::pow(seen.centre(1, frame)[a] - seen.centre(0, frame)[a], 2);
  }
  return std::sqrt(square);
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

// As fast as may be, and so heavy that springs hardly slow them.
TEST(FlowBodiesTest, HeavyBodiesDoNotOverlap) {
  Options options = still_fluid(0.5, 200, kClosed);
  options.frames = 200;
  for (const char* const what :
       {"sphere centre=6,7.2,7.5 radius=3 density=200 velocity=0.16,0,0\n"
        "sphere centre=18,7.5,7.5 radius=3 density=200 velocity=-0.16,0,0",
        "box centre=6,7.2,7.5 size=6,6,6 density=200 velocity=0.16,0,0\n"
        "box centre=18,7.5,7.5 size=6,6,6 density=200 velocity=-0.16,0,0"}) {
    options.bodies = what;
    NoProgress progress;
    KeptBodies seen;
    const BitVolume fluid = all_fluid({26, 16, 16});
    const Result result =
        simulate({&fluid, nullptr}, options, {nullptr, nullptr, nullptr, &seen}, progress);
    for (std::size_t i = 0; i < 200; ++i) EXPECT_GT(distance_between(seen, i), 5.95) << i;
    EXPECT_LT(seen.velocity(0, 50).x, 0) << what;
    EXPECT_LE(result.overlap, 0.05);
    EXPECT_EQ(result.overlap_steps, 0);
  }
}

// No corner of one comes near the other, nor the middle of an edge or face.
TEST(FlowBodiesTest, BoxesThatCrossDoNotPassThroughEachOther) {
  Options options = still_fluid(0.1, 200, kClosed);
  options.bodies =
      "box centre=20,20,8 size=38,4,4 density=200\n"
      "box centre=28,26,15 size=4,26,4 density=200 velocity=0,0,-0.06";
  options.frames = 40;
  const KeptBodies seen = watch(all_fluid({40, 40, 24}), options);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_GT(seen.centre(1, i).z - seen.centre(0, i).z, 3) << i;
  }
  EXPECT_LT(seen.velocity(0, 20).z, -0.02);  // before it meets the wall
  EXPECT_LT(seen.velocity(0, 39).z, -0.004);
}

// One falls on the other, which lies on the wall: they meet in the middle, not at a corner.
TEST(FlowBodiesTest, BoxesThatMeetFlatDoNotTurn) {
  Options options = still_fluid(0.1, 1500, kClosed);
  options.frames = 30;
  options.bodies =
      "box centre=10,16.4,10 size=10,4,8 density=3\n"
      "box centre=10,10,10 size=6,4,6 density=3\n"
      "gravity acceleration=0,0.0005,0";
  const KeptBodies seen = watch(all_fluid({21, 21, 21}), options);
  for (std::size_t i = 0; i < 30; ++i)
    for (std::size_t body = 0; body < 2; ++body) {
      for (const double spin : {seen.frames[i].spins[3 * body], seen.frames[i].spins[3 * body + 1],
                                seen.frames[i].spins[3 * body + 2]}) {
        EXPECT_NEAR(spin, 0, 1e-5) << i;
      }
    }
  EXPECT_NEAR(seen.centre(0, 29).y, 20.5 - 2 - 0.95, 0.2);
  EXPECT_NEAR(seen.centre(1, 29).y, seen.centre(0, 29).y - 4 - 0.95, 0.2);
}

// Across two faces at once, to two sides: nothing is left of what pushes it.
TEST(FlowBodiesTest, PushesByAllWaysAcrossFaces) {
  NoProgress progress;
  const Grid grid = make_grid({10, 30, 30}, std::vector<std::uint8_t>(9000, 0),
                              still_fluid(0.1, 1, kPeriodic), 1, progress);
  for (const char* const text : {"sphere centre=2,15,15 radius=2.2\n"
                                 "sphere centre=7,15,15 radius=2.2 density=2",
                                 "box centre=2,15,15 size=4.4,9,9\n"
                                 "box centre=7,15,15 size=4.4,5,5 density=2"}) {
    Bodies bodies(grid, read_bodies(text), progress);
    bodies.move(progress);
    EXPECT_NEAR(bodies.all()[1].velocity[0], 0, 1e-12) << text;
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

}  // namespace
}  // namespace bitvox::flow
