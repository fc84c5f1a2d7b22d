// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/volumes/bit_volume.hpp"
#include "failing_sink.hpp"
#include "geodesic_reference.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::geodesic {
namespace {

using test::compute;
using test::ComputedDistances;
using test::dijkstra;
using test::refusal;

constexpr std::array<label::Connectivity, 3> kAllNeighbours = {
    label::Connectivity::kFaces, label::Connectivity::kEdges, label::Connectivity::kAll};

int axes(label::Connectivity connectivity) { return static_cast<int>(connectivity) + 1; }

// Some voxels of labels 1, 2, ... `labels`.
GreyVolume random_seeds(const Shape& shape, int labels, int each, std::uint64_t seed) {
  GreyVolume seeds(shape, PixelType::kUint16);
  test::Random random(seed);
  for (int i = 0; i < labels * each; ++i) {
    seeds.data<std::uint16_t>()[random.below(shape.voxel_count())] =
        static_cast<std::uint16_t>(1 + i % labels);
  }
  return seeds;
}

// `walls` percent of the voxels are outside.
BitVolume random_mask(const Shape& shape, int walls, std::uint64_t seed) {
  test::Random random(seed);
  BitVolume mask(shape);
  for (std::int64_t row = 0; row < shape.height * shape.depth; ++row) {
    for (std::int64_t x = 0; x < shape.width; ++x) {
      if (random.below(100) < walls) continue;
      mask.words()[row * shape.words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
    }
  }
  return mask;
}

bool in_mask(const BitVolume& mask, std::int64_t i) {
  const Shape& shape = mask.shape();
  const std::int64_t x = i % shape.width;
  return (mask.words()[i / shape.width * shape.words_per_row() + x / 64] >> (x % 64) & 1) != 0;
}

std::vector<int> labels_of(const GreyVolume& seeds) {
  std::vector<int> labels;
  for (std::int64_t i = 0; i < seeds.shape().voxel_count(); ++i) {
    labels.push_back(static_cast<int>(test::grey_value(seeds, i)));
  }
  return labels;
}

void expect_equal(const ComputedDistances& computed, const test::ReferenceDistances& expected,
                  const std::string& what) {
  std::int64_t reached = 0, farthest = 0;
  for (const std::int64_t sum : expected.sums) {
    reached += sum >= 0 ? 1 : 0;
    farthest = std::max(farthest, sum);
  }
  ASSERT_TRUE(computed.sums == expected.sums) << what;
  const Result& result = computed.result;
  EXPECT_EQ(result.reached, reached) << what;
  EXPECT_EQ(result.farthest,
            static_cast<double>(farthest) * (result.cost_unit * result.length_unit));
  for (std::size_t i = 0; i < expected.sums.size(); ++i) {
    ASSERT_EQ(computed.labels[i], static_cast<float>(expected.labels[i]))
        << what << ", voxel " << i;
    const bool is_reached = expected.sums[i] >= 0;
    ASSERT_EQ(std::isnan(computed.distances[i]), !is_reached) << what << ", voxel " << i;
  }
}

// Every backend equals Dijkstra's method; walls are a mask's.
void expect_dijkstra(const Shape& shape, PixelType type, std::int64_t values, int walls, int labels,
                     const Spacing& spacing, std::uint64_t seed) {
  const GreyVolume image = test::random_grey(shape, type, values, seed);
  const GreyVolume seeds = random_seeds(shape, labels, 2, seed + 1);
  const BitVolume mask = random_mask(shape, walls, seed + 2);
  std::vector<std::int64_t> costs;
  std::int64_t open = 0;
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    costs.push_back(in_mask(mask, i) ? static_cast<std::int64_t>(test::grey_value(image, i)) : -1);
    if (costs.back() >= 0 && test::grey_value(seeds, i) > 0) ++open;
  }
  if (open == 0) return;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  inputs.mask = &mask;
  for (const label::Connectivity connectivity : kAllNeighbours) {
    Options options;
    options.connectivity = connectivity;
    options.spacing = spacing;
    const bool cubes = spacing.x == spacing.y && spacing.x == spacing.z;
    const int long_axes = (shape.width > 1) + (shape.height > 1) + (shape.depth > 1);
    const bool one_length = cubes && std::min(long_axes, axes(connectivity)) <= 1;
    const auto expected =
        dijkstra(shape, costs, labels_of(seeds), axes(connectivity),
                 one_length ? std::vector<std::int64_t>(8, 1) : test::thousandths(spacing));
    for (const std::string& backend : test::available_backends()) {
      options.backend = backend;
      options.threads = 1 + static_cast<int>(seed % 3);
      const ComputedDistances computed = compute(inputs, options);
      expect_equal(computed, expected,
                   backend + " " + size_text(shape) + " " + std::to_string(axes(connectivity)));
      EXPECT_EQ(computed.result.seeds, open);
    }
  }
}

TEST(GeodesicTest, EqualsDijkstraAroundTheBordersOfTiles) {
  std::uint64_t seed = 0;
  for (const std::int64_t width : {1, 2, 31, 32, 33, 65}) {
    for (const std::int64_t height : {1, 15, 17, 33}) {
      for (const std::int64_t depth : {2, 16, 17}) {
        if (width * height * depth > 20000) continue;
        expect_dijkstra({width, height, depth}, PixelType::kUint8, 255, 10, 1, {1, 1, 1}, ++seed);
      }
    }
  }
}

TEST(GeodesicTest, EqualsDijkstraInSlices) {
  expect_dijkstra({70, 131, 1}, PixelType::kUint8, 200, 30, 3, {1, 1, 1}, 1);
  expect_dijkstra({33, 64, 1}, PixelType::kUint16, 60000, 0, 2, {1, 1, 1}, 2);
  expect_dijkstra({1, 40, 1}, PixelType::kUint8, 9, 0, 1, {1, 1, 1}, 3);
}

// Costs 0 and 1, mostly walls, many labels, long voxels, 16 bits.
TEST(GeodesicTest, EqualsDijkstraWithWallsAndZeros) {
  expect_dijkstra({40, 35, 20}, PixelType::kUint8, 2, 20, 5, {1, 1, 1}, 11);
  expect_dijkstra({40, 35, 20}, PixelType::kUint8, 256, 60, 9, {1, 1, 1}, 12);
  expect_dijkstra({40, 19, 18}, PixelType::kUint8, 1, 40, 300, {1, 1, 1}, 13);
  expect_dijkstra({35, 20, 18}, PixelType::kUint8, 100, 20, 4, {0.4, 0.5, 1.7}, 14);
  expect_dijkstra({35, 20, 18}, PixelType::kUint16, 65535, 20, 4, {3, 3, 3}, 15);
}

// Single voxels: words are of 32 bits for one label, and sums pass those.
TEST(GeodesicTest, GoesOnWith64Bits) {
  const Shape shape{400, 1, 1};
  const GreyVolume image =
      test::make_grey(shape, PixelType::kUint16, [](std::int64_t) { return 65000; });
  GreyVolume seeds(shape, PixelType::kUint8);
  seeds.data<std::uint8_t>()[0] = 7;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  for (const std::string& backend : test::available_backends()) {
    for (const double length : {1.0, 1e5}) {
      Options options;
      options.backend = backend;
      options.spacing = {length, 1, 1};
      const ComputedDistances computed = compute(inputs, options);
      EXPECT_EQ(computed.sums.back(), std::int64_t{65000} * 399);
      EXPECT_EQ(computed.result.length_unit, length);
      EXPECT_EQ(computed.result.farthest, 65000 * 399 * length);
      EXPECT_EQ(computed.result.farthest_x, 399);
    }
  }
  const Shape square{150, 150, 1};
  const GreyVolume steep =
      test::make_grey(square, PixelType::kUint16, [](std::int64_t) { return 60000; });
  GreyVolume corner(square, PixelType::kUint8);
  corner.data<std::uint8_t>()[0] = 7;
  Inputs wide(steep);
  wide.seeds = &corner;
  for (const std::string& backend : test::available_backends()) {
    Options options;
    options.backend = backend;
    const ComputedDistances computed = compute(wide, options);
    EXPECT_EQ(computed.sums.back(), std::int64_t{60000} * 1414 * 149);
    EXPECT_EQ(computed.result.length_unit, 0.001);
  }
}

// Steps of 1, 1.414 and 1.732: Borgefors' chamfer distances, in closed form.
TEST(GeodesicTest, UniformCostIsTheChamferDistance) {
  const Shape shape{40, 21, 35};
  const GreyVolume image =
      test::make_grey(shape, PixelType::kUint8, [](std::int64_t) { return 9; });
  GreyVolume seeds(shape, PixelType::kUint8);
  const std::int64_t cx = 13, cy = 20, cz = 17;
  seeds.data<std::uint8_t>()[(cz * shape.height + cy) * shape.width + cx] = 1;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  Options options;
  options.cost = Cost::kUniform;
  const ComputedDistances computed = compute(inputs, options);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    std::array<std::int64_t, 3> d = {std::abs(i % shape.width - cx),
                                     std::abs(i / shape.width % shape.height - cy),
                                     std::abs(i / shape.width / shape.height - cz)};
    std::sort(d.begin(), d.end());
    ASSERT_EQ(computed.sums[static_cast<std::size_t>(i)],
              1732 * d[0] + 1414 * (d[1] - d[0]) + 1000 * (d[2] - d[1]));
  }
}

