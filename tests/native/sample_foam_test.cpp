// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_foam/sample_foam.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/error.hpp"
#include "test_volumes.hpp"

namespace bitvox::sample_foam {
namespace {

std::int64_t count(const BitVolume& volume) {
  const Shape& s = volume.shape();
  std::int64_t total = 0;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) total += test::voxel(volume, x, y, z);
  return total;
}

TEST(SampleFoam, FillsTheFractionAskedFor) {
  NoProgress progress;
  for (const double fraction : {0.1, 0.5, 0.9}) {
    const Shape shape{100, 81, 64};
    const auto filled = static_cast<double>(count(fill(shape, {2, 6, fraction, 3}, progress)));
    const auto total = static_cast<double>(shape.voxel_count());
    EXPECT_GE(filled, fraction * total);
    EXPECT_LE(filled, fraction * total + 925);  // the last ball, of radius 6 at most
  }
}

TEST(SampleFoam, OneBallIsTheVoxelsWithinItsRadius) {
  NoProgress progress;
  // So little is wanted that the first ball is enough, wherever it lies.
  const Shape shape{41, 41, 41};
  const BitVolume volume = fill(shape, {3, 3, 1e-9, 2}, progress);
  std::int64_t x0 = 0, y0 = 0, z0 = 0, n = 0;
  for (std::int64_t z = 0; z < 41; ++z)
    for (std::int64_t y = 0; y < 41; ++y)
      for (std::int64_t x = 0; x < 41; ++x)
        if (test::voxel(volume, x, y, z)) x0 += x, y0 += y, z0 += z, ++n;
  ASSERT_EQ(n, 123) << "a whole ball of radius 3 has 123 voxels; choose a seed that puts it inside";
  x0 /= n, y0 /= n, z0 /= n;
  for (std::int64_t z = 0; z < 41; ++z)
    for (std::int64_t y = 0; y < 41; ++y)
      for (std::int64_t x = 0; x < 41; ++x)
        EXPECT_EQ(test::voxel(volume, x, y, z),
                  (x - x0) * (x - x0) + (y - y0) * (y - y0) + (z - z0) * (z - z0) <= 9);
}

TEST(SampleFoam, IsTheSameVolumeForTheSameSeed) {
  NoProgress progress;
  const Shape shape{65, 50, 33};
  const Options options{2, 9, 0.5, 42};
  const BitVolume first = fill(shape, options, progress);
  const BitVolume second = fill(shape, options, progress);
  Options other = options;
  other.seed = 43;
  const BitVolume third = fill(shape, other, progress);
  const auto same = [&](const BitVolume& volume) {
    return std::equal(first.words(), first.words() + first.shape().word_count(), volume.words());
  };
  EXPECT_TRUE(same(second));
  EXPECT_FALSE(same(third));
}

// A ball may take a second: stopping does not wait for its end.
TEST(SampleFoam, ReportsWithinALargeBall) {
  class Count final : public Progress {
   public:
    void report(std::int64_t, std::int64_t) override { ++reports; }
    int reports = 0;
  } count;
  fill({500, 500, 500}, {250, 250, 0.01, 1}, count);  // one ball, of 196,000 rows or fewer
  EXPECT_GT(count.reports, 10);
}

TEST(SampleFoam, RefusesWrongOptions) {
  NoProgress progress;
  const Shape shape{8, 8, 8};
  EXPECT_THROW(fill(shape, {0, 5, 0.5, 1}, progress), InvalidInput);
  EXPECT_THROW(fill(shape, {5, 4, 0.5, 1}, progress), InvalidInput);
  EXPECT_THROW(fill(shape, {5, 1001, 0.5, 1}, progress), InvalidInput);
  EXPECT_THROW(fill(shape, {1, 2, 0.0, 1}, progress), InvalidInput);
  EXPECT_THROW(fill(shape, {1, 2, 0.96, 1}, progress), InvalidInput);
  EXPECT_THROW(fill(shape, {1, 2, 0.5, -1}, progress), InvalidInput);
  EXPECT_THROW(fill(shape, {1, 2, 0.5, kLargestSeed + 1}, progress), InvalidInput);
  EXPECT_THROW(fill({8, 0, 8}, {1, 2, 0.5, 1}, progress), InvalidInput);
}

}  // namespace
}  // namespace bitvox::sample_foam
