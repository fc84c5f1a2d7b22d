// SPDX-License-Identifier: BSD-2-Clause
#include "ops/distance_map/distance_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "test_volumes.hpp"

namespace bitvox::distance_map {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

// ---- The obvious loop --------------------------------------------------------------------------

double value_between(const Options& options, std::int64_t dx, std::int64_t dy, std::int64_t dz) {
  const double x = static_cast<double>(std::abs(dx));
  const double y = static_cast<double>(std::abs(dy));
  const double z = static_cast<double>(std::abs(dz));
  if (options.metric == Metric::kCityBlock) return x + y + z;
  if (options.metric == Metric::kChessboard) return std::max({x, y, z});
  const Spacing& s = options.spacing;
  if (s.x == s.y && s.x == s.z) return x * x + y * y + z * z;
  return (x * s.x) * (x * s.x) + (y * s.y) * (y * s.y) + (z * s.z) * (z * s.z);
}

struct Place {
  std::int64_t x, y, z;
};

// All voxels of the background, and those around the volume if the edges say so, or of the object.
std::vector<Place> places_of(const BitVolume& volume, const Options& options, bool object) {
  const Shape& s = volume.shape();
  const std::int64_t apron = !object && options.edges == Edges::kBackground ? 1 : 0;
  std::vector<Place> places;
  for (std::int64_t z = -apron; z < s.depth + apron; ++z)
    for (std::int64_t y = -apron; y < s.height + apron; ++y)
      for (std::int64_t x = -apron; x < s.width + apron; ++x) {
        const bool inside =
            x >= 0 && x < s.width && y >= 0 && y < s.height && z >= 0 && z < s.depth;
        if (!inside || test::voxel(volume, x, y, z) == object) places.push_back({x, y, z});
      }
  return places;
}

// The least value from one voxel to those of the other kind.
double obvious_value(const Options& options, bool planar, const Place& at,
                     const std::vector<Place>& others) {
  double least = kNowhere;
  for (const Place& other : others) {
    if (planar && other.z != at.z) continue;
    least = std::min(least, value_between(options, other.x - at.x, other.y - at.y, other.z - at.z));
  }
  return least;
}

float obvious_distance(const Options& options, double value) {
  const Spacing& s = options.spacing;
  const double scale = s.x == s.y && s.x == s.z ? s.x : 1;
  return static_cast<float>(scale *
                            (options.metric == Metric::kEuclidean ? std::sqrt(value) : value));
}

// Every map is checked voxel by voxel against values that are computed once.
class Expected {
 public:
  Expected(const BitVolume& volume, const Options& options) {
    const Shape& s = volume.shape();
    const bool planar = options.extent == Extent::kPerSlice || s.depth == 1;
    const std::vector<Place> background = places_of(volume, options, false);
    const std::vector<Place> object = places_of(volume, options, true);
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x) {
          const bool inside = test::voxel(volume, x, y, z);
          const double value =
              obvious_value(options, planar, {x, y, z}, inside ? background : object);
          inside_.push_back(inside ? value : 0);
          outside_.push_back(inside ? 0 : value);
        }
  }

  double value(Region region, std::size_t i) const {
    return region == Region::kOutside ? outside_[i] : inside_[i];
  }

  float distance(const Options& options, std::size_t i) const {
    const float inside = obvious_distance(options, inside_[i]);
    const float outside = obvious_distance(options, outside_[i]);
    if (options.region == Region::kInside) return inside;
    return options.region == Region::kOutside ? outside : inside - outside;
  }

 private:
  std::vector<double> inside_;
  std::vector<double> outside_;
};

// Remembered, because every backend asks for the same.
const Expected& expected_of(const BitVolume& volume, const Options& rule) {
  using Rule =
      std::tuple<std::int64_t, std::int64_t, Metric, Edges, Extent, double, double, double>;
  static std::map<std::pair<Rule, std::vector<std::uint64_t>>, Expected> known;
  const Shape& shape = volume.shape();
  const std::pair key{
      Rule{shape.width, shape.height, rule.metric, rule.edges, rule.extent, rule.spacing.x,
           rule.spacing.y, rule.spacing.z},
      std::vector<std::uint64_t>(volume.words(), volume.words() + shape.word_count())};
  const auto entry = known.find(key);
  return entry != known.end() ? entry->second : known.try_emplace(key, volume, rule).first->second;
}