// A slab of cost 1 over one of cost 2: the best path of steps by faces and edges is known.
TEST(GeodesicTest, PathsBreakAtALayer) {
  const Shape shape{60, 20, 1};
  const GreyVolume image = test::make_grey(
      shape, PixelType::kUint8, [&](std::int64_t i) { return i / shape.width < 10 ? 1 : 2; });
  GreyVolume seeds(shape, PixelType::kUint8);
  seeds.data<std::uint8_t>()[0] = 1;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  const ComputedDistances computed = compute(inputs, {});
  // All sideways steps are in the cheap slab, but as many as the descent takes along for less: a
  // diagonal step costs 414 more than a straight one there, 828 in the dear slab, and saves 1000.
  EXPECT_EQ(computed.sums.back(), 9 * 1414 + 10 * 2 * 1414 + (59 - 19) * 1000);
}

struct OnALine {
  std::vector<float> values;
  Cost cost;
  std::vector<double> costs;  // -1: wall
};

// The seed is the first voxel, so that a distance is the sum of the costs up to there.
void expect_costs(const OnALine& line, PixelType type) {
  const auto width = static_cast<std::int64_t>(line.values.size());
  const Shape shape{width, 1, 1};
  const GreyVolume image = test::make_grey(
      shape, type, [&](std::int64_t i) { return line.values[static_cast<std::size_t>(i)]; });
  GreyVolume seeds(shape, PixelType::kUint8);
  seeds.data<std::uint8_t>()[0] = 1;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  Options options;
  options.cost = line.cost;
  options.spacing = {2, 2, 2};
  const ComputedDistances computed = compute(inputs, options);
  double sum = 0;
  bool open = true;
  for (std::size_t i = 1; i < line.costs.size(); ++i) {
    open = open && line.costs[i] >= 0;
    sum += 2 * line.costs[i];
    if (!open) {
      EXPECT_TRUE(std::isnan(computed.distances[i])) << i;
    } else {
      EXPECT_NEAR(static_cast<double>(computed.distances[i]), sum, 1e-6 + 2e-4 * sum) << i;
    }
  }
}

