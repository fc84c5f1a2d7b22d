// SPDX-License-Identifier: BSD-2-Clause
// Every backend gives the bits of the scalar one: fields, movies, particles, bodies and numbers.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bits.hpp"
#include "core/error.hpp"
#include "flow_runs.hpp"

namespace bitvox::flow {
namespace {

using test::CollectSlices;
using test::KeptBodies;

constexpr Face kClosed = Face::kClosed, kFree = Face::kFree, kPeriodic = Face::kPeriodic,
               kMoving = Face::kMoving;

struct Scene {
  Shape shape;
  int solid = 0;   // of 10 voxels
  int partly = 0;  // of 10
  Options options;
};

GreyVolume volume_of(const Scene& scene) {
  GreyVolume volume(scene.shape, PixelType::kUint8);
  test::Random random(3);
  auto* const pixels = volume.data<std::uint8_t>();
  for (std::int64_t i = 0; i < scene.shape.voxel_count(); ++i) {
    const std::int64_t kind = random.below(10);
    const bool partly = kind < scene.solid + scene.partly;
    pixels[i] = static_cast<std::uint8_t>(kind < scene.solid ? 255
                                          : partly           ? 1 + random.below(254)
                                                             : 0);
  }
  return volume;
}

// All that comes out, or what is said where nothing does.
test::Bits all_of(const Scene& scene, const GreyVolume& volume, const std::string& backend) {
  Options options = scene.options;
  options.phase = Phase::kBackground;
  options.backend = backend;
  options.threads = 2;
  CollectSlices velocity, movie, points;
  KeptBodies moved;
  NoProgress progress;
  test::Bits bits;
  const Result result =
      simulate({nullptr, &volume}, options,
               {&velocity, &movie, &points, options.bodies.empty() ? nullptr : &moved}, progress);
  EXPECT_EQ(result.run.backend, backend);
  EXPECT_GT(result.max_speed, 0);
  EXPECT_EQ(result.steady_step > 0, options.steady > 0);
  for (std::size_t a = 0; a < 3; ++a) bits.add(result.mean_velocity[a]);
  return bits.add(velocity.values())
      .add(movie.values())
      .add(points.values())
      .add(moved.all())
      .add(result.fluid)
      .add(result.max_speed)
      .add(result.mass_change)
      .add(result.mach)
      .add(result.change)
      .add(result.steady_step)
      .add(result.steady_change)
      .add(result.overlap)
      .add(result.overlap_steps);
}

void expect_same_bits(Scene scene, int precision) {
  const GreyVolume volume = volume_of(scene);
  scene.options.precision = precision;
  std::optional<test::Bits> expected;
  for (const std::string& backend : test::available_backends()) {
    if (backend == "scalar") continue;
    if (!expected) expected = all_of(scene, volume, "scalar");
    EXPECT_TRUE(all_of(scene, volume, backend) == *expected) << backend << " " << precision;
  }
}

void expect_same_bits(const Scene& scene) {
  for (const int precision : {32, 16}) expect_same_bits(scene, precision);
}

Scene scene(const Shape& shape, Faces faces) {
  Scene made;
  made.shape = shape;
  made.options.faces() = faces;
  made.options.viscosity = 0.05;
  made.options.force = {1e-5, -2e-5, 3e-5};
  made.options.wall = {0.02, 0.01, -0.015};
  made.options.steps = 30;
  made.options.frames = 3;
  made.options.particles = 40;
  return made;
}

constexpr Faces kAllPeriodic{kPeriodic, kPeriodic, kPeriodic, kPeriodic, kPeriodic, kPeriodic};
constexpr Faces kBox{kClosed, kClosed, kClosed, kClosed, kClosed, kClosed};

TEST(FlowBackendsTest, SameForSizesOfAllKinds) {
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{33, 1, 1}, Shape{1, 40, 1}, Shape{1, 1, 35},
                             Shape{31, 5, 3}, Shape{32, 4, 4}, Shape{100, 3, 2}, Shape{129, 7, 5}})
    for (const int solid : {0, 3}) {
      SCOPED_TRACE(testing::Message() << shape.width << " " << shape.height << " " << solid);
      if (solid > 0 && shape.voxel_count() == 1) continue;
      Scene tested = scene(shape, kAllPeriodic);
      tested.solid = solid;
      expect_same_bits(tested);
    }
}

TEST(FlowBackendsTest, SameForPairsOfFaces) {
  test::Random random(11);
  constexpr std::array kFaceKinds{kClosed, kFree, kMoving};
  constexpr std::array kPlanes{Plane::kXY, Plane::kXZ, Plane::kYZ};
  const auto any = [&] { return kFaceKinds[static_cast<std::size_t>(random.below(3))]; };
  for (int i = 0; i < 24; ++i) {
    Faces faces = kAllPeriodic;
    for (std::size_t a = 0; a < 3; ++a) {
      if (random.below(4) == 0) continue;
      faces[2 * a] = any();
      faces[2 * a + 1] = any();
    }
    Scene tested = scene({1 + random.below(40), 1 + random.below(6), 1 + random.below(6)}, faces);
    tested.solid = static_cast<int>(random.below(3));
    tested.partly = static_cast<int>(random.below(3));
    tested.options.plane = kPlanes[static_cast<std::size_t>(i % 3)];
    if (i % 2 == 1) tested.options.collision = Collision::kBgk;
    SCOPED_TRACE(i);
    expect_same_bits(tested);
  }
}