struct Computed {
  Result result;
  GreyVolume map;
};

Computed compute(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  const PixelType type =
      options.result == Numbers::kIntegers ? PixelType::kUint16 : PixelType::kFloat32;
  test::CollectSlices slices(volume.shape(), type);
  Result result = measure(volume, options, slices, progress);
  return {std::move(result), std::move(slices.volume)};
}

void expect_distances(const BitVolume& volume, const Options& options, const Expected& expected) {
  const Computed computed = compute(volume, options);
  const float* const map = computed.map.data<float>();
  std::size_t wrong = 0;
  float most = 0;
  float least = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(volume.shape().voxel_count()); ++i) {
    const float distance = expected.distance(options, i);
    if (map[i] != distance && wrong++ == 0) {
      ADD_FAILURE() << "voxel " << i << ": " << map[i] << " instead of " << distance;
    }
    most = std::max(most, distance);
    least = std::min(least, distance);
  }
  EXPECT_EQ(wrong, 0U);
  const bool outside = options.region == Region::kOutside;
  EXPECT_EQ(computed.result.largest_inside, outside ? 0 : most);
  EXPECT_EQ(computed.result.largest_outside, outside ? most : -least);
  const std::int64_t voxels = std::transform_reduce(
      volume.words(), volume.words() + volume.shape().word_count(), std::int64_t{0}, std::plus<>(),
      [](std::uint64_t word) { return std::popcount(word); });
  EXPECT_EQ(computed.result.voxels, voxels);
}

void expect_integers(const BitVolume& volume, const Options& options, const Expected& expected) {
  const Computed computed = compute(volume, options);
  const std::uint16_t* const map = computed.map.data<std::uint16_t>();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(volume.shape().voxel_count()); ++i) {
    wrong += map[i] != std::min(expected.value(options.region, i), 65535.0);
  }
  EXPECT_EQ(wrong, 0U);
}

class DistanceMapTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }

  // So many rows of every slice at a time, columns on the CPU.
  static Index slabs(std::int64_t count) {
    return GetParam() == "cuda" ? Index{0, count, 0} : Index{count, 0, 0};
  }

  // Every metric, border rule and extent: what the obvious loop is needed anew for.
  template <class Body>
  void for_every_rule(Body&& body) const {
    for (const Metric metric : {Metric::kEuclidean, Metric::kCityBlock, Metric::kChessboard})
      for (const Edges edges : {Edges::kClipped, Edges::kBackground})
        for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
          Options rule = options();
          rule.metric = metric;
          rule.edges = edges;
          rule.extent = extent;
          SCOPED_TRACE(testing::Message()
                       << "metric " << static_cast<int>(metric) << ", edges "
                       << static_cast<int>(edges) << ", extent " << static_cast<int>(extent));
          body(rule);
        }
  }

  void expect_agreement(const BitVolume& volume, Options rule) const {
    const Expected& expected = expected_of(volume, rule);
    for (const Region region : {Region::kInside, Region::kOutside, Region::kSigned}) {
      SCOPED_TRACE(testing::Message() << "region " << static_cast<int>(region));
      rule.region = region;
      expect_distances(volume, rule, expected);
      const bool cubes = rule.spacing.x == rule.spacing.y && rule.spacing.x == rule.spacing.z;
      if (region == Region::kSigned || !cubes) continue;
      rule.result = Numbers::kIntegers;
      expect_integers(volume, rule, expected);
      rule.result = Numbers::kFloat;
    }
  }
};

TEST_P(DistanceMapTest, EveryWidth) {
  for (const std::int64_t width : {1, 2, 31, 33, 63, 64, 65, 128, 129})
    for (const auto& [height, depth] : {std::pair{5, 3}, {1, 7}}) {
      const BitVolume volume = test::random_volume({width, height, depth}, 0.95, 11);
      SCOPED_TRACE(testing::Message() << width << " x " << height << " x " << depth);
      for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    }
}