TEST(GeodesicTest, CostFunctions) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  expect_costs({{3, 0, 255, 7}, Cost::kIntensity, {3, 0, 255, 7}}, PixelType::kUint8);
  expect_costs({{3, 0, 65535, 7}, Cost::kIntensity, {3, 0, 65534, 7}}, PixelType::kUint16);
  expect_costs({{3, 5e8F, 1e9F, 1e8F}, Cost::kIntensity, {3, 5e8, 1e9, 1e8}}, PixelType::kFloat32);
  expect_costs({{3, 0.25F, none, 2}, Cost::kIntensity, {3, 0.25, -1, -1}}, PixelType::kFloat32);
  expect_costs({{50, 100, 200, 1, 0}, Cost::kReciprocal, {4, 2, 1, 200, 1000}}, PixelType::kUint8);
  expect_costs({{5, 2, 9, 5}, Cost::kDifference, {0, 3, 4, 0}}, PixelType::kUint8);
  expect_costs({{-5, 2.5F, 9, -5}, Cost::kDifference, {0, 7.5, 14, 0}}, PixelType::kFloat32);
  expect_costs({{0, 4, 12, 12}, Cost::kGradient, {2, 3, 2, 0}}, PixelType::kUint8);
  expect_costs({{9, 9, 0, 9}, Cost::kUniform, {1, 1, -1, -1}}, PixelType::kUint8);
}

