// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "geodesic_reference.hpp"
#include "ops/geodesic/geodesic.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::geodesic {
namespace {

using Columns = std::array<std::vector<std::int32_t>, 3>;

GreyVolume image_of(const BitVolume& bits) {
  const Shape& s = bits.shape();
  return test::make_grey(s, PixelType::kUint8, [&](std::int64_t i) {
    return test::voxel(bits, i % s.width, i / s.width % s.height, i / s.width / s.height) ? 255 : 0;
  });
}

test::ComputedDistances objects_in(const GreyVolume& image, Options options) {
  options.cost = Cost::kUniform;
  Inputs inputs(image);
  inputs.objects = true;
  return test::compute(inputs, options);
}

std::int64_t index_of(const Columns& columns, std::size_t object, const Shape& s) {
  return columns[0][object] +
         s.width * (columns[1][object] + s.height * std::int64_t{columns[2][object]});
}

// All distances between voxels of a small image, by Dijkstra's method from each of them.
class AllPairs {
 public:
  AllPairs(const GreyVolume& image, const Options& options,
           const std::vector<std::int64_t>& lengths)
      : shape_(image.shape()) {
    const auto voxels = static_cast<std::size_t>(shape_.voxel_count());
    std::vector<std::int64_t> costs;
    for (std::size_t i = 0; i < voxels; ++i) {
      costs.push_back(test::grey_value(image, static_cast<std::int64_t>(i)) != 0 ? 1 : -1);
    }
    for (std::size_t i = 0; i < voxels; ++i) {
      std::vector<int> seeds(voxels);
      seeds[i] = 1;
      sums_.push_back(
          test::dijkstra(shape_, costs, seeds, static_cast<int>(options.connectivity) + 1, lengths)
              .sums);
    }
  }

  const std::vector<std::int64_t>& from(std::int64_t voxel) const {
    return sums_[static_cast<std::size_t>(voxel)];
  }
  std::int64_t farthest_from(std::int64_t voxel) const {
    return *std::max_element(from(voxel).begin(), from(voxel).end());
  }
  // The first voxels of objects, in raster order.
  std::vector<std::int64_t> objects() const {
    std::vector<std::int64_t> firsts;
    for (std::int64_t i = 0; i < shape_.voxel_count(); ++i) {
      const auto reaches = [&](std::int64_t other) { return from(i)[at(other)] >= 0; };
      if (from(i)[at(i)] == 0 && std::none_of(firsts.begin(), firsts.end(), reaches)) {
        firsts.push_back(i);
      }
    }
    return firsts;
  }
  std::int64_t diameter(std::int64_t of_object) const {
    std::int64_t most = 0;
    for (std::int64_t i = 0; i < shape_.voxel_count(); ++i) {
      if (from(of_object)[at(i)] >= 0) most = std::max(most, farthest_from(i));
    }
    return most;
  }
  std::int64_t voxels(std::int64_t of_object) const {
    const auto& sums = from(of_object);
    return std::count_if(sums.begin(), sums.end(), [](std::int64_t sum) { return sum >= 0; });
  }
  // As the definition says.
  std::int64_t centre(std::int64_t a, std::int64_t b, const Spacing& spacing) const {
    std::int64_t best = -1, least = 0;
    double nearest = 0;
    for (std::int64_t i = 0; i < shape_.voxel_count(); ++i) {
      if (from(a)[at(i)] < 0) continue;
      const std::int64_t farther = std::max(from(a)[at(i)], from(b)[at(i)]);
      const double off = off_middle(i, a, b, spacing);
      if (best >= 0 && (farther > least || (farther == least && off >= nearest))) continue;
      best = i;
      least = farther;
      nearest = off;
    }
    return best;
  }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
  std::array<double, 3> place(std::int64_t i, const Spacing& spacing) const {
    return {static_cast<double>(i % shape_.width) * spacing.x,
            static_cast<double>(i / shape_.width % shape_.height) * spacing.y,
            static_cast<double>(i / shape_.width / shape_.height) * spacing.z};
  }
  double off_middle(std::int64_t i, std::int64_t a, std::int64_t b, const Spacing& spacing) const {
    const auto p = place(i, spacing), q = place(a, spacing), r = place(b, spacing);
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double d = 2 * p[axis] - q[axis] - r[axis];
      sum += d * d;
    }
    return sum;
  }

  Shape shape_;
  std::vector<std::vector<std::int64_t>> sums_;
};

enum class Bound { kLower, kExact };