TEST_P(DistanceMapTest, EveryDensity) {
  for (const double density : {0.02, 0.97, 0.999}) {
    const BitVolume volume = test::random_volume({37, 13, 12}, density, 3);
    SCOPED_TRACE(density);
    for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
  }
}

TEST_P(DistanceMapTest, VoxelsThatAreNotCubes) {
  const BitVolume volume = test::random_volume({35, 17, 18}, 0.99, 5);
  for (const Spacing& spacing : {Spacing{0.1, 0.1, 0.3}, Spacing{0.7, 1.3, 0.2}})
    for (const Edges edges : {Edges::kClipped, Edges::kBackground})
      for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
        Options rule = options();
        rule.edges = edges;
        rule.extent = extent;
        rule.spacing = spacing;
        // Within slices the depth of voxels does not matter.
        if (extent == Extent::kPerSlice) rule.spacing.z = rule.spacing.x;
        expect_agreement(volume, rule);
      }
}

TEST_P(DistanceMapTest, VoxelSizesAreMultiplied) {
  const BitVolume volume = test::random_volume({40, 11, 9}, 0.98, 6);
  for_every_rule([&](Options rule) {
    rule.spacing = {0.0143, 0.0143, 0.0143};
    expect_agreement(volume, rule);
  });
}

// Long enough for groups of places and groups of groups: the search along lines passes by them.
TEST_P(DistanceMapTest, LongLines) {
  for (const Shape& shape : {Shape{3, 650, 1}, Shape{2, 1, 650}, Shape{650, 1, 2}})
    for (const double density : {0.99, 0.9985}) {
      const BitVolume volume = test::random_volume(shape, density, 8);
      for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
      Options stretched = options();
      stretched.spacing = {0.3, 0.2, 0.7};
      if (shape.depth > 1) expect_agreement(volume, stretched);
    }
}

// Lengths around the groups of places, and groups of groups, that a search along lines goes by, and
// lines longer than the shared memory of some GPUs. Few voxels are background.
TEST_P(DistanceMapTest, LengthsAroundGroups) {
  for (const std::int64_t length : {7, 8, 9, 16, 17, 127, 128, 129, 255, 257, 1025, 2049})
    for (const Shape& shape : {Shape{3, length, 1}, Shape{3, 1, length}}) {
      SCOPED_TRACE(testing::Message() << "length " << length << ", depth " << shape.depth);
      const double density = 1 - 8.0 / static_cast<double>(shape.voxel_count());
      const BitVolume volume = test::random_volume(shape, density, 21);
      for (const Edges edges : {Edges::kClipped, Edges::kBackground}) {
        // (The obvious loop goes through all that is outside.)
        if (edges == Edges::kBackground && length > 300) continue;
        Options rule = options();
        rule.edges = edges;
        expect_agreement(volume, rule);
        if (shape.depth > 1) rule.spacing = {0.7, 0.2, 0.3};
        expect_agreement(volume, rule);
      }
    }
}

// The distance of every voxel to one has a closed form.
void expect_distances_to(const Place& hole, const Shape& shape, Options rule) {
  SCOPED_TRACE(testing::Message() << "from " << hole.x << ", " << hole.y << ", " << hole.z);
  const BitVolume volume = test::make_volume(
      shape, [&](auto x, auto y, auto z) { return x != hole.x || y != hole.y || z != hole.z; });
  const Computed distances = compute(volume, rule);
  rule.result = Numbers::kIntegers;
  const Computed integers = compute(volume, rule);
  std::size_t wrong = 0;
  std::size_t i = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x, ++i) {
        const double value = value_between(rule, x - hole.x, y - hole.y, z - hole.z);
        wrong += distances.map.data<float>()[i] != obvious_distance(rule, value) ||
                 integers.map.data<std::uint16_t>()[i] != std::min(value, 65535.0);
      }
  EXPECT_EQ(wrong, 0U) << "metric " << static_cast<int>(rule.metric);
}

