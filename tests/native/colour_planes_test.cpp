// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "colour/clean_plane.hpp"
#include "colour/plane_objects.hpp"
#include "core/volumes/bit_volume.hpp"
#include "plane_reference.hpp"
#include "test_volumes.hpp"

namespace bitvox::colour {
namespace {

const std::vector<Shape> kShapes{{1, 1, 1},   {2, 3, 1},   {63, 5, 1},   {64, 4, 1},  {65, 7, 1},
                                 {127, 9, 1}, {128, 2, 1}, {129, 31, 1}, {300, 40, 1}};

using test::PlanePixels;

PlanePixels pixels_of(const BitVolume& plane) {
  PlanePixels pixels(static_cast<std::size_t>(plane.shape().height));
  for (std::size_t y = 0; y < pixels.size(); ++y) {
    for (std::int64_t x = 0; x < plane.shape().width; ++x) {
      pixels[y].push_back(test::voxel(plane, x, static_cast<std::int64_t>(y), 0));
    }
  }
  return pixels;
}

TEST(CleanPlane, IsAnOpeningAndThenAClosing) {
  std::vector<std::uint64_t> scratch;
  for (const Shape& shape : kShapes) {
    for (const int percent : {0, 1, 10, 50, 80, 97, 99, 100}) {
      for (const Cleaning cleaning : {Cleaning{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 3}}) {
        const BitVolume raw = test::random_volume(shape, percent / 100.0, 7);
        const PlanePixels expected = test::obviously_clean(pixels_of(raw), cleaning);
        BitVolume plane(shape);
        clean_plane(cleaning, shape, raw.words(), plane.words(), scratch);
        ASSERT_EQ(pixels_of(plane), expected) << shape.width << " " << percent;
        for (std::int64_t y = 0; y < shape.height; ++y) {  // padding stays 0
          const std::uint64_t last = plane.words()[(y + 1) * shape.words_per_row() - 1];
          ASSERT_EQ(last & ~shape.last_word_mask(), 0U);
        }
      }
    }
  }
}

std::vector<PlaneObject> flooded(const PlanePixels& pixels, std::int64_t min_area) {
  std::vector<PlaneObject> objects;
  for (const test::FloodedObject& flood : test::flooded(pixels, min_area)) {
    objects.push_back(flood.object);
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
