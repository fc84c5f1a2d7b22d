// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "collect_slices.hpp"
#include "head_volume.hpp"
#include "ops/register_mi/register_mi_candidates.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "register_mi_reference.hpp"
#include "register_mi_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::register_mi {
namespace {

using test::as_it_is;
using test::CollectSlices;
using test::Counts;
using test::grey_value;
using test::head_volume;
using test::make_grey;
using test::Mapped;
using test::matcher_for;
using test::near;
using test::negative;
using test::obvious_counts;
using test::obvious_halves;
using test::obvious_information;
using test::obvious_joint_entropy;
using test::obvious_map;
using test::obvious_value;
using test::random_grey;
using test::VoxelSize;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr PixelType kTypes[] = {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32};

void expect_equal_pixels(const GreyVolume& a, const GreyVolume& b) {
  ASSERT_EQ(a.shape(), b.shape());
  const auto bytes = static_cast<std::size_t>(a.shape().voxel_count() * bytes_per_pixel(a.type()));
  EXPECT_EQ(std::memcmp(a.data<std::uint8_t>(), b.data<std::uint8_t>(), bytes), 0);
}

// ---- The twins against it ---------------------------------------------------------------------

class RegisterMiBackend : public testing::TestWithParam<std::string> {};

class RegisterMiThorough : public RegisterMiBackend {};
INSTANTIATE_TEST_SUITE_P(All, RegisterMiBackend, testing::ValuesIn(test::available_backends()),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(All, RegisterMiThorough, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

TEST_P(RegisterMiBackend, CountsPairsLikeTheObviousLoop) {
  const Shape moving_shape{70, 45, 40};
  const Shape fixed_shape{66, 50, 35};
  const Geometry geometry(moving_shape, fixed_shape, 1.3, 2.1);
  const std::vector<LevelFactors> levels{{1, 1, 1}, {2, 1, 1}, {4, 2, 2}};
  for (const PixelType type : kTypes) {
    GreyVolume moving = random_grey(moving_shape, type, 200, 1);
    // Half of it background, as in a real image.
    const GreyVolume fixed = make_grey(fixed_shape, PixelType::kUint8, [&](std::int64_t i) {
      return i / 9 % 2 == 0 ? 5 : i * 7919 % 250;
    });
    if (type == PixelType::kFloat32) {
      for (std::int64_t i = 33; i < moving_shape.voxel_count(); i += 37) {
        moving.data<float>()[i] = kNan;  // some blocks of the next levels have several
      }
    }
    const auto matcher = matcher_for(GetParam(), Task{moving, fixed, levels, 3});
    const GreyVolume moving_2 = obvious_halves(moving, 2, 1, 1);
    const GreyVolume moving_3 = obvious_halves(moving_2, 2, 2, 2);
    const GreyVolume fixed_2 = obvious_halves(fixed, 2, 1, 1);
    const GreyVolume fixed_3 = obvious_halves(fixed_2, 2, 2, 2);
    const GreyVolume* const pyramids[2][3] = {{&moving, &moving_2, &moving_3},
                                              {&fixed, &fixed_2, &fixed_3}};
    for (const Role role : {Role::kFixed, Role::kMoving}) {
      for (std::size_t level = 0; level < levels.size(); ++level) {
        for (const int bins : {7, 128}) {
          SCOPED_TRACE("level " + std::to_string(level) + ", bins " + std::to_string(bins));
          const GreyVolume& own = *pyramids[role == Role::kFixed ? 1 : 0][level];
          const GreyVolume& other = *pyramids[role == Role::kFixed ? 0 : 1][level];
          MatchPoints setup;
          setup.level = level;
          setup.role = role;
          setup.grid = point_grid(own.shape(), level == 0 ? 150000 : 10000);
          setup.own = with_bins({5, 240, 0, 0}, bins);
          setup.other = with_bins({20, 180, 0, 0}, bins);
          std::vector<PointMap> maps;
          for (const RigidMotion& motion :
               {RigidMotion{}, RigidMotion{3, -2, 5, 0}, RigidMotion{-2.3, 4.7, -3.6, 11},
                RigidMotion{500, 0, 0, 0}, RigidMotion{0.5, 0.25, 0.125, -170},
                RigidMotion{1.5, -2.25, 0.5, 7, -20, 33}}) {
            maps.push_back(geometry.map(motion, role, levels[level]));
          }
          NoProgress quiet;
          const Counts counts = obvious_counts(own, other, setup, maps);
          EXPECT_EQ(matcher->set_points(setup, quiet), counts.points);
          const std::vector<MatchSums> sums = matcher->match(maps, quiet);
          ASSERT_EQ(sums.size(), maps.size());
          for (std::size_t i = 0; i < maps.size(); ++i) {
            std::int64_t pairs = 0;
            for (const std::int64_t n : counts.of_maps[i]) pairs += n;
            EXPECT_EQ(sums[i].pairs, pairs);
            if (pairs > 0) {
              EXPECT_NEAR(mutual_information(sums[i]), obvious_information(counts.of_maps[i], bins),
                          1e-6);
              EXPECT_NEAR(
                  normalised_information(sums[i]) * obvious_joint_entropy(counts.of_maps[i]),
                  obvious_information(counts.of_maps[i], bins), 1e-6);
            }
          }
          EXPECT_EQ(sums[3].pairs, 0);
          EXPECT_GT(sums[2].pairs, 1000);
        }
      }
    }
  }
}

TEST_P(RegisterMiBackend, ReadsValuesOfEveryLevelOfBothVolumes) {
  const Shape shape{37, 33, 21};
  const std::vector<LevelFactors> levels{{1, 1, 1}, {2, 2, 1}, {4, 4, 2}};
  const GreyVolume moving = random_grey(shape, PixelType::kUint16, 60000, 5);
  const GreyVolume fixed = random_grey({35, 34, 22}, PixelType::kFloat32, 1000, 6);
  const auto matcher = matcher_for(GetParam(), Task{moving, fixed, levels, 2});
  for (const Role role : {Role::kMoving, Role::kFixed}) {
    const GreyVolume& first = role == Role::kMoving ? moving : fixed;
    const GreyVolume second = obvious_halves(first, 2, 2, 1);
    const GreyVolume third = obvious_halves(second, 2, 2, 2);
    for (std::size_t level = 0; level < levels.size(); ++level) {
      const GreyVolume& in = level == 0 ? first : level == 1 ? second : third;
      const PointGrid grid = point_grid(in.shape(), 70001);
      NoProgress quiet;
      const std::vector<float> values = matcher->values(role, level, grid, quiet);
      ASSERT_EQ(static_cast<std::int64_t>(values.size()), grid.count());
      for (std::size_t i = 0; i < values.size(); ++i) {
        const GridPoint point = point_of_cell(grid, static_cast<std::int64_t>(i));
        float expected = 0;
        ASSERT_TRUE(obvious_value(in, Interpolation::kLinear, point.x, point.y, point.z, expected));
        ASSERT_EQ(values[i], expected) << "point " << i << " of level " << level;
      }
    }
  }
}

TEST_P(RegisterMiBackend, ResamplesLikeTheObviousLoop) {
  const Shape moving_shape{65, 33, 12};
  for (const Shape& fixed_shape : {Shape{70, 31, 9}, Shape{129, 9, 1}}) {
    Shape in_shape = moving_shape;
    if (fixed_shape.depth == 1) in_shape.depth = 1;
    const Geometry geometry(in_shape, fixed_shape, 0.8, 1.7);
    for (const PixelType type : kTypes) {
      GreyVolume moving = random_grey(in_shape, type, type == PixelType::kUint8 ? 256 : 60000, 8);
      const GreyVolume fixed(fixed_shape, PixelType::kUint8);
      if (type == PixelType::kFloat32) {
        moving.data<float>()[65 * 10 + 7] = kNan;
      }
      const auto matcher = matcher_for(GetParam(), Task{moving, fixed, {{1, 1, 1}}, 3});
      for (const Interpolation interpolation : {Interpolation::kLinear, Interpolation::kNearest}) {
        for (const RigidMotion& motion :
             {RigidMotion{}, RigidMotion{4, -3, 0, 0}, RigidMotion{-2.4, 1.7, 2.6, 0},
              RigidMotion{2.5, 1.5, -0.5, 30}, RigidMotion{1.5, 0.5, -1.5, -14, 9, 25}}) {
          const PointMap map = geometry.map(motion, Role::kFixed, {});
          const float tolerance = motion.dz == 2.6 ? 0.25F : 0;
          CollectSlices sink(fixed_shape, type);
          NoProgress quiet;
          const std::int64_t inside =
              matcher->resample({map, interpolation, 7.6F, fixed_shape, tolerance}, sink, quiet);
          std::int64_t expected_inside = 0;
          const GreyVolume expected = make_grey(fixed_shape, type, [&](std::int64_t i) {
            const Mapped at =
                obvious_map(map, static_cast<float>(i % fixed_shape.width),
                            static_cast<float>(i / fixed_shape.width % fixed_shape.height),
                            static_cast<float>(i / fixed_shape.width / fixed_shape.height));
            float value = 7.6F;
            expected_inside +=
                obvious_value(moving, interpolation, at.x, at.y, at.z, value, tolerance);
            // Values lie in the range of the type, so only rounding is left.
            return type == PixelType::kFloat32 ? value : std::floor(value + 0.5F);
          });
          expect_equal_pixels(sink.volume, expected);
          EXPECT_EQ(inside, expected_inside);
        }
      }
    }
  }
}

// ---- Known motions ----------------------------------------------------------------------------

struct Found {
  Result result;
  GreyVolume volume;
};

Found find(const GreyVolume& moving, const GreyVolume& fixed, const Options& options) {
  CollectSlices sink(fixed.shape(), moving.type());
  NoProgress quiet;
  const Result result = align(moving, fixed, options, sink, quiet);
  return {result, std::move(sink.volume)};
}

void expect_motion(const Result& result, const RigidMotion& motion, double voxels = 0.1,
                   double degrees = 0.2) {
  EXPECT_NEAR(result.motion.dx, motion.dx, voxels);
  EXPECT_NEAR(result.motion.dy, motion.dy, voxels);
  EXPECT_NEAR(result.motion.dz, motion.dz, voxels);
  EXPECT_NEAR(result.motion.angle, motion.angle, degrees);
  EXPECT_GE(result.after, result.before);
}

double curved(double v) { return 300 * std::sqrt(v) + 40; }

TEST_P(RegisterMiThorough, RecoversShiftsOfOneSliceWithoutALimit) {
  const Shape shape{150, 131, 1};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kFloat32, as_it_is);
  for (const RigidMotion& motion : {RigidMotion{31, -24, 0, 0}, RigidMotion{-12.3, 20.6, 0, 0}}) {
    Options options;
    options.backend = GetParam();
    const GreyVolume moving = head_volume(shape, {}, motion, PixelType::kUint8, negative);
    expect_motion(find(moving, fixed, options).result, motion);
  }
}

TEST_P(RegisterMiThorough, RecoversATurnOfVoxelsThatAreNotCubes) {
  const Shape shape{52, 32, 16};
  const VoxelSize voxel{1, 1.6, 2.5};
  const RigidMotion motion{3.2, -1.7, 1.4, -9.5};
  const GreyVolume fixed = head_volume(shape, voxel, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, voxel, motion, PixelType::kUint8, negative);
  Options options = near(GetParam(), 5);
  options.max_angle = 15;
  options.pixel_aspect = voxel.y / voxel.x;
  expect_motion(find(moving, fixed, options).result, motion, 0.15, 0.4);
}

// A small picture of an edge that runs askew, with little else: along the edge the information
// changes slowly, and a step along x or y alone leaves it.
TEST_P(RegisterMiBackend, FollowsARidgeBetweenTheAxes) {
  const Shape shape{40, 40, 1};
  test::Random random(3);
  const auto picture = [&](double dx, double dy, double sign) {
    return make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      const double x = static_cast<double>(i % 40) + dx;
      const double y = static_cast<double>(i / 40) + dy;
      const double noise = static_cast<double>(random.below(1000)) / 1000 - 0.5;
      return sign * (200 / (1 + std::exp((3 - x + y) / 1.5)) +
                     6 * std::sin(0.3 * x) * std::sin(0.37 * y + 0.1 * x)) +
             noise;
    });
  };
  Options options;
  options.backend = GetParam();
  for (const auto& [dx, dy] : {std::pair{-0.25, 2.25}, std::pair{0.25, 1.75},
                               std::pair{4.625, 2.125}, std::pair{-0.625, -5.375}}) {
    const GreyVolume fixed = picture(0, 0, 1);
    const GreyVolume moving = picture(dx, dy, -1);
    expect_motion(find(moving, fixed, options).result, {dx, dy, 0, 0}, 0.1);
  }
}

