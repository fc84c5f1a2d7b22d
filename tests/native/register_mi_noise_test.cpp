// SPDX-License-Identifier: BSD-2-Clause
// What registration does about noise, and where nothing holds an axis.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/register_mi/register_mi_quadric.hpp"
#include "ops/register_mi/register_mi_smooth.hpp"
#include "register_mi_reference.hpp"
#include "register_mi_runs.hpp"

namespace bitvox::register_mi {
namespace {

using test::as_it_is;
using test::grey_value;
using test::head_volume;
using test::make_grey;
using test::matcher_for;
using test::negative;
using test::obvious_halves;
using test::obvious_value;
using test::random_grey;

class RegisterMiNoise : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, RegisterMiNoise, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

// A pass along one axis, voxel by voxel.
GreyVolume obvious_pass(const GreyVolume& in, const SmoothingRow& by, std::int64_t axis) {
  const Shape& s = in.shape();
  const std::int64_t strides[] = {1, s.width, s.width * s.height};
  const std::int64_t sides[] = {s.width, s.height, s.depth};
  return make_grey(s, PixelType::kFloat32, [&](std::int64_t i) {
    const std::int64_t at = i / strides[axis] % sides[axis];
    const auto own = static_cast<float>(grey_value(in, i));
    float sum = 0;
    for (std::int64_t k = -reach(by); k <= reach(by); ++k) {
      const bool there = at + k >= 0 && at + k < sides[axis];
      const auto v = there ? static_cast<float>(grey_value(in, i + k * strides[axis])) : own;
      const float part = by[static_cast<std::size_t>(k + reach(by))] * (std::isfinite(v) ? v : own);
      sum += part;
    }
    return sum;
  });
}

GreyVolume obvious_smooth(const GreyVolume& in, const Smoothing& by) {
  const GreyVolume x = obvious_pass(in, by.x, 0);
  const GreyVolume y = obvious_pass(x, by.y, 1);
  return obvious_pass(y, by.z, 2);
}

TEST_P(RegisterMiNoise, SmoothsLikeTheObviousLoop) {
  for (const Shape& shape : {Shape{37, 33, 21}, Shape{130, 12, 1}}) {
    const Geometry geometry(shape, shape, 0.7, 1.9);
    const std::vector<LevelFactors> levels{{1, 1, 1}, {2, 2, 1}};
    for (const PixelType type : {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32}) {
      GreyVolume moving = random_grey(shape, type, 250, 5);
      if (type == PixelType::kFloat32) {
        for (std::int64_t i = 7; i < shape.voxel_count(); i += 53) {
          moving.data<float>()[i] = std::numeric_limits<float>::quiet_NaN();
        }
      }
      const GreyVolume fixed = random_grey(shape, PixelType::kUint16, 60000, 6);
      std::vector<Smoothing> smoothing;
      for (const LevelFactors& level : levels)
        smoothing.push_back(smoothing_of(1.3, geometry, Role::kMoving, level));
      EXPECT_GT(smoothing[0].y.size(), smoothing[0].x.size());  // pixels are not as high as wide
      const auto matcher = matcher_for(GetParam(), Task{moving, fixed, levels, 3, smoothing, {}});
      const GreyVolume halves = obvious_halves(moving, 2, 2, 1);
      for (std::size_t level = 0; level < levels.size(); ++level) {
        const GreyVolume expected = obvious_smooth(level == 0 ? moving : halves, smoothing[level]);
        const PointGrid grid = point_grid(expected.shape(), 5000);
        NoProgress quiet;
        const std::vector<float> values = matcher->values(Role::kMoving, level, grid, quiet);
        int numbers = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          const GridPoint point = point_of_cell(grid, static_cast<std::int64_t>(i));
          float value = 0;
          ASSERT_TRUE(
              obvious_value(expected, Interpolation::kLinear, point.x, point.y, point.z, value));
          ASSERT_EQ(std::isnan(values[i]), std::isnan(value));
          if (std::isnan(value)) continue;
          ASSERT_EQ(values[i], value) << "point " << i << " of level " << level;
          ++numbers;
        }
        EXPECT_GT(numbers, 1000);
      }
    }
  }
}

// Normal, nearly.
double normal(test::Random& random) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.below(1000)) / 1000 - 0.5;
  return sum;
}

TEST(RegisterMi, MeasuresNoiseBesideStructure) {
  const Shape shape{120, 100, 6};
  const GreyVolume clean = head_volume(shape, {}, {}, PixelType::kFloat32, as_it_is);
  EXPECT_EQ(sigma_for(noise_of(clean)), 0);
  EXPECT_EQ(sigma_for(noise_of(head_volume(shape, {}, {}, PixelType::kUint8, as_it_is))), 0);
  for (const double sd : {10.0, 40.0}) {
    test::Random random(4);
    const GreyVolume noisy = make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      return static_cast<double>(clean.data<float>()[i]) + sd * normal(random);
    });
    std::vector<float> sorted(noisy.data<float>(), noisy.data<float>() + shape.voxel_count());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t tail = sorted.size() / 1000;
    const double range = sorted[sorted.size() - 1 - tail] - sorted[tail];
    EXPECT_NEAR(noise_of(noisy), sd / range, 0.15 * sd / range);
  }
  EXPECT_EQ(noise_of(make_grey(shape, PixelType::kUint8, [](auto) { return 7; })), 0);
}