// Every backend against all pairs. Spacings are such that the centre's distances have no rounding.
void expect_all_pairs(const BitVolume& bits, label::Connectivity connectivity,
                      const Spacing& spacing, Bound bound) {
  const Shape& shape = bits.shape();
  const GreyVolume image = image_of(bits);
  Options options;
  options.connectivity = connectivity;
  options.spacing = spacing;
  const bool one_length = connectivity == label::Connectivity::kFaces && spacing.x == spacing.y &&
                          spacing.x == spacing.z;
  const AllPairs pairs(image, options,
                       one_length ? std::vector<std::int64_t>(8, 1) : test::thousandths(spacing));
  const std::vector<std::int64_t> firsts = pairs.objects();
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    options.threads = 2;
    const test::ComputedDistances computed = objects_in(image, options);
    const Objects& objects = computed.result.objects;
    ASSERT_EQ(objects.voxels.size(), firsts.size()) << backend;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      const std::int64_t a = index_of(objects.first_end, i, shape);
      const std::int64_t b = index_of(objects.second_end, i, shape);
      const std::int64_t length = std::llround(objects.diameter[i] / computed.result.length_unit);
      const std::int64_t diameter = pairs.diameter(firsts[i]);
      ASSERT_GE(pairs.from(firsts[i])[static_cast<std::size_t>(a)], 0) << backend;
      EXPECT_LE(a, b);
      EXPECT_EQ(objects.voxels[i], pairs.voxels(firsts[i]));
      EXPECT_EQ(length, pairs.from(a)[static_cast<std::size_t>(b)]);
      EXPECT_EQ(length, pairs.farthest_from(a));
      EXPECT_EQ(length, pairs.farthest_from(b));
      EXPECT_LE(length, diameter);
      EXPECT_GE(2 * length, diameter);
      if (bound == Bound::kExact) {
        EXPECT_EQ(length, diameter) << backend << ", object " << i;
      }
      EXPECT_EQ(index_of(objects.centre, i, shape), pairs.centre(a, b, spacing));
      EXPECT_EQ(computed.labels[static_cast<std::size_t>(a)], static_cast<float>(i + 1));
      EXPECT_EQ(computed.sums[static_cast<std::size_t>(b)], length);
    }
  }
}

// Grows by voxels that touch it in one place: no loops.
BitVolume random_tree(const Shape& s, label::Connectivity connectivity, std::uint64_t seed) {
  const int axes = static_cast<int>(connectivity) + 1;
  BitVolume tree(s);
  test::set_voxel(tree, s.width / 2, s.height / 2, s.depth / 2);
  test::Random random(seed);
  for (int tries = 0; tries < 4000; ++tries) {
    const std::int64_t x = random.below(s.width), y = random.below(s.height),
                       z = random.below(s.depth);
    if (test::voxel(tree, x, y, z)) continue;
    int touching = 0;
    for (int step = 0; step < 27; ++step) {
      const std::int64_t dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - 1;
      if (std::abs(dx) + std::abs(dy) + std::abs(dz) > axes) continue;
      if (x + dx < 0 || x + dx >= s.width || y + dy < 0 || y + dy >= s.height || z + dz < 0 ||
          z + dz >= s.depth) {
        continue;
      }
      touching += test::voxel(tree, x + dx, y + dy, z + dz) ? 1 : 0;
    }
    if (touching == 1) test::set_voxel(tree, x, y, z);
  }
  return tree;
}

TEST(GeodesicObjectsTest, AreNoLongerThanTheLongestPath) {
  std::uint64_t seed = 0;
  for (const double density : {0.15, 0.3, 0.5, 0.9}) {
    expect_all_pairs(test::random_volume({9, 8, 6}, density, ++seed), label::Connectivity::kFaces,
                     {1, 1, 1}, Bound::kLower);
    expect_all_pairs(test::random_volume({7, 8, 7}, density, ++seed), label::Connectivity::kEdges,
                     {2, 2, 2}, Bound::kLower);
    expect_all_pairs(test::random_volume({9, 6, 7}, density / 3, ++seed), label::Connectivity::kAll,
                     {0.5, 1, 4}, Bound::kLower);
    expect_all_pairs(test::random_volume({22, 19, 1}, density, ++seed), label::Connectivity::kAll,
                     {1, 1, 1}, Bound::kLower);
  }
}

TEST(GeodesicObjectsTest, AreExactOnTrees) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const auto connectivity : {label::Connectivity::kFaces, label::Connectivity::kAll}) {
      expect_all_pairs(random_tree({10, 9, 6}, connectivity, seed), connectivity, {1, 1, 1},
                       Bound::kExact);
      expect_all_pairs(random_tree({25, 22, 1}, connectivity, seed), connectivity, {1, 2, 1},
                       Bound::kExact);
    }
  }
}

TEST(GeodesicObjectsTest, AreExactInBoxesAndBalls) {
  expect_all_pairs(test::make_volume({7, 9, 5}, [](auto, auto, auto) { return true; }),
                   label::Connectivity::kAll, {1, 1, 1}, Bound::kExact);
  const auto ball = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x - 4) * (x - 4) + (y - 4) * (y - 4) + (z - 4) * (z - 4) <= 18;
  };
  expect_all_pairs(test::make_volume({9, 9, 9}, ball), label::Connectivity::kFaces, {1, 1, 1},
                   Bound::kExact);
}