// The part is found anywhere in the whole, from either side.
TEST_P(RegisterMiBackend, FindsAPartInTheWhole) {
  const Shape whole_shape{90, 80, 1};
  const GreyVolume whole = head_volume(whole_shape, {}, {}, PixelType::kUint8, as_it_is);
  const Shape part_shape{40, 36, 1};
  const GreyVolume part = make_grey(part_shape, PixelType::kUint8, [&](std::int64_t i) {
    return grey_value(whole, (i / 40 + 33) * 90 + i % 40 + 41);
  });
  Options options;
  options.backend = GetParam();
  const Found down = find(part, whole, options);
  expect_motion(down.result, {41, 33, 0, 0}, 0.15);
  options.interpolation = Interpolation::kNearest;
  const Found up = find(whole, part, options);
  expect_motion(up.result, {-41, -33, 0, 0}, 0.15);
  EXPECT_EQ(up.result.overlap, 40 * 36);
  expect_equal_pixels(up.volume, part);
}

TEST_P(RegisterMiBackend, LeavesNanOut) {
  const Shape shape{120, 100, 1};
  const RigidMotion motion{6.5, -4.25, 0, 0};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  GreyVolume moving = head_volume(shape, {}, motion, PixelType::kFloat32, as_it_is);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    // Also here and there: every block of the coarsest level has one.
    if (i % shape.width < 40 || i % 11 == 0) moving.data<float>()[i] = kNan;
    if (i % shape.width == 100) moving.data<float>()[i] = std::numeric_limits<float>::infinity();
  }
  Options options;
  options.backend = GetParam();
  expect_motion(find(moving, fixed, options).result, motion, 0.15);
  expect_motion(find(fixed, moving, options).result, {-6.5, 4.25, 0, 0}, 0.15);
}