TEST(FlowBackendsTest, SameWhereItBeginsSlowlyAndEndsEarly) {
  Scene tested = scene({37, 9, 5}, {kMoving, kFree, kClosed, kClosed, kPeriodic, kPeriodic});
  tested.partly = 1;
  tested.options.viscosity = 0.5;
  tested.options.steps = 2000;
  tested.options.frames = 8;
  tested.options.ramp = 120;
  tested.options.steady = 0.02;
  expect_same_bits(tested);
}

// So slow that most halves are so small that they have fewer digits.
TEST(FlowBackendsTest, SameForFlowsThatHardlyMove) {
  Scene tested = scene({37, 9, 8}, {kMoving, kFree, kClosed, kMoving, kPeriodic, kPeriodic});
  tested.solid = 1;
  tested.partly = 1;
  tested.options.force = {1e-9, -2e-9, 3e-9};
  tested.options.wall = {2e-8, 1e-8, -1e-8};
  expect_same_bits(tested);
}

TEST(FlowBackendsTest, SameWithBodiesAsTheyBegan) {
  Scene tested = scene({50, 30, 20}, kAllPeriodic);
  tested.options.force = {0, 0, 0};
  // Through faces, through one another, and one as thick as the volume.
  tested.options.bodies =
      "sphere centre=48,3,10 radius=5 velocity=0.03,-0.02,0.01 spin=0.01,0,0.02\n"
      "sphere centre=21.5,15,10 radius=4 velocity=0.05,0,0\n"
      "box centre=30,15,10 size=6,8,10 velocity=-0.05,0,0 spin=0,0.02,0.01\n"
      "box centre=10,22,9.5 size=4,4,20 spin=0.01,0.005,0\n";
  expect_same_bits(tested);
  tested.partly = 2;
  expect_same_bits(tested);
}

TEST(FlowBackendsTest, SameWithBodiesThatTouch) {
  Scene tested = scene({36, 40, 24}, kBox);
  tested.options.force = {0, 0, 0};
  tested.options.steps = 80;
  tested.options.bodies =
      "sphere centre=12,10,12 radius=5 density=1.5 velocity=0.03,0,0\n"
      "sphere centre=24.5,10.5,12 radius=5 density=0.8 velocity=-0.03,0,0\n"
      "box centre=18,34,12 size=10,6,8 density=3 spin=0,0,0.005\n"
      "sphere centre=6,30,6 radius=3 velocity=0,0.01,0.01\n"
      "gravity acceleration=0,0.0005,0\n";
  expect_same_bits(tested);
}

// They meet after some 30 steps, off the middle of one, which turns from then on.
TEST(FlowBackendsTest, SameWithBoxesThatCross) {
  Scene tested = scene({40, 40, 24}, kBox);
  tested.options.force = {0, 0, 0};
  tested.options.steps = 80;
  tested.options.bodies =
      "box centre=20,20,8 size=38,4,4 density=20\n"
      "box centre=28,26,13.5 size=4,26,4 density=20 velocity=0,0,-0.06\n";
  expect_same_bits(tested);
}

// Heavy and fast: springs do not stop them, nor what crushes a sphere at the wall.
TEST(FlowBackendsTest, SameWithBodiesThatAreStopped) {
  Scene tested = scene({40, 30, 24}, kBox);
  tested.options.force = {0, 0, 0};
  tested.options.viscosity = 0.5;
  tested.options.bodies =
      "box centre=12,10,9 size=16,4,4 density=200 velocity=0,0.05,0\n"
      "box centre=13,18,9 size=4,4,16 density=200 velocity=0,-0.05,0 spin=0,0,0.01\n"
      "box centre=24,14,9 size=3,9,9 velocity=0.06,0,0\n"
      "sphere centre=34,14,9 radius=3 density=5\n"
      "gravity acceleration=0,0.0001,0.0002\n";
  tested.options.steps = 130;
  expect_same_bits(tested);
}

TEST(FlowBackendsTest, SameWithASlice) {
  Scene tested = scene({70, 40, 1}, {kMoving, kFree, kClosed, kClosed, kPeriodic, kPeriodic});
  tested.options.bodies =
      "box centre=20,20,0 size=12,5,1 spin=0,0,0.01\n"
      "box centre=45,20,0 size=5,5,1 density=2 velocity=-0.02,0,0\n";
  tested.options.wall = {0.03, 0, 0};
  expect_same_bits(tested);
}

TEST(FlowBackendsTest, BodiesThatAreTooFastAreNamed) {
  Scene tested = scene({20, 20, 20}, kAllPeriodic);
  tested.options.steps = 500;
  tested.options.bodies =
      "sphere centre=10,10,10 radius=3 density=50\ngravity acceleration=0,0.01,0\n";
  const GreyVolume volume = volume_of(tested);
  for (const std::string& backend : test::available_backends()) {
    EXPECT_THROW(all_of(tested, volume, backend), InvalidInput) << backend;
  }
}

}  // namespace
}  // namespace bitvox::flow
