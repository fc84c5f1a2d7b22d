// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minimal_path/minimal_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/volumes/bit_volume.hpp"
#include "geodesic_reference.hpp"
#include "grey_test_volumes.hpp"
#include "minimal_path_reference.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::minimal_path {
namespace {

using geodesic::Cost;
using test::refusal;
using Voxels = std::vector<std::int64_t>;

Result traced(const Inputs& inputs, const Options& options) {
  NoProgress progress;
  return trace(inputs, options, progress);
}

Voxels path(const Result& result, std::size_t i) {
  const auto first = result.voxels.begin() + (i == 0 ? 0 : result.ends[i - 1]);
  return {first, result.voxels.begin() + result.ends[i]};
}

// x, y and z of voxels, in a row.
std::vector<std::int64_t> places(const Shape& shape, const Voxels& voxels) {
  std::vector<std::int64_t> all;
  for (const std::int64_t voxel : voxels) {
    all.push_back(voxel % shape.width);
    all.push_back(voxel / shape.width % shape.height);
    all.push_back(voxel / shape.width / shape.height);
  }
  return all;
}

GreyVolume uniform(const Shape& shape, int value) {
  return test::make_grey(shape, PixelType::kUint8, [&](std::int64_t) { return value; });
}

struct Trial {
  Shape shape;
  PixelType type = PixelType::kUint8;
  std::int64_t values = 250;
  std::int64_t walls = 10;  // percent
  Spacing spacing{1, 1, 1};
  std::int64_t points = 4;
};

// What both sides are given.
struct Scene {
  Scene(const Trial& trial, std::uint64_t seed)
      : image(test::random_grey(trial.shape, trial.type, trial.values, seed)), mask(trial.shape) {
    test::Random random(seed + 7);
    for (std::int64_t i = 0; i < trial.shape.voxel_count(); ++i) {
      const bool open = random.below(100) >= trial.walls;
      const std::int64_t x = i % trial.shape.width;
      if (open) {
        mask.words()[i / trial.shape.width * trial.shape.words_per_row() + x / 64] |=
            std::uint64_t{1} << (x % 64);
      }
      costs.push_back(open ? static_cast<std::int64_t>(test::grey_value(image, i)) : -1);
    }
    for (std::int64_t i = 0; i < trial.points; ++i) {
      points.push_back(random.below(trial.shape.voxel_count()));
    }
  }

