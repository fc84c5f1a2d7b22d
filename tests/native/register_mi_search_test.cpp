// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

#include "head_volume.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::register_mi {
namespace {

// Counts what is asked of another matcher.
class CountingMatcher final : public Matcher {
 public:
  explicit CountingMatcher(Matcher& matcher) : matcher_(matcher) {}

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    return matcher_.values(role, level, grid, progress);
  }
  std::int64_t set_points(const MatchPoints& points, Progress& progress) override {
    at_these_points_.clear();
    return matcher_.set_points(points, progress);
  }
  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    for (const PointMap& m : maps) {
      ++motions;
      again +=
          at_these_points_
                  .insert({m.xx, m.xy, m.xz, m.x0, m.yx, m.yy, m.yz, m.y0, m.zx, m.zy, m.zz, m.z0})
                  .second
              ? 0
              : 1;
    }
    return matcher_.match(maps, progress);
  }
  std::int64_t resample(const Resampling& how, SliceSink& out, Progress& progress) override {
    return matcher_.resample(how, out, progress);
  }

  int motions = 0;
  int again = 0;  // of these, with the same points as before

 private:
  Matcher& matcher_;
  std::set<std::array<float, 12>> at_these_points_;
};

// Most candidates come to the same place, and in a volume without levels all of them are taken to
// the last step there.
TEST(RegisterMiSearch, MeasuresMotionsOnce) {
  for (const Shape& shape : {Shape{38, 36, 32}, Shape{46, 42, 36}, Shape{40, 40, 1}}) {
    const double dz = shape.depth == 1 ? 0 : 0.7;
    const GreyVolume fixed =
        test::head_volume(shape, {}, {}, PixelType::kUint8, [](double v) { return v; });
    const GreyVolume moving = test::head_volume(shape, {}, {1.2, -1.3, dz, 2}, PixelType::kUint16,
                                                [](double v) { return 250 - v; });
    Options options;
    options.max_shift = Reach{2, 2, 2};
    options.max_angle = 3;
    NoProgress quiet;
    const std::vector<LevelFactors> levels = pyramid_levels(shape, shape);
    const Geometry geometry(shape, shape, 1);
    const auto matcher = make_matcher_cpu(*choose_backend("scalar").instructions,
                                          Task{moving, fixed, levels, 2}, quiet);
    CountingMatcher counted(*matcher);
    const FoundMotion found = find_motion(
        counted, geometry, levels, search_limits(geometry, options), options, Noise::kNone, quiet);
    EXPECT_NEAR(found.motion.dx, 1.2, 0.15);
    EXPECT_LT(counted.motions, 700);  // a search that measures them again takes up to 2600
    // Some are: angles are rounded apart, and those of whole voxels are not remembered.
    EXPECT_LT(10 * counted.again, counted.motions);
  }
}

// A start makes the search short: it looks there and near no motion.
TEST(RegisterMiSearch, BeginsAtTheStart) {
  const Shape shape{48, 44, 30};
  const GreyVolume fixed =
      test::head_volume(shape, {}, {}, PixelType::kUint8, [](double v) { return v; });
  const GreyVolume moving = test::head_volume(shape, {}, {6.2, -5.3, 3.6, 6}, PixelType::kUint16,
                                              [](double v) { return 250 - v; });
  Options options;
  options.max_shift = Reach{8, 8, 6};
  options.max_angle = 10;
  NoProgress quiet;
  const std::vector<LevelFactors> levels = pyramid_levels(shape, shape);
  const Geometry geometry(shape, shape, 1);
  const auto matcher = make_matcher_cpu(*choose_backend("scalar").instructions,
                                        Task{moving, fixed, levels, 2, {}, {}}, quiet);
  int motions[2];
  for (const bool started : {false, true}) {
    CountingMatcher counted(*matcher);
    if (started) options.start = RigidMotion{5, -6, 3, 4};
    const FoundMotion found = find_motion(
        counted, geometry, levels, search_limits(geometry, options), options, Noise::kNone, quiet);
    EXPECT_NEAR(found.motion.dx, 6.2, 0.1);
    EXPECT_NEAR(found.motion.dy, -5.3, 0.1);
    EXPECT_NEAR(found.motion.dz, 3.6, 0.1);
    EXPECT_NEAR(found.motion.angle, 6, 0.2);
    motions[started ? 1 : 0] = counted.motions;
  }
  EXPECT_LT(5 * motions[1], motions[0]);
  // A start beyond the limits is taken for the nearest motion within them.
  options.start = RigidMotion{1000, -1000, 1000, 90};
  const FoundMotion found = find_motion(
      *matcher, geometry, levels, search_limits(geometry, options), options, Noise::kNone, quiet);
  EXPECT_LE(std::abs(found.motion.dx), 8);
  EXPECT_LE(std::abs(found.motion.angle), 10);
}

// On coarser levels the mutual information seems to grow with the shift along x; at full size it is
// 2 bits without a motion and half a bit with any other.
class LeadingAstray final : public Matcher {
 public:
  explicit LeadingAstray(Matcher& matcher) : matcher_(matcher) {}

  std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                            Progress& progress) override {
    return matcher_.values(role, level, grid, progress);
  }
  std::int64_t set_points(const MatchPoints& points, Progress& progress) override {
    level_ = points.level;
    return matcher_.set_points(points, progress);
  }
  std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) override {
    std::vector<MatchSums> all = matcher_.match(maps, progress);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const PointMap& m = maps[i];
      const bool still = std::abs(m.x0) < 0.01 && std::abs(m.y0) < 0.01 && m.xy == 0;
      const double bits = level_ > 0 ? 1 + 0.01 * std::abs(m.x0) : still ? 2 : 0.5;
      const auto pairs = static_cast<double>(all[i].pairs);
      if (pairs > 0) {
        all[i].n_log_n = static_cast<std::int64_t>((bits - std::log2(pairs)) * pairs * kLogUnit);
      }
    }
    return all;
  }
  std::int64_t resample(const Resampling& how, SliceSink& out, Progress& progress) override {
    return matcher_.resample(how, out, progress);
  }

 private:
  Matcher& matcher_;
  std::size_t level_ = 0;
};

TEST(RegisterMiSearchThorough, FindsNothingWorseThanNoMotion) {
  const Shape shape{80, 70, 12};
  const GreyVolume volume =
      test::head_volume(shape, {}, {}, PixelType::kUint8, [](double v) { return v; });
  const std::vector<LevelFactors> levels = pyramid_levels(shape, shape);
  ASSERT_GT(levels.size(), 1U);
  const Geometry geometry(shape, shape, 1);
  NoProgress quiet;
  const auto matcher = make_matcher_cpu(*choose_backend("scalar").instructions,
                                        Task{volume, volume, levels, 2}, quiet);
  LeadingAstray leading(*matcher);
  const FoundMotion found =
      find_motion(leading, geometry, levels, search_limits(geometry, Options{}), Options{},
                  Noise::kNone, quiet);
  EXPECT_NEAR(found.before, 2, 0.01);
  EXPECT_GE(found.after, found.before);
  EXPECT_EQ(found.motion.dx, 0);
  EXPECT_EQ(found.motion.dy, 0);
}

}  // namespace
}  // namespace bitvox::register_mi
