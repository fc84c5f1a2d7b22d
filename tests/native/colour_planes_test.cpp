// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "colour/clean_plane.hpp"
#include "colour/plane_objects.hpp"
#include "core/volumes/bit_volume.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

const std::vector<Shape> kShapes{{1, 1, 1},   {2, 3, 1},   {63, 5, 1},   {64, 4, 1},  {65, 7, 1},
                                 {127, 9, 1}, {128, 2, 1}, {129, 31, 1}, {300, 40, 1}};

using Pixels = std::vector<std::vector<bool>>;

Pixels pixels_of(const BitVolume& plane) {
  Pixels pixels(static_cast<std::size_t>(plane.shape().height));
  for (std::size_t y = 0; y < pixels.size(); ++y) {
    for (std::int64_t x = 0; x < plane.shape().width; ++x) {
      pixels[y].push_back(test::voxel(plane, x, static_cast<std::int64_t>(y), 0));
    }
  }
  return pixels;
}

// Whether all (or any) of the pixels of a square are set that lie in the plane.
Pixels over_squares(const Pixels& pixels, int radius, bool all) {
  Pixels result = pixels;
  const int height = static_cast<int>(pixels.size());
  const int width = static_cast<int>(pixels[0].size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      bool value = all;
      for (int v = std::max(0, y - radius); v <= std::min(height - 1, y + radius); ++v) {
        for (int u = std::max(0, x - radius); u <= std::min(width - 1, x + radius); ++u) {
          const bool set = pixels[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)];
          value = all ? value && set : value || set;
        }
      }
      result[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = value;
    }
  }
  return result;
}

TEST(CleanPlane, IsAnOpeningAndThenAClosing) {
  std::vector<std::uint64_t> scratch;
  for (const Shape& shape : kShapes) {
    for (const int percent : {0, 10, 50, 80, 97, 100}) {
      for (const Cleaning cleaning : {Cleaning{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 3}}) {
        BitVolume plane = test::random_volume(shape, percent / 100.0, 7);
        Pixels expected = pixels_of(plane);
        expected = over_squares(expected, cleaning.open, true);
        expected = over_squares(expected, cleaning.open, false);
        expected = over_squares(expected, cleaning.close, false);
        expected = over_squares(expected, cleaning.close, true);
        clean_plane(cleaning, shape, plane.words(), scratch);
        ASSERT_EQ(pixels_of(plane), expected) << shape.width << " " << percent;
        for (std::int64_t y = 0; y < shape.height; ++y) {  // padding stays 0
          const std::uint64_t last = plane.words()[(y + 1) * shape.words_per_row() - 1];
          ASSERT_EQ(last & ~shape.last_word_mask(), 0U);
        }
      }
    }
  }
}

// Objects by flooding from each pixel in raster order.
std::vector<PlaneObject> flooded(Pixels pixels, std::int64_t min_area) {
  std::vector<PlaneObject> objects;
  const int height = static_cast<int>(pixels.size());
  const int width = static_cast<int>(pixels[0].size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!pixels[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]) continue;
      PlaneObject object{0, 0, 0, x, y, x, y};
      std::vector<std::pair<int, int>> open{{x, y}};
      pixels[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = false;
      while (!open.empty()) {
        const auto [u, v] = open.back();
        open.pop_back();
        ++object.area;
        object.sum_x += u;
        object.sum_y += v;
        object.left = std::min(object.left, u);
        object.right = std::max(object.right, u);
        object.bottom = std::max(object.bottom, v);
        for (int j = std::max(0, v - 1); j <= std::min(height - 1, v + 1); ++j) {
          for (int i = std::max(0, u - 1); i <= std::min(width - 1, u + 1); ++i) {
            if (!pixels[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]) continue;
            pixels[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = false;
            open.emplace_back(i, j);
          }
        }
      }
      if (object.area >= min_area) objects.push_back(object);
    }
  }
  return objects;
}

TEST(PlaneObjects, AreThoseOfAFlood) {
  PlaneObjects found;  // keeps what it has between planes
  for (const Shape& shape : kShapes) {
    for (const int percent : {0, 3, 20, 35, 50, 90, 100}) {
      for (const std::int64_t min_area : {1, 2, 9}) {
        BitVolume plane = test::random_volume(shape, percent / 100.0, 11);
        const std::vector<PlaneObject> expected = flooded(pixels_of(plane), min_area);
        found.find(shape, plane.words(), min_area);
        ASSERT_EQ(found.objects(), expected) << shape.width << " " << percent;
        // What is left in the plane is what the objects have, and the runs are these pixels.
        ASSERT_EQ(flooded(pixels_of(plane), 1), expected);
        std::vector<PlaneObject> of_runs(expected.size());
        for (const PlaneObjects::Run& run : found.runs()) {
          of_runs[static_cast<std::size_t>(run.object)].area += run.last - run.first + 1;
          ASSERT_TRUE(test::voxel(plane, run.first, run.y, 0) &&
                      test::voxel(plane, run.last, run.y, 0));
        }
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(of_runs[i].area, expected[i].area);
        }
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::colour
