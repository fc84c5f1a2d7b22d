// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "collect_slices.hpp"
#include "core/error.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "test_volumes.hpp"

namespace bitvox::distance_map {
namespace {

// What a map has in a mask.
Result obvious_result(const BitVolume& volume, const BitVolume& mask, const Options& options,
                      const GreyVolume& map) {
  Result expected;
  const Shape& s = volume.shape();
  double least = 0;
  double most = 0;
  std::int64_t i = 0;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x, ++i) {
        if (!test::voxel(mask, x, y, z)) continue;
        const double distance = options.result == Numbers::kFloat
                                    ? static_cast<double>(map.data<float>()[i])
                                    : map.data<std::uint16_t>()[i];
        least = std::min(least, distance);
        most = std::max(most, distance);
        expected.voxels += test::voxel(volume, x, y, z) ? 1 : 0;
      }
  const bool outside = options.region == Region::kOutside;
  expected.largest_inside = outside ? 0 : most;
  expected.largest_outside = outside ? most : 0 - least;
  return expected;
}

class DistanceMapMaskTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }

  static void expect_counts_of_map(const BitVolume& volume, const BitVolume& mask,
                                   const Options& rule) {
    NoProgress quiet;
    test::CollectSlices slices(
        volume.shape(), rule.result == Numbers::kFloat ? PixelType::kFloat32 : PixelType::kUint16);
    const Result counted = measure(volume, &mask, rule, &slices, quiet);
    const Result expected = obvious_result(volume, mask, rule, slices.volume);
    const Result alone = measure(volume, &mask, rule, nullptr, quiet);
    for (const Result& result : {counted, alone}) {
      EXPECT_EQ(result.voxels, expected.voxels);
      EXPECT_EQ(result.largest_inside, expected.largest_inside);
      EXPECT_EQ(result.largest_outside, expected.largest_outside);
    }
  }
};

TEST_P(DistanceMapMaskTest, CountsWhatTheMapHasInIt) {
  for (const std::int64_t width : {1, 63, 65, 200})
    for (const double density : {0.95, 1.0})
      for (const Region region : {Region::kInside, Region::kOutside, Region::kSigned})
        for (const Spacing& spacing : {Spacing{2, 2, 2}, Spacing{0.3, 0.4, 0.7}})
          for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
            const Shape shape{width, 25, 12};
            const BitVolume volume = test::random_volume(shape, density, 5);
            Options rule = options();
            rule.region = region;
            rule.spacing = spacing;
            rule.extent = extent;
            for (const double part : {0.02, 0.6, 1.0}) {
              const BitVolume mask = test::random_volume(shape, part, 7);
              expect_counts_of_map(volume, mask, rule);
              if (region == Region::kSigned || spacing.x != spacing.z) continue;
              Options integers = rule;
              integers.result = Numbers::kIntegers;
              expect_counts_of_map(volume, mask, integers);
            }
          }
}

// Distances beyond 16 bits outside the mask alone, and in it.
TEST_P(DistanceMapMaskTest, FarAndNear) {
  const Shape shape{300, 40, 3};
  const BitVolume volume =
      test::make_volume(shape, [](auto x, auto y, auto) { return x > 0 || y % 5 == 0; });
  for (const std::int64_t from : {0, 280}) {
    const BitVolume mask =
        test::make_volume(shape, [&](auto x, auto, auto) { return x >= from && x < from + 9; });
    expect_counts_of_map(volume, mask, options());
  }
}

TEST_P(DistanceMapMaskTest, ANullMapIsNotMade) {
  NoProgress quiet;
  const BitVolume volume = test::random_volume({70, 30, 20}, 0.99, 3);
  test::CollectSlices slices(volume.shape(), PixelType::kFloat32);
  const Result with_map = measure(volume, options(), slices, quiet);
  const Result without = measure(volume, nullptr, options(), nullptr, quiet);
  EXPECT_EQ(without.largest_inside, with_map.largest_inside);
  EXPECT_EQ(without.voxels, with_map.voxels);
}

TEST_P(DistanceMapMaskTest, OtherShapesAreRefused) {
  NoProgress quiet;
  const BitVolume mask({9, 9, 8});
  EXPECT_THROW(measure(BitVolume({9, 9, 9}), &mask, options(), nullptr, quiet), InvalidInput);
}

INSTANTIATE_TEST_SUITE_P(Backends, DistanceMapMaskTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::distance_map
