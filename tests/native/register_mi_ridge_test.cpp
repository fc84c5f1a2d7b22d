// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_ridge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "head_volume.hpp"
#include "ops/register_mi/register_mi_climb.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_quadric.hpp"
#include "register_mi_runs.hpp"

namespace bitvox::register_mi {
namespace {

// Information is 2 bits at one shift, and less away from it: much across a ridge that is askew,
// little along it, with ripples.
class Ridge final : public Matcher {
 public:
  explicit Ridge(Matcher& matcher) : matcher_(matcher) {}

  static double across(double x, double y) { return (x + y - 1.4) / std::numbers::sqrt2; }
  static double along(double x, double y) { return (x - y - 3.1) / std::numbers::sqrt2; }

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    return matcher_.values(role, level, grid, progress);
  }
  std::int64_t set_points(const MatchPoints& points, Progress& progress) override {
    return matcher_.set_points(points, progress);
  }
  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    measured += static_cast<int>(maps.size());
    std::vector<MatchSums> all = matcher_.match(maps, progress);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double x = maps[i].x0;
      const double y = maps[i].y0;
      const double ripple = 0.0002 * std::sin(2 * std::numbers::pi * 5 * (x - y));
      const double bits =
          2 - 2 * std::pow(across(x, y), 2) - 0.005 * std::pow(along(x, y), 2) + ripple;
      const auto pairs = static_cast<double>(all[i].pairs);
      all[i].n_log_n = static_cast<std::int64_t>((bits - std::log2(pairs)) * pairs * kLogUnit);
    }
    return all;
  }
  std::int64_t resample(const Resampling& how, SliceSink& out, Progress& progress) override {
    return matcher_.resample(how, out, progress);
  }

  int measured = 0;

 private:
  Matcher& matcher_;
};

// From a place on the ridge, and from one beside it.
TEST(RegisterMiRidge, GoesAlongItToTheTop) {
  const Shape shape{40, 40, 1};
  const GreyVolume volume = test::head_volume(shape, {}, {}, PixelType::kUint8, test::as_it_is);
  const std::vector<LevelFactors> levels = pyramid_levels(shape, shape);
  const auto matcher = test::matcher_for("scalar", Task{volume, volume, levels, 1});
  const Geometry geometry(shape, shape, 1);
  SearchLimits limits;
  limits.low.dx = limits.low.dy = -5;
  limits.high.dx = limits.high.dy = 5;
  NoProgress quiet;
  for (const double beside : {0.0, 0.4}) {
    Ridge ridge(*matcher);
    Comparison comparison(ridge, geometry, levels, 64, Noise::kNone, quiet);
    comparison.begin(0, 1600);
    const auto distance = [&](const RigidMotion& motion) {
      const PointMap map = comparison.map(motion);
      return std::hypot(Ridge::across(map.x0, map.y0), Ridge::along(map.x0, map.y0));
    };
    // Points are in `fixed`, so that a map has the opposite of a shift.
    std::vector<Candidate> start{{{-3.4 + beside, 2.0 + beside, 0, 0}}};
    comparison.measure_again(start);
    std::vector<Candidate> walked = start;
    walk(comparison, limits, {0.125, 1.0 / 32}, walked);
    EXPECT_GT(distance(walked[0].motion), 0.8);  // what steps along the axes come to
    ridge.measured = 0;
    climb_ridges(comparison, limits, start[0]);
    EXPECT_LT(distance(start[0].motion), 0.25);
    EXPECT_GT(start[0].information, walked[0].information);
    EXPECT_LT(ridge.measured, 50);
  }
}

// Where the top lies beyond, it ends at the limit.
TEST(RegisterMiRidge, StaysWithinTheLimits) {
  const Shape shape{40, 40, 1};
  const GreyVolume volume = test::head_volume(shape, {}, {}, PixelType::kUint8, test::as_it_is);
  const std::vector<LevelFactors> levels = pyramid_levels(shape, shape);
  const auto matcher = test::matcher_for("scalar", Task{volume, volume, levels, 1});
  Ridge ridge(*matcher);
  NoProgress quiet;
  const Geometry geometry(shape, shape, 1);
  Comparison comparison(ridge, geometry, levels, 64, Noise::kNone, quiet);
  comparison.begin(0, 1600);
  SearchLimits limits;
  limits.low.dx = limits.low.dy = -1.5;
  limits.high.dx = limits.high.dy = 1.5;
  Candidate candidate{{-1.2, -0.2, 0, 0}, comparison.look_up({{-1.2, -0.2, 0, 0}})[0]};
  const double before = candidate.information;
  climb_ridges(comparison, limits, candidate);
  EXPECT_GE(candidate.information, before);
  EXPECT_EQ(within(limits, candidate.motion).dx, candidate.motion.dx);
  EXPECT_EQ(within(limits, candidate.motion).dy, candidate.motion.dy);
  // Nothing can move: nothing does.
  const RigidMotion still = candidate.motion;
  climb_ridges(comparison, SearchLimits{still, still}, candidate);
  EXPECT_EQ(candidate.motion.dx, still.dx);
}

TEST(RegisterMiRidge, PrincipalAxesAreThoseOfTheMatrix) {
  for (const std::size_t n : {1U, 2U, 3U, 6U}) {
    std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const auto k = static_cast<double>(7 * i * i + 3 * j + 1);
        matrix[i][j] = matrix[j][i] = std::sin(k) - (i == j ? static_cast<double>(i) : 0);
      }
    }
    const std::vector<PrincipalAxis> axes = principal_axes(matrix);
    ASSERT_EQ(axes.size(), n);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        double dot = 0;
        for (std::size_t k = 0; k < n; ++k) dot += axes[a].direction[k] * axes[b].direction[k];
        EXPECT_NEAR(dot, a == b ? 1 : 0, 1e-12);
      }
      for (std::size_t i = 0; i < n; ++i) {
        double product = 0;
        for (std::size_t k = 0; k < n; ++k) product += matrix[i][k] * axes[a].direction[k];
        EXPECT_NEAR(product, axes[a].curvature * axes[a].direction[i], 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::register_mi