// Minutes where every step is watched, as by a sanitizer.
using RegisterMiSlow = RegisterMiBackend;
INSTANTIATE_TEST_SUITE_P(All, RegisterMiSlow, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

TEST_P(RegisterMiSlow, RecoversShiftsOfAVolume) {
  const Shape shape{56, 52, 44};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  for (const RigidMotion& motion : {RigidMotion{5, -3, 2, 0}, RigidMotion{-2.5, 0.3, -4.7, 0}}) {
    const GreyVolume moving = head_volume(shape, {}, motion, PixelType::kUint16, curved);
    const Found found = find(moving, fixed, near(GetParam(), 7));
    EXPECT_EQ(found.result.run.backend, GetParam());
    expect_motion(found.result, motion, 0.1);
  }
}

TEST_P(RegisterMiSlow, RecoversAShiftUnderNoise) {
  const Shape shape{56, 52, 44};
  const RigidMotion motion{3.3, -4.4, 2.2, 0};
  test::Random random(9);
  const auto noisy = [&](double v) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.below(1000)) / 1000 - 0.5;
    return 50 + v + 15 * sum;  // a normal distribution, nearly
  };
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kFloat32, noisy);
  const GreyVolume moving = head_volume(shape, {}, motion, PixelType::kFloat32, noisy);
  expect_motion(find(moving, fixed, near(GetParam(), 7)).result, motion, 0.25);
}

