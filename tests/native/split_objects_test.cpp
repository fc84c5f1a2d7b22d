// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include "label_reference.hpp"
#include "split_objects_everywhere.hpp"
#include "split_objects_reference.hpp"
#include "test_volumes.hpp"

namespace bitvox::split_objects {
namespace {

using test::ObviousSplit;
using test::Random;
using Numbers = ObviousSplit::Numbers;

// Each label is one connected object, and there are no others.
void expect_connected(const std::vector<std::uint32_t>& labels, const Shape& shape,
                      const Options& options) {
  std::map<std::uint32_t, BitVolume> parts;
  std::uint32_t most = 0;
  for (const std::uint32_t label : labels) most = std::max(most, label);
  for (std::uint32_t label = 1; label <= most; ++label) {
    const BitVolume one = test::make_volume(shape, [&](auto x, auto y, auto z) {
      return labels[static_cast<std::size_t>((z * shape.height + y) * shape.width + x)] == label;
    });
    const auto flooded = test::flood_labels(one, options.connectivity, options.extent);
    EXPECT_EQ(*std::max_element(flooded.begin(), flooded.end()), 1U) << "label " << label;
  }
}

void expect_like_the_definition(const BitVolume& volume, const Options& options) {
  ObviousSplit obvious(volume.shape(), options);
  const auto expected = obvious.labels(obvious.distances(volume));
  const Split split = split_everywhere(volume, options);
  EXPECT_EQ(split.labels, expected);
  EXPECT_EQ(split.result.parts,
            static_cast<std::int64_t>(*std::max_element(expected.begin(), expected.end())));
  EXPECT_EQ(split.result.parts, split.result.markers);
}

Shape next_shape(Random& random, bool planar) {
  constexpr std::int64_t kWidths[] = {1, 5, 17, 33, 63, 64, 65};
  return {kWidths[random.below(7)], 1 + random.below(11), planar ? 1 : 1 + random.below(6)};
}

TEST(SplitObjects, AreThoseOfTheDefinition) {
  Random random(1);
  for (int i = 0; i < 120; ++i) {
    const Shape shape = next_shape(random, i % 4 == 3);
    BitVolume volume = i % 2 == 0 ? test::balls(shape, 5, 6, random.next())
                                  : test::random_volume(shape, 0.8, random.next());
    volume.words()[0] &= ~std::uint64_t{1};  // there is background
    Options options;
    options.connectivity = static_cast<label::Connectivity>(random.below(3));
    if (i % 5 == 0) options.edges = Edges::kBackground;
    if (i % 3 == 0) options.spacing = {1, 1.5, 0.7};
    options.tolerance = i % 3 == 1 ? 0 : static_cast<double>(random.below(5)) * 0.3;
    SCOPED_TRACE("case " + std::to_string(i) + ", " + size_text(shape));
    expect_like_the_definition(volume, options);
  }
}

TEST(SplitObjects, EndAtTheirSlicesPerSlice) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const Shape shape{40, 12, 4};
    BitVolume volume = test::balls(shape, 6, 8, random.next());
    for (std::int64_t z = 0; z < shape.depth; ++z) volume.slice(z)[0] &= ~std::uint64_t{1};
    Options options;
    options.extent = Extent::kPerSlice;
    options.spacing = {1, 1, 9};
    options.tolerance = 0.4 * (i % 3);
    SCOPED_TRACE(i);
    expect_like_the_definition(volume, options);
  }
}

std::vector<double> heights_of(const GreyVolume& image, const BitVolume& volume, double sign) {
  const Shape& s = volume.shape();
  std::vector<double> heights;
  for (std::int64_t i = 0; i < s.voxel_count(); ++i) {
    const double value = with_pixel_type(image.type(), [&](auto pixel) {
      return static_cast<double>(image.data<decltype(pixel)>()[i]);
    });
    const bool inside =
        test::voxel(volume, i % s.width, i / s.width % s.height, i / s.width / s.height);
    heights.push_back(inside && std::isfinite(value) ? sign * value : test::kOutsideHeight);
  }
  return heights;
}