// One voxel of background far away: squared distances pass 16 bits.
TEST_P(DistanceMapTest, LoneVoxelInLargeVolume) {
  const Shape shape{300, 290, 6};
  for (const Place& hole : {Place{0, 0, 0}, Place{150, 140, 3}, Place{299, 3, 5}})
    for (const Metric metric : {Metric::kEuclidean, Metric::kCityBlock, Metric::kChessboard}) {
      Options rule = options();
      rule.metric = metric;
      expect_distances_to(hole, shape, rule);
    }
  for (const Shape& longer : {Shape{40, 1100, 3}, Shape{5, 3, 2100}, Shape{17, 9, 300}}) {
    expect_distances_to({longer.width / 3, longer.height / 3, longer.depth / 3}, longer, options());
  }
}

// The largest squared distances are those at which 16 bits no longer do, on the GPU and the CPU.
TEST_P(DistanceMapTest, SquaresAtTheEndOf16Bits) {
  for (const Place& corner :
       {Place{181, 0, 0}, Place{181, 2, 1}, Place{181, 2, 2}, Place{255, 22, 4}, Place{255, 22, 5},
        Place{255, 22, 6}, Place{256, 0, 0}}) {
    const auto& [a, b, c] = corner;
    for (const Place& far : {Place{a, b, c}, Place{b, a, c}, Place{c, b, a}}) {
      const Shape shape{far.x + 1, far.y + 1, far.z + 1};
      expect_distances_to({0, 0, 0}, shape, options());
      expect_distances_to(far, shape, options());
    }
  }
}

// From a plane the distance grows evenly: every search is as long as the distance.
TEST_P(DistanceMapTest, HalfSpace) {
  const Shape shape{250, 260, 12};
  for (const int axis : {0, 1, 2}) {
    const BitVolume volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
      return (axis == 0 ? x : axis == 1 ? y : z) > 0;
    });
    const Computed computed = compute(volume, options());
    std::size_t wrong = 0;
    std::size_t i = 0;
    for (std::int64_t z = 0; z < shape.depth; ++z)
      for (std::int64_t y = 0; y < shape.height; ++y)
        for (std::int64_t x = 0; x < shape.width; ++x, ++i) {
          const std::int64_t distance = axis == 0 ? x : axis == 1 ? y : z;
          wrong += computed.map.data<float>()[i] != static_cast<float>(distance);
        }
    EXPECT_EQ(wrong, 0U) << "axis " << axis;
  }
}

// Longer than the shared memory of a GPU, and than 2^16 voxels.
TEST_P(DistanceMapTest, VeryLongVolumes) {
  for (const auto& [shape, axis] :
       {std::pair{Shape{70000, 2, 1}, 0}, {Shape{3, 70000, 1}, 1}, {Shape{2, 3, 5000}, 2}}) {
    const std::int64_t hole = 17;
    const int along = axis;
    const BitVolume volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
      return (along == 0 ? x : along == 1 ? y : z) != hole;
    });
    for (const Spacing& spacing : {Spacing{1, 1, 1}, Spacing{0.5, 0.25, 2}}) {
      Options rule = options();
      rule.spacing = spacing;
      const Computed computed = compute(volume, rule);
      const double step = along == 0 ? spacing.x : along == 1 ? spacing.y : spacing.z;
      std::size_t wrong = 0;
      std::size_t i = 0;
      for (std::int64_t z = 0; z < shape.depth; ++z)
        for (std::int64_t y = 0; y < shape.height; ++y)
          for (std::int64_t x = 0; x < shape.width; ++x, ++i) {
            const std::int64_t steps = std::abs((along == 0 ? x : along == 1 ? y : z) - hole);
            wrong += computed.map.data<float>()[i] !=
                     static_cast<float>(static_cast<double>(steps) * step);
          }
      EXPECT_EQ(wrong, 0U) << "axis " << along;
    }
  }
}

// Squared distances that are nearly 2^31, at the end of a line that fills its last group by one.
TEST_P(DistanceMapTest, SquaresAtTheEndOf32Bits) {
  for (const Shape& shape : {Shape{1, 46337, 1}, Shape{1, 2, 46337}}) {
    expect_distances_to({0, shape.height - 1, shape.depth - 1}, shape, options());
    expect_distances_to({0, 0, 0}, shape, options());
  }
}

