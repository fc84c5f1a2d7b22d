// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "head_volume.hpp"
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
      again += at_these_points_.insert({m.xx, m.xy, m.x0, m.yx, m.yy, m.y0, m.z0}).second ? 0 : 1;
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
  std::set<std::array<float, 7>> at_these_points_;
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
    const FoundMotion found =
        find_motion(counted, geometry, levels, search_limits(geometry, options), 64, quiet);
    EXPECT_NEAR(found.motion.dx, 1.2, 0.15);
    EXPECT_LT(counted.motions, 700);  // a search that measures them again takes up to 2600
    // Some are: angles are rounded apart, and those of whole voxels are not remembered.
    EXPECT_LT(10 * counted.again, counted.motions);
  }
}

}  // namespace
}  // namespace bitvox::register_mi