TEST(SplitObjects, OfGreyImagesAreThoseOfTheDefinition) {
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    const Shape shape = next_shape(random, i % 4 == 3);
    const BitVolume volume = test::random_volume(shape, i % 3 == 0 ? 1 : 0.9, random.next());
    const auto type = static_cast<PixelType>(i % 3);  // few levels: there are many plateaus
    GreyVolume image = grey_image(shape, type, 2 + i % 7, random);
    if (type == PixelType::kFloat32 && i % 2 == 0) {
      image.data<float>()[0] = std::numeric_limits<float>::quiet_NaN();
    }
    Options options;
    options.heights = i % 2 == 0 ? Heights::kBright : Heights::kDark;
    options.tolerance = i % 4;
    options.connectivity = static_cast<label::Connectivity>(random.below(3));
    SCOPED_TRACE("case " + std::to_string(i) + ", " + size_text(shape));
    const auto heights = heights_of(image, volume, i % 2 == 0 ? 1 : -1);
    const auto expected = ObviousSplit(shape, options).labels(heights);
    EXPECT_EQ(split_everywhere(volume, options, {&image, nullptr, nullptr}).labels, expected);
  }
}

TEST(SplitObjects, OfSlopesAreThoseOfTheDefinition) {
  Random random(4);
  const Shape shape{21, 9, 5};
  const BitVolume volume = test::random_volume(shape, 0.95, 5);
  const GreyVolume image = grey_image(shape, PixelType::kFloat32, 1000, random);
  Options options;
  options.heights = Heights::kGradient;
  options.spacing = {0.5, 2, 1};
  const auto value = [&](std::int64_t x, std::int64_t y, std::int64_t z) -> double {
    x = std::clamp<std::int64_t>(x, 0, shape.width - 1);
    y = std::clamp<std::int64_t>(y, 0, shape.height - 1);
    z = std::clamp<std::int64_t>(z, 0, shape.depth - 1);
    return image.data<float>()[(z * shape.height + y) * shape.width + x];
  };
  std::vector<double> heights = heights_of(image, volume, 1);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const std::int64_t x = i % shape.width, y = i / shape.width % shape.height;
    const std::int64_t z = i / shape.width / shape.height;
    const auto over = [](std::int64_t at, std::int64_t length) {  // so many voxels
      return at == 0 || at == length - 1 ? 1 : 2;
    };
    const double dx = (value(x + 1, y, z) - value(x - 1, y, z)) / (0.5 * over(x, shape.width));
    const double dy = (value(x, y + 1, z) - value(x, y - 1, z)) / (2 * over(y, shape.height));
    const double dz = (value(x, y, z + 1) - value(x, y, z - 1)) / over(z, shape.depth);
    double& height = heights[static_cast<std::size_t>(i)];
    if (height != test::kOutsideHeight) {
      height = -static_cast<double>(static_cast<float>(std::sqrt(dx * dx + dy * dy + dz * dz)));
    }
  }
  for (const double tolerance : {0.0, 100.0, 1e9}) {
    options.tolerance = tolerance;
    const auto expected = ObviousSplit(shape, options).labels(heights);
    EXPECT_EQ(split_everywhere(volume, options, {&image, nullptr, nullptr}).labels, expected);
  }
}

TEST(SplitObjects, OfGivenMarkersAreThoseOfTheDefinition) {
  Random random(6);
  for (int i = 0; i < 40; ++i) {
    const Shape shape = next_shape(random, i % 4 == 3);
    const BitVolume volume = test::random_volume(shape, 0.8, random.next());
    GreyVolume image = grey_image(shape, PixelType::kUint8, 6, random);
    GreyVolume markers(shape, PixelType::kUint16);
    Numbers given(static_cast<std::size_t>(shape.voxel_count()));
    for (std::int64_t k = 0; k < 12; ++k) {
      const std::int64_t where = random.below(shape.voxel_count());
      const std::int64_t marker = 1 + random.below(4) * 300;
      markers.data<std::uint16_t>()[where] = static_cast<std::uint16_t>(marker);
      given[static_cast<std::size_t>(where)] = marker;
    }
    Options options;
    options.heights = Heights::kDark;
    options.extent = i % 5 == 0 ? Extent::kPerSlice : Extent::kVolume;
    SCOPED_TRACE("case " + std::to_string(i) + ", " + size_text(shape));
    const auto heights = heights_of(image, volume, -1);
    const auto expected = ObviousSplit(shape, options).labels(heights, given);
    const Split split = split_everywhere(volume, options, {&image, &markers, nullptr});
    EXPECT_EQ(split.labels, expected);
    ASSERT_EQ(std::ssize(split.result.marker_of), split.result.parts);
    for (std::size_t v = 0; v < given.size(); ++v) {
      if (given[v] != 0 && expected[v] != 0) {
        EXPECT_EQ(split.result.marker_of[expected[v] - 1], given[v]);
      }
    }
  }
}