// A ring, an L, a lone voxel: in closed form.
TEST(GeodesicObjectsTest, OfKnownShapes) {
  const std::vector<std::string> rows = {"######....#", "#....#.....",  //
                                         "#....#.#...", "#....#.#...",  //
                                         "######.####"};
  const auto bits = test::make_volume({11, 5, 1}, [&](std::int64_t x, std::int64_t y, auto) {
    return rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#';
  });
  Options options;
  options.connectivity = label::Connectivity::kFaces;
  options.spacing = {2.5, 2.5, 2.5};
  const test::ComputedDistances computed = objects_in(image_of(bits), options);
  const Objects& objects = computed.result.objects;
  EXPECT_EQ(computed.result.labels, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(computed.result.voxels, objects.voxels);
  EXPECT_EQ(objects.voxels, (std::vector<std::int64_t>{18, 1, 6}));
  EXPECT_EQ(objects.diameter, (std::vector<double>{9 * 2.5, 0, 5 * 2.5}));
  EXPECT_EQ(objects.first_end, (Columns{{{0, 10, 7}, {0, 0, 2}, {0, 0, 0}}}));
  EXPECT_EQ(objects.second_end, (Columns{{{5, 10, 10}, {4, 0, 4}, {0, 0, 0}}}));
  EXPECT_EQ(objects.centre, (Columns{{{4, 10, 8}, {0, 0, 4}, {0, 0, 0}}}));
  EXPECT_EQ(computed.result.farthest, 22.5);
  EXPECT_EQ(computed.result.seeds, 3);
  EXPECT_EQ(computed.result.unreached, 0);
}

// Two steps of 10^9 units pass 32 bits.
TEST(GeodesicObjectsTest, GoOnWith64Bits) {
  const auto bits = test::make_volume({4, 2, 1}, [](auto, auto, auto) { return true; });
  Options options;
  options.spacing = {1e6, 1, 1};
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    const Objects objects = objects_in(image_of(bits), options).result.objects;
    EXPECT_EQ(objects.diameter, (std::vector<double>{3e6}));
  }
}

TEST(GeodesicObjectsTest, ThousandsInOneMap) {
  const Shape shape{120, 90, 4};
  const GreyVolume image = image_of(test::random_volume(shape, 0.3, 5));
  Options options;
  options.connectivity = label::Connectivity::kFaces;
  options.threads = 3;
  const test::ComputedDistances computed = objects_in(image, options);
  const Objects& objects = computed.result.objects;
  ASSERT_GT(objects.voxels.size(), 3000U);
  // The maps are those of seeds at the first ends.
  GreyVolume seeds(shape, PixelType::kUint16);
  for (std::size_t i = 0; i < objects.voxels.size(); ++i) {
    seeds.data<std::uint16_t>()[index_of(objects.first_end, i, shape)] =
        static_cast<std::uint16_t>(i + 1);
  }
  Inputs inputs(image);
  inputs.seeds = &seeds;
  options.cost = Cost::kUniform;
  options.threads = 1;
  const test::ComputedDistances expected = test::compute(inputs, options);
  EXPECT_TRUE(computed.sums == expected.sums);
  EXPECT_TRUE(computed.labels == expected.labels);
  EXPECT_EQ(computed.result.voxels, objects.voxels);
}

TEST(GeodesicObjectsTest, NoneInAnEmptyImage) {
  const test::ComputedDistances computed = objects_in(GreyVolume({5, 4, 3}, PixelType::kUint8), {});
  EXPECT_TRUE(computed.result.objects.voxels.empty());
  EXPECT_EQ(computed.result.reached, 0);
  EXPECT_EQ(computed.result.walls, 60);
  EXPECT_EQ(computed.result.farthest, 0);
  EXPECT_TRUE(std::isnan(computed.distances[7]));
  EXPECT_EQ(computed.labels[7], 0);
}

TEST(GeodesicObjectsTest, RefuseWhatHasNoPartInThem) {
  NoProgress progress;
  const GreyVolume image({4, 4, 1}, PixelType::kUint8);
  Options options;
  Inputs inputs(image);
  inputs.objects = true;
  EXPECT_EQ(test::refusal([&] { measure(inputs, options, {}, progress); }),
            "objects are measured with the cost 'uniform' alone");
  options.cost = Cost::kUniform;
  inputs.seeds = &image;
  EXPECT_EQ(test::refusal([&] { measure(inputs, options, {}, progress); }),
            "objects have seeds of their own; leave out the others");
}

}  // namespace
}  // namespace bitvox::geodesic