// ---- Where it may not go -----------------------------------------------------------------------

TEST(RegisterMi, StaysWithoutRoomToMove) {
  const GreyVolume image = head_volume({40, 30, 1}, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moved = head_volume({40, 30, 1}, {}, {3, 2, 0, 0}, PixelType::kUint8, as_it_is);
  const Found found = find(moved, image, near("scalar", 0));
  EXPECT_EQ(found.result.motion.dx, 0);
  EXPECT_EQ(found.result.motion.dy, 0);
  EXPECT_EQ(found.result.before, found.result.after);
  expect_equal_pixels(found.volume, moved);
}

// Beyond the images there is nothing to find, and nothing to store.
TEST(RegisterMi, ShiftsBeyondTheImagesActAsTheLargest) {
  const Shape fixed_shape{45, 20, 1};
  const GreyVolume fixed = head_volume(fixed_shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving =
      head_volume({40, 24, 1}, {}, {3, -2, 0, 0}, PixelType::kUint8, as_it_is);
  const Result largest = find(moving, fixed, near("auto", 44)).result;
  const Result huge = find(moving, fixed, near("auto", 1e300)).result;
  EXPECT_EQ(huge.motion.dx, largest.motion.dx);
  EXPECT_EQ(huge.motion.dy, largest.motion.dy);
  EXPECT_EQ(huge.motion.dz, largest.motion.dz);
  EXPECT_EQ(huge.after, largest.after);

  Options options = near("auto", 1e300);
  const Geometry geometry({40, 24, 12}, {45, 20, 12}, 2);
  SearchLimits limits = search_limits(geometry, options);
  EXPECT_EQ(limits.low.dx, -39);
  EXPECT_EQ(limits.high.dx, 44);
  EXPECT_EQ(limits.low.dy, -23);
  EXPECT_EQ(limits.high.dy, 19);
  EXPECT_EQ(limits.low.dz, -11);
  EXPECT_EQ(limits.high.dz, 11);
  // A turned slice reaches farther: half its diagonal, of pixels twice as high as wide.
  options.max_angle = 90;
  limits = search_limits(geometry, options);
  const double radius = std::hypot(19.5, 2 * 11.5);
  EXPECT_DOUBLE_EQ(limits.high.dx, 44 - 19.5 + radius);
  EXPECT_DOUBLE_EQ(limits.low.dy, -11.5 - radius / 2);
}

// A motion that is not even counted has too few points where it is counted.
TEST(RegisterMi, WhatCannotOverlapDoesNot) {
  const Shape moving_shape{30, 21, 9};
  const Shape fixed_shape{26, 33, 8};
  const GreyVolume moving = random_grey(moving_shape, PixelType::kUint8, 200, 1);
  const GreyVolume fixed = random_grey(fixed_shape, PixelType::kUint8, 200, 2);
  const Geometry geometry(moving_shape, fixed_shape, 1.5);
  const auto matcher = matcher_for("scalar", Task{moving, fixed, {{1, 1, 1}}, 2});
  test::Random random(17);
  NoProgress quiet;
  for (const Role role : {Role::kFixed, Role::kMoving}) {
    MatchPoints points;
    points.role = role;
    points.grid = point_grid(geometry.shape(role), 3000);
    points.own = points.other = with_bins({0, 200, 0, 0}, 4);
    const std::int64_t count = matcher->set_points(points, quiet);
    std::vector<RigidMotion> skipped;
    for (int i = 0; i < 3000; ++i) {
      const auto place = [&](double reach) {
        return reach * (static_cast<double>(random.below(2001)) / 1000 - 1);
      };
      const RigidMotion motion{place(35), place(40), place(10), place(180)};
      if (!can_overlap(geometry, motion, points, {}, count)) skipped.push_back(motion);
    }
    EXPECT_GT(skipped.size(), 1000U);
    EXPECT_LT(skipped.size(), 2800U);
    std::vector<PointMap> maps;
    for (const RigidMotion& motion : skipped) maps.push_back(geometry.map(motion, role, {}));
    for (const MatchSums& sums : matcher->match(maps, quiet)) EXPECT_LT(4 * sums.pairs, count);
  }
}

TEST(RegisterMi, SaysWhereTheLimitEndsTheSearch) {
  const Shape shape{120, 100, 1};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const auto note = [&](const RigidMotion& motion, const Options& options) {
    const GreyVolume moving = head_volume(shape, {}, motion, PixelType::kUint8, as_it_is);
    return find(moving, fixed, options).result.run.note;
  };
  EXPECT_EQ(note({9, -4, 0, 0}, near("auto", 12)), "");
  EXPECT_EQ(note({9, -4, 0, 0}, near("auto", 5)),
            "dx at the limit of max_shift: the best may lie beyond.");
  EXPECT_EQ(note({9, -9, 0, 0}, near("auto", 4.51)),
            "dx and dy at the limit of max_shift: the best may lie beyond.");
  EXPECT_EQ(note({0, 0, 0, 0}, near("auto", 0)), "");
  Options turn = near("auto", 4);
  turn.max_angle = 5;
  EXPECT_EQ(note({0, 0, 0, 12}, turn),
            "The angle is at the limit of max_angle: the best may lie beyond.");
  Options none;  // a quarter of the side, 30
  none.backend = "auto";
  EXPECT_EQ(note({40, 0, 0, 0}, none), "dx at the limit of max_shift: the best may lie beyond.");
}

}  // namespace
}  // namespace bitvox::register_mi