  GreyVolume image;
  BitVolume mask;
  std::vector<std::int64_t> costs;
  Voxels points;
};

double length_of(const Shape& shape, const Spacing& spacing, const Voxels& voxels) {
  double sum = 0;
  const std::vector<std::int64_t> all = places(shape, voxels);
  for (std::size_t i = 3; i < all.size(); i += 3) {
    sum += std::hypot(spacing.x * static_cast<double>(all[i] - all[i - 3]),
                      spacing.y * static_cast<double>(all[i + 1] - all[i - 2]),
                      spacing.z * static_cast<double>(all[i + 2] - all[i - 1]));
  }
  return sum;
}

// Every path of every backend is that of Dijkstra's method, voxel by voxel.
void expect_dijkstra(const Trial& trial, std::uint64_t seed) {
  const Scene scene(trial, seed);
  const Shape& shape = trial.shape;
  Inputs inputs(scene.image);
  inputs.mask = &scene.mask;
  inputs.points = places(shape, scene.points);
  for (const int axes : {1, 2, 3}) {
    Options options;
    options.connectivity = static_cast<label::Connectivity>(axes - 1);
    options.spacing = trial.spacing;
    const bool cubes = trial.spacing.x == trial.spacing.y && trial.spacing.x == trial.spacing.z;
    const int long_axes = (shape.width > 1) + (shape.height > 1) + (shape.depth > 1);
    const auto lengths = cubes && std::min(long_axes, axes) <= 1 ? std::vector<std::int64_t>(8, 1)
                                                                 : test::thousandths(trial.spacing);
    std::map<std::int64_t, test::ReferencePaths> maps;  // by the root
    for (const Paths paths : {Paths::kChain, Paths::kFromFirst}) {
      options.paths = paths;
      for (const std::string& backend : test::available_backends()) {
        options.backend = backend;
        options.threads = 1 + static_cast<int>(seed % 3);
        const Result result = traced(inputs, options);
        ASSERT_EQ(result.ends.size() + 1, scene.points.size());
        for (std::size_t i = 0; i < result.ends.size(); ++i) {
          const std::int64_t root = scene.points[paths == Paths::kChain ? i : 0];
          if (maps.count(root) == 0) {
            maps[root] = test::reference_paths(shape, scene.costs, root, axes, lengths);
          }
          const std::int64_t end = scene.points[i + 1];
          const Voxels expected = test::reference_path(maps[root], end);
          ASSERT_EQ(path(result, i), expected) << backend << " " << size_text(shape) << " " << i;
          if (expected.empty()) {
            EXPECT_TRUE(std::isnan(result.costs[i]) && std::isnan(result.lengths[i]));
            continue;
          }
          const auto sum = static_cast<double>(maps[root].sums[static_cast<std::size_t>(end)]);
          EXPECT_EQ(result.costs[i], sum * (result.cost_unit * result.length_unit));
          EXPECT_NEAR(result.lengths[i], length_of(shape, trial.spacing, expected),
                      1e-9 * static_cast<double>(expected.size()));
        }
      }
    }
  }
}

TEST(MinimalPathTest, EqualsDijkstraAroundTheBordersOfTiles) {
  std::uint64_t seed = 0;
  for (const std::int64_t width : {1, 31, 33, 65}) {
    for (const std::int64_t height : {1, 17}) {
      for (const std::int64_t depth : {2, 17}) {
        expect_dijkstra({{width, height, depth}}, ++seed);
      }
    }
  }
}

TEST(MinimalPathTest, EqualsDijkstraInSlices) {
  expect_dijkstra({{70, 131, 1}, PixelType::kUint8, 200, 30}, 1);
  expect_dijkstra({{33, 64, 1}, PixelType::kUint16, 60000, 0}, 2);
  expect_dijkstra({{1, 40, 1}, PixelType::kUint8, 9, 0}, 3);
  expect_dijkstra({{1, 1, 1}, PixelType::kUint8, 9, 0}, 4);
}

// Few values have many ties, and zeros whole plateaus of them; long voxels; walls everywhere.
TEST(MinimalPathTest, EqualsDijkstraWhereManyPathsAreBest) {
  expect_dijkstra({{40, 35, 1}, PixelType::kUint8, 1, 0}, 11);
  expect_dijkstra({{40, 35, 1}, PixelType::kUint8, 2, 20}, 12);
  expect_dijkstra({{34, 18, 17}, PixelType::kUint8, 1, 30}, 13);
  expect_dijkstra({{34, 18, 17}, PixelType::kUint8, 2, 10}, 14);
  expect_dijkstra({{34, 18, 17}, PixelType::kUint8, 3, 60}, 15);
  expect_dijkstra({{34, 18, 17}, PixelType::kUint8, 2, 10, {0.4, 0.5, 1.7}}, 16);
  expect_dijkstra({{34, 18, 17}, PixelType::kUint16, 65535, 20, {3, 3, 3}}, 17);
}

TEST(MinimalPathTest, ThousandsOfTargetsAreATree) {
  const Trial trial{{45, 30, 20}, PixelType::kUint8, 5, 0, {1, 1, 2}, 4000};
  const Scene scene(trial, 22);
  Inputs inputs(scene.image);
  inputs.points = places(trial.shape, scene.points);
  Options options;
  options.spacing = trial.spacing;
  options.paths = Paths::kFromFirst;
  const Result result = traced(inputs, options);
  const auto map = test::reference_paths(trial.shape, scene.costs, scene.points[0], 3,
                                         test::thousandths(trial.spacing));
  std::map<std::int64_t, std::int64_t> before;
  std::size_t reached = 0;
  for (std::size_t i = 0; i < result.ends.size(); ++i) {
    const Voxels voxels = path(result, i);
    reached += voxels.empty() ? 0 : 1;
    ASSERT_EQ(voxels, test::reference_path(map, scene.points[i + 1]));
    for (std::size_t k = 1; k < voxels.size(); ++k) {
      const auto known = before.emplace(voxels[k], voxels[k - 1]);
      ASSERT_EQ(known.first->second, voxels[k - 1]) << "two ways lead to voxel " << voxels[k];
    }
  }
  EXPECT_EQ(reached, 3999u);
  EXPECT_EQ(before.count(scene.points[0]), 0u);
}

// All is free: the fewest steps, and no voxel twice.
TEST(MinimalPathTest, APlateauOfZerosIsCrossedStraight) {
  const Shape shape{50, 40, 30};
  const GreyVolume image = uniform(shape, 0);
  Inputs inputs(image);
  inputs.points = {3, 4, 5, 45, 20, 25, 3, 4, 5};
  for (const auto& [connectivity, steps] : {std::pair{label::Connectivity::kFaces, 42 + 16 + 20},
                                            std::pair{label::Connectivity::kAll, 42}}) {
    Options options;
    options.connectivity = connectivity;
    const Result result = traced(inputs, options);
    for (const std::size_t i : {0u, 1u}) {
      const Voxels voxels = path(result, i);
      EXPECT_EQ(voxels.size(), static_cast<std::size_t>(steps) + 1);
      EXPECT_EQ(std::set<std::int64_t>(voxels.begin(), voxels.end()).size(), voxels.size());
      EXPECT_EQ(result.costs[i], 0);
    }
  }
}

// Of ten ways round a square of equal cost the one whose last steps come from the first voxels.
TEST(MinimalPathTest, TiesGoToTheFirstVoxelSeenFromTheEnd) {
  const Shape shape{3, 3, 1};
  const GreyVolume image = uniform(shape, 1);
  Inputs inputs(image);
  inputs.points = {0, 0, 0, 2, 2, 0};
  Options options;
  options.connectivity = label::Connectivity::kFaces;
  EXPECT_EQ(path(traced(inputs, options), 0), (Voxels{0, 1, 2, 5, 8}));
}

// Fewer steps win where costs are the same: one of cost 2 against two of cost 1.
TEST(MinimalPathTest, FewerStepsWin) {
  const GreyVolume image = test::make_grey({3, 2, 1}, PixelType::kUint8, [](std::int64_t i) {
    return std::array<int, 6>{9, 2, 0, 1, 1, 0}[static_cast<std::size_t>(i)];
  });
  Inputs inputs(image);
  inputs.points = {0, 0, 0, 2, 0, 0};
  Options options;
  options.connectivity = label::Connectivity::kFaces;
  const Result result = traced(inputs, options);
  EXPECT_EQ(path(result, 0), (Voxels{0, 1, 2}));
  EXPECT_EQ(result.costs[0], 2);
}

// One corridor, back and forth through the whole slice.
TEST(MinimalPathTest, ASnakeIsFollowedToItsEnd) {
  const Shape shape{201, 151, 1};
  const GreyVolume image = test::make_grey(shape, PixelType::kUint8, [&](std::int64_t i) {
    const std::int64_t x = i % shape.width, y = i / shape.width;
    return y % 2 == 0 || x == (y % 4 == 1 ? shape.width - 1 : 0) ? 255 : 0;
  });
  Inputs inputs(image);
  inputs.points = {0, 0, 0, 0, 150, 0};
  const std::int64_t steps = 76 * 200 + 75 * 2;
  for (const std::string& backend : test::available_backends()) {
    Options options;
    options.backend = backend;
    options.cost = Cost::kUniform;
    options.connectivity = label::Connectivity::kFaces;
    options.spacing = {0.5, 0.5, 0.5};
    const Result result = traced(inputs, options);
    ASSERT_EQ(result.ends[0], steps + 1);
    EXPECT_EQ(result.costs[0], 0.5 * static_cast<double>(steps));
    EXPECT_EQ(result.lengths[0], 0.5 * static_cast<double>(steps));
  }
}

// Sums that 32 bits do not hold, of which that is known beforehand, or only from the map.
TEST(MinimalPathTest, GoesOnWith64Bits) {
  const Shape shape{150, 150, 1};
  const GreyVolume steep =
      test::make_grey(shape, PixelType::kUint16, [](std::int64_t) { return 60000; });
  for (const double side : {1.0, 5e4}) {
    Inputs inputs(steep);
    inputs.points = {0, 0, 0, 149, 149, 0, 148, 148, 0, 149, 0, 0};
    for (const std::string& backend : test::available_backends()) {
      Options options;
      options.backend = backend;
      options.spacing = {side, 1, 1};
      const Result result = traced(inputs, options);
      const double diagonal = side == 1.0 ? 1.414 : 50000;
      EXPECT_NEAR(result.costs[0], 60000 * diagonal * 149, 60000 * 1e-5);
      EXPECT_NEAR(result.costs[1], 60000 * diagonal, 60000 * 1e-5);
      EXPECT_EQ(result.ends[1] - result.ends[0], 2);
      options.paths = Paths::kFromFirst;
      EXPECT_EQ(traced(inputs, options).costs[0], result.costs[0]);
    }
  }
}

// Two rooms, a point in the wall between them, a point twice.
TEST(MinimalPathTest, SaysWhereNoPathLeads) {
  const Shape shape{9, 4, 1};
  const GreyVolume image = test::make_grey(
      shape, PixelType::kUint8, [&](std::int64_t i) { return i % shape.width == 4 ? 0 : 7; });
  Inputs inputs(image);
  inputs.points = {0, 0, 0, 3, 3, 0, 3, 3, 0, 8, 0, 0, 4, 1, 0, 8, 3, 0};
  Options options;
  options.cost = Cost::kUniform;
  const Result chain = traced(inputs, options);
  EXPECT_EQ(chain.in_walls, (std::vector<std::int64_t>{4}));
  EXPECT_EQ(chain.walls, 4);
  EXPECT_EQ(chain.ends, (std::vector<std::int64_t>{4, 5, 5, 5, 5}));
  EXPECT_EQ(chain.costs[1], 0);
  EXPECT_EQ(chain.lengths[1], 0);
  for (const std::size_t none : {2u, 3u, 4u}) {
    EXPECT_TRUE(std::isnan(chain.costs[none]));
    EXPECT_TRUE(std::isnan(chain.lengths[none]));
  }
  options.paths = Paths::kFromFirst;
  const Result tree = traced(inputs, options);
  EXPECT_EQ(tree.ends, (std::vector<std::int64_t>{4, 8, 8, 8, 8}));
  inputs.points = {4, 0, 0, 3, 3, 0, 0, 0, 0};
  EXPECT_EQ(traced(inputs, options).ends, (std::vector<std::int64_t>{0, 0}));
}

// The mean of the points that are no walls, each voxel once.
TEST(MinimalPathTest, DifferenceIsToTheMeanOfThePoints) {
  const GreyVolume image = test::make_grey({5, 1, 1}, PixelType::kUint8, [](std::int64_t i) {
    return std::array<int, 5>{10, 50, 20, 90, 90}[static_cast<std::size_t>(i)];
  });
  BitVolume mask({5, 1, 1});
  mask.words()[0] = 0b01111;
  Inputs inputs(image);
  inputs.mask = &mask;
  inputs.points = {0, 0, 0, 2, 0, 0, 0, 0, 0, 4, 0, 0};
  Options options;
  options.cost = Cost::kDifference;
  const Result result = traced(inputs, options);
  EXPECT_EQ(result.reference, 15);
  EXPECT_EQ(result.costs[0], 35 + 5);
  EXPECT_EQ(result.in_walls, (std::vector<std::int64_t>{3}));
}

TEST(MinimalPathTest, RefusesWhatItCannotTrace) {
  const GreyVolume image = test::make_grey({4, 4, 1}, PixelType::kFloat32,
                                           [](std::int64_t i) { return i == 3 ? -2.5 : 1.0; });
  const BitVolume mask({4, 5, 1});
  const auto words = [&](const std::vector<std::int64_t>& points, const VolumeSource* within,
                         Cost cost) {
    return refusal([&] {
      Inputs inputs(image);
      inputs.points = points;
      inputs.mask = within;
      Options options;
      options.cost = cost;
      traced(inputs, options);
    });
  };
  const std::vector<std::int64_t> two = {0, 0, 0, 1, 1, 0};
  EXPECT_EQ(words({}, nullptr, Cost::kUniform), "there is no point; a path needs two");
  EXPECT_EQ(words({1, 1, 0}, nullptr, Cost::kUniform), "there is one point only; a path needs two");
  EXPECT_EQ(words({1, 1, 0, 2}, nullptr, Cost::kUniform),
            "a point has three coordinates: x, y and z");
  EXPECT_EQ(words({1, 1, 0, 2, 4, 0}, nullptr, Cost::kUniform),
            "point 2 lies outside of the image: x=2, y=4, z=0 in an image of 4 x 4 x 1; "
            "coordinates begin at 0");
  EXPECT_EQ(words({1, 1, -1, 2, 2, 0}, nullptr, Cost::kUniform).substr(0, 7), "point 1");
  EXPECT_EQ(words(two, &mask, Cost::kUniform),
            "the mask is 4 x 5 x 1, the image 4 x 4 x 1; they must be of one size");
  EXPECT_NE(words(two, nullptr, Cost::kIntensity).find("costs cannot be negative"),
            std::string::npos);
  EXPECT_EQ(words(two, nullptr, Cost::kUniform), "accepted");
}

}  // namespace
}  // namespace bitvox::minimal_path
