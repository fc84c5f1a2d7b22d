// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton2d/skeleton2d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bits.hpp"
#include "core/error.hpp"
#include "ops/skeleton2d/objects.hpp"
#include "test_volumes.hpp"
#include "thinning_reference.hpp"

namespace bitvox::skeleton2d {
namespace {

using test::Picture;

constexpr Rule kRules[] = {Rule::kGuoHall, Rule::kHilditch, Rule::kImagej};

Result run(const BitVolume& volume, Rule rule, const std::string& backend, int threads = 2) {
  NoProgress progress;
  return thin(volume, {{backend, threads}, rule}, progress);
}

// Every backend and rule against the loop over pixels.
void expect_the_obvious(const BitVolume& volume, const std::string& what) {
  const Shape& s = volume.shape();
  for (const Rule rule : kRules) {
    BitVolume expected(s);
    std::array<std::int64_t, 2> rounds{};
    PixelCount before, after;
    for (std::int64_t z = 0; z < s.depth; ++z) {
      Picture picture = test::picture_of(volume, z);
      before.objects += test::flood_count(picture);
      before.pixels += std::count(picture.at.begin(), picture.at.end(), 1);
      const auto repeated = test::thin(picture, rule);
      for (std::size_t i = 0; i < rounds.size(); ++i) rounds[i] = std::max(rounds[i], repeated[i]);
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x)
          if (picture(x, y) == 1) test::set_voxel(expected, x, y, z);
      after.objects += test::flood_count(picture);
      after.pixels += std::count(picture.at.begin(), picture.at.end(), 1);
    }
    for (const std::string& backend : test::available_backends())
      for (const int threads : {1, 3}) {
        const Result result = run(volume, rule, backend, threads);
        std::string where = what;
        where.append(", rule ").append(std::to_string(static_cast<int>(rule)));
        where.append(", ").append(backend).append(", threads ").append(std::to_string(threads));
        EXPECT_TRUE(std::equal(expected.words(), expected.words() + s.word_count(),
                               result.skeleton.words()))
            << where;  // padding bits too
        EXPECT_EQ(result.run.backend, backend);
        EXPECT_EQ(result.iterations, rounds[0] + rounds[1]) << where;
        EXPECT_EQ(result.pixels_before, before.pixels) << where;
        EXPECT_EQ(result.objects_before, before.objects) << where;
        EXPECT_EQ(result.pixels_after, after.pixels) << where;
        EXPECT_EQ(result.objects_after, after.objects) << where;
      }
  }
}

std::string readable(const Shape& s) {
  return std::to_string(s.width) + " x " + std::to_string(s.height) + " x " +
         std::to_string(s.depth);
}

// All 512 pictures of 3 x 3 pixels, far enough from one another, in the middle or at the edges.
TEST(Skeleton2d, ThinsAllSmallPictures) {
  const BitVolume inside = test::make_volume({5 * 32, 5 * 16, 1}, [](auto x, auto y, auto) {
    const std::int64_t picture = x / 5 + 32 * (y / 5);
    const std::int64_t i = x % 5 - 1, j = y % 5 - 1;
    return i >= 0 && i < 3 && j >= 0 && j < 3 && (picture >> (i + 3 * j) & 1) != 0;
  });
  expect_the_obvious(inside, "apart");
  const BitVolume whole = test::make_volume(
      {3, 3, 511}, [](auto x, auto y, auto z) { return ((z + 1) >> (x + 3 * y) & 1) != 0; });
  expect_the_obvious(whole, "touching all edges");
}

TEST(Skeleton2d, ThinsNoiseOfAllDensitiesAndShapes) {
  std::uint64_t seed = 1;
  for (const std::int64_t width : {1, 2, 31, 33, 63, 64, 65, 128, 129})
    for (const std::int64_t height : {1, 3, 8, 65})
      for (const double density : {0.3, 0.9, 0.97}) {
        BitVolume volume = test::random_volume({width, height, 3}, density, ++seed);
        test::set_voxel(volume, 0, 0, 1);  // never all background
        expect_the_obvious(volume,
                           readable(volume.shape()) + ", density " + std::to_string(density));
      }
}

// Whole slices, discs, rings and thick lines across tiles and bricks, also at the edges.
TEST(Skeleton2d, ThinsShapes) {
  expect_the_obvious(test::make_volume({150, 140, 1}, [](auto, auto, auto) { return true; }),
                     "full");
  const auto distance = [](auto x, auto y, double cx, double cy) {
    return std::hypot(static_cast<double>(x) - cx, static_cast<double>(y) - cy);
  };
  const BitVolume shapes = test::make_volume({300, 260, 3}, [&](auto x, auto y, auto z) {
    switch (z) {
      case 0:
        return distance(x, y, 70, 64) < 55 || std::abs(distance(x, y, 200, 128) - 70) < 9;
      case 1:
        return (x + 2 * y) % 97 < 20 || distance(x, y, 300, 0) < 90;
      default:
        return x % 90 < 60 && y % 75 < 71 && distance(x % 90, y % 75, 30, 30) > 8;
    }
  });
  expect_the_obvious(shapes, "shapes");
  expect_the_obvious(
      test::make_volume({131, 67, 2}, [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; }),
      "checkerboard");
}

// More bricks than one thread takes, few slices: a crew shares each.
TEST(Skeleton2dThorough, IsTheSameForAllCrews) {
  const BitVolume volume = test::make_volume({1024, 800, 2}, [](auto x, auto y, auto z) {
    return ((x * x + y * y) / 9000 + z) % 2 == 0 || x % 211 == 3;
  });
  for (const Rule rule : kRules) {
    const Result expected = run(volume, rule, "scalar", 1);
    for (const std::string& backend : test::available_backends())
      for (const int threads : {1, 5, 8}) {
        const Result result = run(volume, rule, backend, threads);
        EXPECT_TRUE(std::equal(expected.skeleton.words(),
                               expected.skeleton.words() + volume.shape().word_count(),
                               result.skeleton.words()))
            << backend << ", threads " << threads;
        EXPECT_EQ(result.iterations, expected.iterations) << backend << ", threads " << threads;
      }
  }
}

// ImageJ's rule is another matter: after its second stage the first one may have work again.
TEST(Skeleton2d, ThinningAgainChangesNothing) {
  const BitVolume volume = test::random_volume({190, 170, 2}, 0.85, 5);
  for (const Rule rule : {Rule::kGuoHall, Rule::kHilditch}) {
    const Result once = run(volume, rule, "auto");
    const Result twice = run(once.skeleton, rule, "auto");
    EXPECT_TRUE(std::equal(once.skeleton.words(),
                           once.skeleton.words() + volume.shape().word_count(),
                           twice.skeleton.words()));
    EXPECT_EQ(twice.pixels_before, twice.pixels_after);
  }
}

TEST(Skeleton2d, GuoHallKeepsTheTopology) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const double density = 0.05 + 0.9 * static_cast<double>(seed % 100) / 100;
    BitVolume volume = test::random_volume({23, 19, 1}, density, seed);
    test::set_voxel(volume, 11, 9, 0);
    const Picture before = test::picture_of(volume, 0);
    const Picture after = test::picture_of(run(volume, Rule::kGuoHall, "auto").skeleton, 0);
    EXPECT_EQ(test::flood_count(before), test::flood_count(after)) << "seed " << seed;
    EXPECT_EQ(test::background_count(before), test::background_count(after)) << "seed " << seed;
  }
}

TEST(Skeleton2d, HilditchDeletesSquaresOfTwo) {
  const BitVolume square =
      test::make_volume({4, 4, 1}, [](auto x, auto y, auto) { return x % 3 != 0 && y % 3 != 0; });
  const Result result = run(square, Rule::kHilditch, "auto");
  EXPECT_EQ(result.pixels_before, 4);
  EXPECT_EQ(result.objects_before, 1);
  EXPECT_EQ(result.pixels_after, 0);
  EXPECT_EQ(result.objects_after, 0);
  EXPECT_EQ(run(square, Rule::kGuoHall, "auto").objects_after, 1);
}

// A 4-connected diagonal line loses a pixel at each end in each pass, down to two of them.
TEST(Skeleton2d, HilditchEatsStaircases) {
  const BitVolume stairs =
      test::make_volume({12, 13, 1}, [](auto x, auto y, auto) { return y == x || y == x + 1; });
  const Result result = run(stairs, Rule::kHilditch, "auto");
  EXPECT_EQ(result.pixels_before, 24);
  EXPECT_EQ(result.pixels_after, 2);
  EXPECT_EQ(result.iterations, 12);
}

}  // namespace
}  // namespace bitvox::skeleton2d