TEST(RegisterMi, QuadricsAreFoundAgain) {
  for (const std::size_t axes : {1U, 2U, 3U, 6U}) {
    std::vector<double> values;
    for (const std::vector<double>& x : quadric_places(axes)) {
      double value = 5;
      for (std::size_t i = 0; i < axes; ++i) {
        value += (0.5 - static_cast<double>(i) / 10) * x[i] - 2 * x[i] * x[i];
        if (i > 0) value += 0.7 * x[i] * x[i - 1];
      }
      values.push_back(value);
    }
    const Quadric fit = fit_quadric(axes, values);
    EXPECT_NEAR(fit.value, 5, 1e-9);
    for (std::size_t i = 0; i < axes; ++i) {
      EXPECT_NEAR(fit.gradient[i], 0.5 - static_cast<double>(i) / 10, 1e-9);
      EXPECT_NEAR(fit.curvature[i][i], -4, 1e-9);
      if (i > 0) {
        EXPECT_NEAR(fit.curvature[i][i - 1], 0.7, 1e-9);
      }
    }
    const Summit summit = summit_of(fit, 10);
    EXPECT_FALSE(summit.bounded);
    for (std::size_t i = 0; i < axes; ++i) {  // no slope is left
      double slope = fit.gradient[i];
      for (std::size_t j = 0; j < axes; ++j) slope += fit.curvature[i][j] * summit.place[j];
      EXPECT_NEAR(slope, 0, 1e-9);
    }
    const Summit near = summit_of(fit, 0.01);
    EXPECT_TRUE(near.bounded);
    for (const double x : near.place) EXPECT_LE(std::abs(x), 0.01);
  }
}

// Noise as large as the contrast of the soft parts: unsmoothed, the largest information lies a
// voxel and more from the truth.
TEST_P(RegisterMiNoise, RecoversAMotionUnderMuchNoise) {
  const Shape shape{128, 120, 1};
  const RigidMotion motion{5.3, -7.4, 0, 6};
  const auto noisy = [&](const RigidMotion& by, double (*remap)(double), std::uint64_t seed) {
    const GreyVolume clean = head_volume(shape, {}, by, PixelType::kFloat32, remap);
    test::Random random(seed);
    return make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      return static_cast<double>(clean.data<float>()[i]) + 25 * normal(random);
    });
  };
  Options options = test::near(GetParam(), 16);
  options.max_angle = 12;
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const GreyVolume fixed = noisy({}, as_it_is, seed);
    const GreyVolume moving = noisy(motion, negative, seed + 100);
    NoProgress quiet;
    const RigidMotion found = find(moving, fixed, options, quiet).motion;
    worst = std::max({worst, std::hypot(found.dx - motion.dx, found.dy - motion.dy),
                      std::abs(found.angle - motion.angle)});
  }
  EXPECT_LT(worst, 0.5);
}

// ---- Where nothing holds an axis ----------------------------------------------------------------

// Smooth, and without a period.
double pattern(double x, double y) {
  return 100 + 50 * std::sin(0.19 * x + 0.002 * y * y) + 40 * std::cos(0.23 * y + 0.003 * x * y);
}

TEST_P(RegisterMiNoise, EqualSlicesStayWhereTheyAre) {
  const Shape shape{48, 48, 24};
  const auto slices = [&](double dx) {
    return make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      return pattern(static_cast<double>(i % 48) + dx, static_cast<double>(i / 48 % 48));
    });
  };
  Options options;
  options.backend = GetParam();
  NoProgress quiet;
  const Result same = find(slices(0), slices(0), options, quiet);
  EXPECT_EQ(same.motion.dx, 0);
  EXPECT_EQ(same.motion.dy, 0);
  EXPECT_EQ(same.motion.dz, 0);
  EXPECT_EQ(same.run.note,
            "Nothing holds dz: the images fit alike wherever they lie that way. The smallest shift "
            "was taken.");
  const Result shifted = find(slices(2.5), slices(0), options, quiet);
  EXPECT_NEAR(shifted.motion.dx, 2.5, 0.1);
  EXPECT_EQ(shifted.motion.dz, 0);
  EXPECT_NE(shifted.run.note.find("Nothing holds dz"), std::string::npos);
}

TEST_P(RegisterMiNoise, StripesDoNotMoveAlongThemselves) {
  const Shape shape{90, 80, 1};
  const auto stripes = [&](double across) {
    return make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      const double at =
          0.6 * static_cast<double>(i % 90) + 0.8 * static_cast<double>(i / 90) + across;
      return 100 + 50 * std::sin(0.2 * at) + 30 * std::sin(0.031 * at * at / 10);
    });
  };
  Options options;
  options.backend = GetParam();
  NoProgress quiet;
  const Result result = find(stripes(3), stripes(0), options, quiet);
  EXPECT_NEAR(result.motion.dx, 0.6 * 3, 0.3);
  EXPECT_NEAR(result.motion.dy, 0.8 * 3, 0.3);
  EXPECT_NE(result.run.note.find("Nothing holds the shift along ("), std::string::npos)
      << result.run.note;
}

TEST(RegisterMi, StructureOnAllAxesGetsNoNote) {
  const Shape shape{60, 50, 30};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, {}, {2, -3, 1.5, 0}, PixelType::kUint8, negative);
  NoProgress quiet;
  EXPECT_EQ(find(moving, fixed, test::near("auto", 6), quiet).run.note, "");
}

}  // namespace
}  // namespace bitvox::register_mi
