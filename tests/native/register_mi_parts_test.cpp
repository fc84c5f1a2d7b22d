// SPDX-License-Identifier: BSD-2-Clause
// The parts of a registration, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collect_slices.hpp"
#include "grey_test_volumes.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "refusal.hpp"
#include "register_mi_reference.hpp"

namespace bitvox::register_mi {
namespace {

using test::CollectSlices;
using test::make_grey;
using test::Mapped;
using test::obvious_map;
using test::random_grey;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(RegisterMi, LevelsHalveLongAxesOnly) {
  using Levels = std::vector<LevelFactors>;
  EXPECT_EQ(pyramid_levels({256, 256, 108}, {256, 256, 108}),
            (Levels{{1, 1, 1}, {2, 2, 2}, {4, 4, 4}, {8, 8, 4}}));
  EXPECT_EQ(pyramid_levels({40, 40, 1}, {40, 40, 1}), (Levels{{1, 1, 1}}));
  EXPECT_EQ(pyramid_levels({100, 41, 5}, {100, 41, 5}), (Levels{{1, 1, 1}, {2, 2, 1}, {4, 2, 1}}));
  EXPECT_EQ(pyramid_levels({31, 64, 31}, {500, 64, 500}), (Levels{{1, 1, 1}, {2, 2, 2}}));
  EXPECT_EQ(pyramid_levels({23, 64, 9}, {500, 64, 500}), (Levels{{1, 1, 1}, {1, 2, 1}}));
}

TEST(RegisterMi, PointsLieOneInEachCell) {
  for (const Shape& shape : {Shape{40, 30, 20}, Shape{64, 48, 1}, Shape{9, 8, 3}}) {
    const PointGrid grid = point_grid(shape, 2000);
    ASSERT_LE(grid.count(), 2000);
    ASSERT_GE(grid.count(), 1000);
    const auto expect_in_cell = [](float at, const PointGrid::Axis& axis, std::int64_t cell) {
      const double first = static_cast<double>(cell) * axis.length;
      EXPECT_GE(at, first - 1e-5);
      EXPECT_LE(at, first + axis.length + 1e-5);
      return axis.length > 0 ? (at - first) / axis.length : 0.5;
    };
    double sum = 0;
    for (std::int64_t cell = 0; cell < grid.count(); ++cell) {
      const GridPoint point = point_of_cell(grid, cell);
      sum += expect_in_cell(point.x, grid.x, cell % grid.x.cells);
      sum += expect_in_cell(point.y, grid.y, cell / grid.x.cells % grid.y.cells);
      sum += expect_in_cell(point.z, grid.z, cell / grid.x.cells / grid.y.cells);
    }
    EXPECT_NEAR(sum / static_cast<double>(grid.count()), 1.5, 0.05);  // anywhere in it
    EXPECT_NEAR(grid.x.length * static_cast<double>(grid.x.cells),
                static_cast<double>(shape.width - 1), 1e-9);
  }
}

TEST(RegisterMi, BinsLieBetweenQuantiles) {
  std::vector<float> values;
  for (int i = 0; i < 10000; ++i) values.push_back(static_cast<float>((i * 7919) % 10000));
  values.push_back(kNan);
  values.push_back(std::numeric_limits<float>::infinity());
  const BinScale scale = bin_scale(values, 40);
  EXPECT_EQ(scale.low, 10);
  EXPECT_EQ(scale.high, 9989);
  EXPECT_EQ(scale.bins, 40);
  EXPECT_FLOAT_EQ(scale.per_value, 40.0F / 9979);
  // What is rare counts where all the rest is the same.
  values.assign(5000, 3);
  values[17] = -8;
  EXPECT_EQ(bin_scale(values, 2).low, -8);
  EXPECT_EQ(bin_scale(values, 2).high, 3);
}

TEST(RegisterMi, NLogNIsRight) {
  for (const std::uint32_t n :
       {0U, 1U, 2U, 3U, 1000U, 4095U, 4096U, 4097U, 8193U, 123457U, 524287U, 1048575U, 1048576U}) {
    const long double expected = n == 0 ? 0 : n * std::log2(static_cast<long double>(n));
    EXPECT_NEAR(static_cast<double>(n_log_n(n, logs())) / kLogUnit, static_cast<double>(expected),
                1e-7 * n);
  }
}

// A map there and the map back are the identity, at every level.
TEST(RegisterMi, MapsOfBothRolesAreInverse) {
  const Geometry geometry({200, 150, 90}, {180, 160, 100}, 1.4);
  const RigidMotion motion{12.5, -7.25, 3.5, 25};
  for (const LevelFactors& factors : {LevelFactors{1, 1, 1}, LevelFactors{4, 2, 1}}) {
    const PointMap there = geometry.map(motion, Role::kMoving, factors);
    const PointMap back = geometry.map(motion, Role::kFixed, factors);
    for (const Mapped& from : {Mapped{0, 0, 0}, Mapped{30, 10, 5}, Mapped{7.5F, 40, 20}}) {
      const Mapped to = obvious_map(there, from.x, from.y, from.z);
      const Mapped again = obvious_map(back, to.x, to.y, to.z);
      EXPECT_NEAR(again.x, from.x, 1e-4);
      EXPECT_NEAR(again.y, from.y, 1e-4);
      EXPECT_NEAR(again.z, from.z, 1e-4);
    }
  }
}

TEST(RegisterMi, SizesOfSearchesAreCountedBeforeTheyAreTaken) {
  const MotionGrid small({{-2, -3, 0, 0}, {2.5, 3, 0, 10}}, {1, 2, 1, 4, 1, 1});
  EXPECT_EQ(small.count(), 5 * 3 * 1 * 3);
  EXPECT_EQ(small.bytes(), 8 * small.count());
  EXPECT_EQ(small[5 * 3 * 2 + 7].dx, 0);
  EXPECT_EQ(small[5 * 3 * 2 + 7].dy, 0);
  EXPECT_EQ(small[5 * 3 * 2 + 7].angle, 8);
  const MotionGrid turns({{-1, 0, 0, -4, -2, 0}, {1, 0, 0, 4, 2, 6}}, {1, 1, 1, 4, 2, 3});
  EXPECT_EQ(turns.count(), 3 * 3 * 3 * 3);
  const RigidMotion some = turns[((1 * 3 + 2) * 3 + 0) * 3 + 2];
  EXPECT_EQ(some.dx, 1);
  EXPECT_EQ(some.angle, -4);
  EXPECT_EQ(some.angle_x, 2);
  EXPECT_EQ(some.angle_y, 3);
  const MotionGrid huge({{-1e6, -1e6, -1e6, 0}, {1e6, 1e6, 1e6, 0}}, {1, 1, 1, 1, 1, 1});
  EXPECT_EQ(huge.bytes(), std::numeric_limits<std::int64_t>::max());
  // Along one axis alone there may be more than memory holds, or than can be counted.
  for (const double steps : {1e12, 1e18, 1e300}) {
    const MotionGrid long_way({{0, 0, 0, -180}, {0, 0, 0, 180}}, {1, 1, 1, 180 / steps, 1, 1});
    EXPECT_GE(static_cast<double>(long_way.bytes()), std::min(16 * steps, 9e18));
  }
}

std::string refusal(const GreyVolume& moving, const GreyVolume& fixed, const Options& options) {
  CollectSlices sink(fixed.shape(), moving.type());
  NoProgress quiet;
  return test::refusal([&] { align(moving, fixed, options, sink, quiet); });
}

TEST(RegisterMi, SaysWhatIsWrong) {
  const GreyVolume image = random_grey({20, 20, 1}, PixelType::kUint8, 256, 1);
  const GreyVolume stack = random_grey({20, 20, 4}, PixelType::kUint8, 256, 1);
  const GreyVolume strip = random_grey({20, 7, 1}, PixelType::kUint8, 256, 1);
  const GreyVolume flat = make_grey({20, 20, 1}, PixelType::kUint16, [](auto) { return 9; });
  const GreyVolume nothing = make_grey({20, 20, 1}, PixelType::kFloat32, [](auto) { return kNan; });
  Options options;
  EXPECT_EQ(refusal(image, stack, options),
            "a single slice can only be registered to a single slice, not 1 to 4");
  EXPECT_EQ(refusal(strip, image, options),
            "slices of 20 x 7 voxels cannot be registered; sides of 8 to 1048576 can");
  EXPECT_EQ(refusal(flat, image, options),
            "the input has one value only: there is nothing to align");
  EXPECT_EQ(refusal(image, flat, options),
            "the second image has one value only: there is nothing to align");
  EXPECT_EQ(refusal(image, nothing, options),
            "the second image has no finite value: there is nothing to align");
  options.bins = 129;
  EXPECT_EQ(refusal(image, image, options), "bins=129 is not allowed; use 2 to 128");
  options.bins = 64;
  options.max_angle = 180.5;
  EXPECT_EQ(refusal(image, image, options), "max_angle=180.5 is not allowed; use 0 to 180");
  options.max_angle = 0;
  options.max_shift = Reach{1, -1, 0};
  EXPECT_EQ(refusal(image, image, options), "max_shift must be 0 or more, along every axis");
  options.max_shift.reset();
  GreyVolume half = random_grey({80, 20, 1}, PixelType::kFloat32, 256, 2);
  std::fill_n(half.data<float>(), 15 * 80, kNan);
  GreyVolume other_half = random_grey({80, 20, 1}, PixelType::kFloat32, 256, 3);
  std::fill_n(other_half.data<float>() + 5 * 80, 15 * 80, kNan);
  options.max_shift = Reach{3, 3, 0};
  EXPECT_EQ(refusal(half, other_half, options),
            "no motion within the limits of the search lets a quarter of the smaller image lie on "
            "the other one "
            "where both have values: 79 % of the input and 79 % of the second image lie at values "
            "that are not finite");
  options.max_shift.reset();
  options.pixel_aspect = 0;
  EXPECT_EQ(refusal(image, image, options), "the size of a pixel must be above 0");
  for (const auto& [aspect, words] : {std::pair{1e7, "1e+07"}, std::pair{1e-300, "1e-300"}}) {
    options.pixel_aspect = aspect;
    EXPECT_EQ(refusal(image, image, options),
              std::string("pixels that are ") + words +
                  " times as high as wide are not allowed; use 1e-6 to 1e6 times");
  }
}

}  // namespace
}  // namespace bitvox::register_mi