TEST(GeodesicTest, SaysWhatItClips) {
  const GreyVolume image = test::make_grey({5, 1, 1}, PixelType::kUint16,
                                           [](std::int64_t i) { return i < 2 ? 65535 : 65534; });
  GreyVolume seeds({5, 1, 1}, PixelType::kUint8);
  seeds.data<std::uint8_t>()[4] = 3;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  const ComputedDistances computed = compute(inputs, {});
  EXPECT_EQ(computed.result.clipped, 2);
  EXPECT_EQ(computed.sums[0], 4 * 65534);
}

TEST(GeodesicTest, SaysWhatIsRoundedToNothing) {
  const GreyVolume image = test::make_grey({5, 1, 1}, PixelType::kFloat32,
                                           [](std::int64_t i) { return i == 2 ? 1e6 : 0.5; });
  GreyVolume seeds({5, 1, 1}, PixelType::kUint8);
  seeds.data<std::uint8_t>()[0] = 1;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  EXPECT_EQ(compute(inputs, {}).result.vanished, 4);
}

TEST(GeodesicTest, SeedsOutsideTheMaskHaveNoPartInTheMean) {
  const GreyVolume image = test::make_grey({4, 1, 1}, PixelType::kUint8,
                                           [](std::int64_t i) { return i == 3 ? 90 : 10 + i; });
  GreyVolume seeds({4, 1, 1}, PixelType::kUint8);
  seeds.data<std::uint8_t>()[0] = seeds.data<std::uint8_t>()[3] = 1;
  BitVolume mask({4, 1, 1});
  mask.words()[0] = 0b0111;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  inputs.mask = &mask;
  Options options;
  options.cost = Cost::kDifference;
  const ComputedDistances computed = compute(inputs, options);
  EXPECT_EQ(computed.result.reference, 10);
  EXPECT_EQ(computed.sums, (std::vector<std::int64_t>{0, 1, 3, -1}));
}

TEST(GeodesicTest, SeedsAtTheBorder) {
  const GreyVolume image =
      test::make_grey({5, 7, 5}, PixelType::kUint8, [](std::int64_t) { return 1; });
  Options options;
  options.connectivity = label::Connectivity::kFaces;
  const ComputedDistances computed = compute(Inputs(image), options);
  EXPECT_EQ(computed.result.seeds, 5 * 7 * 5 - 3 * 5 * 3);
  EXPECT_EQ(computed.result.farthest, 2);
  EXPECT_EQ(computed.result.farthest_x, 2);
  EXPECT_EQ(computed.result.farthest_y, 2);
  EXPECT_EQ(computed.result.farthest_z, 2);
  const GreyVolume slice =
      test::make_grey({5, 7, 1}, PixelType::kUint8, [](std::int64_t) { return 1; });
  EXPECT_EQ(compute(Inputs(slice), options).result.seeds, 5 * 7 - 3 * 5);
}