// Whatever the tie: a way from its marker to each voxel descends as little as any way from a marker
// does. By flooding voxels from the markers, highest first.
TEST(SplitObjects, BelongToAMarkerFromWhichTheWayIsHighest) {
  Random random(7);
  for (int i = 0; i < 10; ++i) {
    const Shape shape{30, 20, 8};
    const BitVolume volume = test::random_volume(shape, 0.9, random.next());
    const GreyVolume image = grey_image(shape, PixelType::kUint8, 40, random);
    Options options;
    options.heights = Heights::kBright;
    options.tolerance = 5 + i;
    ObviousSplit obvious(shape, options);
    obvious.labels(heights_of(image, volume, 1));
    const Split split = split_everywhere(volume, options, {&image, nullptr, nullptr});
    expect_connected(split.labels, shape, options);
    const auto highest_ways = [&](bool within_labels) {
      std::vector<double> best(split.labels.size(), test::kOutsideHeight);
      std::priority_queue<std::pair<double, std::int64_t>> queue;
      for (const auto& [peak, marker] : obvious.markers()) {
        if (marker >= 0) queue.emplace(obvious.height(peak), peak);
      }
      while (!queue.empty()) {
        const double lowest = queue.top().first;
        const std::int64_t voxel = queue.top().second;
        queue.pop();
        double& known = best[static_cast<std::size_t>(voxel)];
        if (known >= lowest) continue;
        known = lowest;
        obvious.each_neighbour(voxel, [&](std::int64_t other) {
          const bool same = split.labels[static_cast<std::size_t>(other)] ==
                            split.labels[static_cast<std::size_t>(voxel)];
          if (same || !within_labels) {
            queue.emplace(std::min(lowest, obvious.height(other)), other);
          }
        });
      }
      return best;
    };
    EXPECT_EQ(highest_ways(true), highest_ways(false));
  }
}

TEST(SplitObjects, LeaveALineOfWhatHasTheLargerLabel) {
  Random random(8);
  for (const label::Connectivity connectivity :
       {label::Connectivity::kFaces, label::Connectivity::kAll}) {
    const Shape shape{65, 30, 10};
    const BitVolume volume = test::balls(shape, 9, 14, random.next());
    Options options;
    options.connectivity = connectivity;
    options.tolerance = 0.5;
    const Split whole = split_everywhere(volume, options);
    options.line = true;
    const Split lined = split_everywhere(volume, options);
    ObviousSplit obvious(shape, options);
    const GreyVolume level(shape, PixelType::kUint8);  // only neighbours are asked for
    obvious.labels(heights_of(level, volume, 1));
    auto expected = whole.labels;
    std::int64_t line = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (expected[i] == 0) continue;
      bool smaller = false;
      obvious.each_neighbour(static_cast<std::int64_t>(i), [&](std::int64_t other) {
        const std::uint32_t label = whole.labels[static_cast<std::size_t>(other)];
        smaller = smaller || (label != 0 && label < whole.labels[i]);
      });
      if (smaller) ++line;
      if (smaller) expected[i] = 0;
    }
    EXPECT_GT(line, 0);
    EXPECT_EQ(lined.result.line_voxels, line);
    // Labels are numbered anew; parts no longer touch one another.
    std::map<std::uint32_t, std::uint32_t> names;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(expected[i] == 0, lined.labels[i] == 0);
      if (expected[i] == 0) continue;
      const auto next = static_cast<std::uint32_t>(names.size() + 1);
      EXPECT_EQ(lined.labels[i], names.try_emplace(expected[i], next).first->second);
    }
    EXPECT_EQ(lined.result.parts, static_cast<std::int64_t>(names.size()));
  }
}

}  // namespace
}  // namespace bitvox::split_objects