// An oblique wall, and noise on it: searches from place to place are as long as distances, so that
// the pass along single lines takes over.
TEST_P(DistanceMapTest, ObliqueWalls) {
  for (const Shape& shape : {Shape{3, 700, 1}, Shape{2, 1, 700}}) {
    const bool along_y = shape.depth == 1;
    const BitVolume noise = test::random_volume(shape, 0.999, 5);
    const BitVolume volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
      return (along_y ? y : z) > 30 * x && test::voxel(noise, x, y, z);
    });
    for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    Options stretched = options();
    stretched.spacing = {31.7, along_y ? 0.3 : 5.1, 0.3};
    if (along_y) stretched.spacing.z = stretched.spacing.x;
    expect_agreement(volume, stretched);
  }
}

TEST_P(DistanceMapTest, NothingToMeasureTheDistanceTo) {
  const Shape shape{65, 9, 8};
  const BitVolume full = test::make_volume(shape, [](auto, auto, auto) { return true; });
  const BitVolume empty(shape);
  for_every_rule([&](const Options& rule) {
    expect_agreement(full, rule);
    expect_agreement(empty, rule);
  });
  EXPECT_EQ(compute(full, options()).result.largest_inside, kNowhere);
  EXPECT_EQ(compute(empty, options()).result.largest_inside, 0);
}

TEST_P(DistanceMapTest, SingleVoxel) {
  for (const auto& [x, y, z] : {std::tuple{0, 0, 0}, {64, 8, 8}, {8, 3, 4}}) {
    BitVolume volume({65, 9, 9});
    test::set_voxel(volume, x, y, z);
    for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
  }
}

TEST_P(DistanceMapTest, SameForEverySlabAndThreadCount) {
  const BitVolume volume = test::random_volume({70, 45, 33}, 0.995, 7);
  for (const Region region : {Region::kInside, Region::kSigned})
    for (const Spacing& spacing : {Spacing{1, 1, 1}, Spacing{0.3, 0.4, 0.7}})
      for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
        Options rule = options();
        rule.region = region;
        rule.spacing = spacing;
        rule.extent = extent;
        rule.block = sides_of(volume.shape());
        const test::Bits whole = test::Bits().add(compute(volume, rule).map);
        for (const std::int64_t slab : {1, 7, 16, 44, 45, 1000, 0}) {
          rule.block = slabs(slab);
          rule.threads = static_cast<int>(1 + slab % 3);
          EXPECT_TRUE(test::Bits().add(compute(volume, rule).map) == whole) << slab;
        }
      }
}

// 16 bits are too few in some of the slabs only.
TEST_P(DistanceMapTest, SlabsOfSmallAndLargeDistances) {
  const BitVolume volume = test::make_volume(
      {300, 40, 3}, [](auto x, auto y, auto) { return y < 20 ? x % 7 != 0 : x > 0; });
  Options rule = options();
  rule.block = slabs(8);
  const test::Bits slabs = test::Bits().add(compute(volume, rule).map);
  rule.block = sides_of(volume.shape());
  EXPECT_TRUE(test::Bits().add(compute(volume, rule).map) == slabs);
}

// ---- Failing ---------------------------------------------------------------------------------

TEST_P(DistanceMapTest, FailingSourceIsPassedOn) {
  NoProgress progress;
  for (const int threads : {1, 2, 5}) {
    Options rule = options();
    rule.threads = threads;
    const Shape shape{64, 30, 40};
    test::CollectSlices map(shape, PixelType::kFloat32);
    EXPECT_THROW(measure(test::FailingSource(shape, 20), rule, map, progress), std::runtime_error);
  }
}

TEST_P(DistanceMapTest, FailingMapIsPassedOn) {
  NoProgress progress;
  test::FailingSink map;
  const BitVolume volume = test::random_volume({64, 30, 40}, 0.9, 2);
  EXPECT_THROW(measure(volume, options(), map, progress), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Backends, DistanceMapTest, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

}  // namespace
}  // namespace bitvox::distance_map