// An island, a seed in a wall, and who is nearest.
TEST(GeodesicTest, CountsWhatIsNotReached) {
  const float wall = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {1, 1, 1, wall, 1, 1, wall, 1};
  const std::vector<float> labels = {0, 70000, 0, 5, 0, 0, 0, 4};
  const auto volume = [](const std::vector<float>& of) {
    return test::make_grey({8, 1, 1}, PixelType::kFloat32,
                           [&](std::int64_t i) { return of[static_cast<std::size_t>(i)]; });
  };
  const GreyVolume image = volume(values), seeds = volume(labels);
  Inputs inputs(image);
  inputs.seeds = &seeds;
  const ComputedDistances computed = compute(inputs, {}, PixelType::kFloat32);
  const Result& result = computed.result;
  EXPECT_EQ(result.labels, (std::vector<int>{4, 5, 70000}));
  EXPECT_EQ(result.voxels, (std::vector<std::int64_t>{1, 0, 3}));
  EXPECT_EQ(result.seeds, 2);
  EXPECT_EQ(result.seeds_in_walls, 1);
  EXPECT_EQ(result.reached, 4);
  EXPECT_EQ(result.unreached, 2);
  EXPECT_EQ(result.walls, 2);
  EXPECT_EQ(computed.labels, (std::vector<float>{70000, 70000, 70000, 0, 0, 0, 0, 4}));
}

TEST(GeodesicTest, TiesGoToTheSmallerLabel) {
  const GreyVolume image =
      test::make_grey({5, 1, 1}, PixelType::kUint8, [](std::int64_t) { return 1; });
  GreyVolume seeds({5, 1, 1}, PixelType::kUint8);
  seeds.data<std::uint8_t>()[0] = 9;
  seeds.data<std::uint8_t>()[4] = 2;
  Inputs inputs(image);
  inputs.seeds = &seeds;
  EXPECT_EQ(compute(inputs, {}).labels, (std::vector<float>{9, 9, 2, 2, 2}));
}

TEST(GeodesicTest, RefusesWhatItCannotMeasure) {
  NoProgress progress;
  const GreyVolume image = test::make_grey({4, 4, 1}, PixelType::kFloat32,
                                           [](std::int64_t i) { return i == 3 ? -2.5 : 1.0; });
  const GreyVolume other({4, 5, 1}, PixelType::kUint8), empty({4, 4, 1}, PixelType::kUint8);
  const BitVolume mask({4, 4, 1});
  const auto words = [&](const GreyVolume* seeds, const VolumeSource* within, Cost cost) {
    return refusal([&] {
      Inputs inputs(image);
      inputs.seeds = seeds;
      inputs.mask = within;
      Options options;
      options.cost = cost;
      measure(inputs, options, {}, progress);
    });
  };
  EXPECT_EQ(words(&other, nullptr, Cost::kUniform),
            "the seeds are 4 x 5 x 1, the image 4 x 4 x 1; they must be of one size");
  EXPECT_EQ(words(&empty, nullptr, Cost::kUniform),
            "the seeds have no label: all their pixels are 0");
  EXPECT_EQ(words(nullptr, &mask, Cost::kUniform),
            "all seeds lie in walls: outside the mask, or where a voxel has no cost");
  EXPECT_EQ(words(nullptr, nullptr, Cost::kIntensity),
            "the image has the value -2.5, and costs cannot be negative; add a constant, leave "
            "these voxels out by a mask, or use another cost");
  const GreyVolume dark({4, 4, 1}, PixelType::kUint8);
  Options options;
  options.cost = Cost::kReciprocal;
  EXPECT_EQ(refusal([&] { measure(Inputs(dark), options, {}, progress); }),
            "no value is above 0, the largest is 0; cost=reciprocal needs positive values");
}

TEST(GeodesicTest, PassesOnWhatASinkThrows) {
  NoProgress progress;
  const GreyVolume image({9, 9, 5}, PixelType::kUint8);
  test::FailingSink sink;
  EXPECT_THROW(measure(Inputs(image), {}, {&sink}, progress), std::runtime_error);
}

}  // namespace
}  // namespace bitvox::geodesic
