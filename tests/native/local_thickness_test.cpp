// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "ops/local_thickness/local_thickness_balls.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::local_thickness {
namespace {

// ---- The obvious loops -------------------------------------------------------------------------

bool cubes(const Options& options) {
  return options.spacing.x == options.spacing.y && options.spacing.x == options.spacing.z;
}

double square_between(const Options& options, std::int64_t dx, std::int64_t dy, std::int64_t dz) {
  const Spacing s = cubes(options) ? Spacing{} : options.spacing;
  const double x = static_cast<double>(dx) * s.x;
  const double y = static_cast<double>(dy) * s.y;
  const double z = static_cast<double>(dz) * s.z;
  return x * x + y * y + z * z;
}

// Thickness by the definition: distances of all pairs of voxels, then balls of all voxels.
std::vector<float> thickness_by_definition(const BitVolume& volume, const Options& options) {
  const Shape& s = volume.shape();
  const bool planar = options.extent == Extent::kPerSlice || s.depth == 1;
  const bool object_bit = options.phase == Phase::kForeground;
  const auto index = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::size_t>((z * s.height + y) * s.width + x);
  };
  const auto for_all = [&](std::int64_t apron, std::int64_t z, auto&& visit) {
    for (std::int64_t k = planar ? z : -apron; k < (planar ? z + 1 : s.depth + apron); ++k)
      for (std::int64_t j = -apron; j < s.height + apron; ++j)
        for (std::int64_t i = -apron; i < s.width + apron; ++i) visit(i, j, k);
  };
  const auto is_object = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return x >= 0 && x < s.width && y >= 0 && y < s.height && z >= 0 && z < s.depth &&
           test::voxel(volume, x, y, z) == object_bit;
  };
  std::vector<double> thickest(static_cast<std::size_t>(s.voxel_count()));
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        if (!is_object(x, y, z)) continue;
        double square = std::numeric_limits<double>::infinity();
        for_all(options.edges == Edges::kBackground ? 1 : 0, z, [&](auto i, auto j, auto k) {
          if (!is_object(i, j, k)) {
            square = std::min(square, square_between(options, i - x, j - y, k - z));
          }
        });
        for_all(0, z, [&](auto i, auto j, auto k) {
          double& most = thickest[index(i, j, k)];
          if (most < square && square_between(options, i - x, j - y, k - z) < square) most = square;
        });
      }
  std::vector<float> thickness;
  const double scale = cubes(options) ? options.spacing.x : 1;
  for (const double square : thickest) {
    thickness.push_back(static_cast<float>(2 * scale * std::sqrt(square)));
  }
  return thickness;
}

// Remembered, because every backend asks for the same.
const std::vector<float>& expected_of(const BitVolume& volume, const Options& rule) {
  using Rule = std::tuple<std::int64_t, std::int64_t, Phase, Edges, Extent, double, double, double>;
  static std::map<std::pair<Rule, std::vector<std::uint64_t>>, std::vector<float>> known;
  const Shape& shape = volume.shape();
  const std::pair key{Rule{shape.width, shape.height, rule.phase, rule.edges, rule.extent,
                           rule.spacing.x, rule.spacing.y, rule.spacing.z},
                      std::vector(volume.words(), volume.words() + shape.word_count())};
  const auto entry = known.find(key);
  return entry != known.end()
             ? entry->second
             : known.try_emplace(key, thickness_by_definition(volume, rule)).first->second;
}

struct Computed {
  Result result;
  GreyVolume map;
};

Computed compute(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  test::CollectSlices slices(volume.shape(), PixelType::kFloat32);
  Result result = measure(volume, options, &slices, progress);
  return {std::move(result), std::move(slices.volume)};
}

void expect_agreement(const BitVolume& volume, const Options& options) {
  const std::vector<float>& expected = expected_of(volume, options);
  const Computed computed = compute(volume, options);
  const float* const map = computed.map.data<float>();
  std::size_t wrong = 0;
  std::map<float, std::int64_t> counts;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (map[i] != expected[i] && wrong++ == 0) {
      ADD_FAILURE() << "voxel " << i << ": " << map[i] << " instead of " << expected[i];
    }
    if (expected[i] > 0) ++counts[expected[i]];
  }
  EXPECT_EQ(wrong, 0U);
  ASSERT_EQ(computed.result.thickness.size(), counts.size());
  std::size_t i = 0;
  for (const auto& [thickness, voxels] : counts) {
    EXPECT_EQ(computed.result.thickness[i], thickness);
    EXPECT_EQ(computed.result.voxels[i++], voxels);
  }
}

class LocalThicknessTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }

  template <class Body>
  void for_every_rule(Body&& body) const {
    for (const Phase phase : {Phase::kForeground, Phase::kBackground})
      for (const Edges edges : {Edges::kClipped, Edges::kBackground})
        for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
          Options rule = options();
          rule.phase = phase;
          rule.edges = edges;
          rule.extent = extent;
          SCOPED_TRACE(testing::Message()
                       << "phase " << static_cast<int>(phase) << ", edges "
                       << static_cast<int>(edges) << ", extent " << static_cast<int>(extent));
          body(rule);
        }
  }
};

class LocalThicknessThorough : public LocalThicknessTest {};

TEST_P(LocalThicknessTest, EveryWidth) {
  for (const std::int64_t width : {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129})
    for (const auto& [height, depth] : {std::pair{7, 3}, {9, 1}}) {
      BitVolume volume = test::random_volume({width, height, depth}, 0.93, 11);
      for (std::int64_t z = 0; z < depth; ++z) {  // both phases in every slice
        test::set_voxel(volume, 0, 0, z);
        volume.slice(z)[volume.shape().words_per_row()] &= ~std::uint64_t{1};
      }
      SCOPED_TRACE(testing::Message() << width << " x " << height << " x " << depth);
      for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    }
}

TEST_P(LocalThicknessTest, Blobs) {
  for (const std::uint64_t seed : {1U}) {
    const BitVolume volume = test::balls({26, 15, 13}, 7, 6, seed);
    for (const Phase phase : {Phase::kForeground, Phase::kBackground})
      for (const Edges edges : {Edges::kClipped, Edges::kBackground}) {
        Options rule = options();
        rule.phase = phase;
        rule.edges = edges;
        expect_agreement(volume, rule);
      }
  }
}

TEST_P(LocalThicknessTest, ImageOfOneSlice) {
  const BitVolume volume = test::balls({70, 51, 1}, 12, 8, 8);
  for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
}

TEST_P(LocalThicknessTest, VoxelsThatAreNotCubes) {
  const BitVolume volume = test::balls({22, 15, 9}, 6, 6, 3);
  for (const Spacing& spacing : {Spacing{0.1, 0.1, 0.3}, Spacing{0.7, 1.3, 0.2}}) {
    Options rule = options();
    rule.spacing = spacing;
    expect_agreement(volume, rule);
    rule.phase = Phase::kBackground;
    expect_agreement(volume, rule);
  }
}

TEST_P(LocalThicknessTest, VoxelSizesAreMultiplied) {
  Options rule = options();
  rule.spacing = {0.013, 0.013, 0.013};
  expect_agreement(test::balls({22, 15, 9}, 6, 6, 4), rule);
}

// A single ball larger than tiles: all of it has the thickness of the ball at its centre.
TEST_P(LocalThicknessTest, BallAcrossTiles) {
  const std::int64_t radius = 41;
  const Shape shape{2 * radius + 40, 2 * radius + 5, 2 * radius + 3};
  const std::int64_t square = radius * radius + 1;  // the least that is not in the ball
  const BitVolume volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
    const std::int64_t dx = x - 62, dy = y - 43, dz = z - 42;
    return dx * dx + dy * dy + dz * dz < square;
  });
  const Result result = compute(volume, options()).result;
  ASSERT_EQ(result.thickness.size(), 1U);
  EXPECT_EQ(result.thickness[0], static_cast<float>(2 * std::sqrt(static_cast<double>(square))));
}

// Radii past 16-bit squares.
TEST_P(LocalThicknessTest, LargeRadii) {
  const BitVolume volume = test::make_volume(
      {700, 620, 1}, [](auto x, auto y, auto) { return x > 0 && y > 0 && x < 699 && y < 619; });
  const Result result = compute(volume, options()).result;
  EXPECT_EQ(result.thickness.back(), 2 * 309.0);
}

// Thickness by painting the balls of all voxels with the distance map's squares: for objects so
// large that the loop over all pairs of voxels takes too long.
std::vector<float> thickness_by_painting(const BitVolume& volume) {
  const Shape& s = volume.shape();
  distance_map::Options rule;
  rule.result = distance_map::Numbers::kIntegers;
  rule.backend = "scalar";
  NoProgress progress;
  test::CollectSlices map(s, PixelType::kUint16);
  distance_map::measure(volume, rule, map, progress);
  const std::uint16_t* const squares = map.volume.data<std::uint16_t>();
  std::vector<std::int64_t> thickest(static_cast<std::size_t>(s.voxel_count()));
  std::size_t centre = 0;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        const std::int64_t square = squares[centre++];
        const auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
        const auto first = [&](std::int64_t at) { return std::max<std::int64_t>(0, at - reach); };
        const auto end = [&](std::int64_t at, std::int64_t side) {
          return std::min(side, at + reach + 1);
        };
        for (std::int64_t k = first(z); k < end(z, s.depth); ++k)
          for (std::int64_t j = first(y); j < end(y, s.height); ++j)
            for (std::int64_t i = first(x); i < end(x, s.width); ++i) {
              std::int64_t& most =
                  thickest[static_cast<std::size_t>((k * s.height + j) * s.width + i)];
              const std::int64_t away = (i - x) * (i - x) + (j - y) * (j - y) + (k - z) * (k - z);
              if (away < square) most = std::max(most, square);
            }
      }
  std::vector<float> thickness;
  for (const std::int64_t square : thickest) {
    thickness.push_back(static_cast<float>(2 * std::sqrt(static_cast<double>(square))));
  }
  return thickness;
}

// So large that balls are looked for far away, and several tiles wide.
TEST_P(LocalThicknessTest, LargeBalls) {
  for (const Shape& shape : {Shape{230, 190, 1}, Shape{130, 110, 3}, Shape{5, 90, 110}}) {
    const BitVolume volume = test::balls(shape, shape.depth == 1 ? 75 : 50, 8, 5);
    static std::map<std::int64_t, std::vector<float>> known;  // every backend asks for the same
    std::vector<float>& expected = known[shape.width];
    if (expected.empty()) expected = thickness_by_painting(volume);
    const GreyVolume map = compute(volume, options()).map;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      wrong += map.data<float>()[i] != expected[i];
    }
    EXPECT_EQ(wrong, 0U) << "width " << shape.width;
  }
}

// ---- Nearly solid: balls as large as the volume, most of which matter nowhere -------------------

BitVolume solid_with_holes(const Shape& shape,
                           const std::vector<std::array<std::int64_t, 3>>& holes) {
  return test::make_volume(shape, [&](auto x, auto y, auto z) {
    return std::find(holes.begin(), holes.end(), std::array<std::int64_t, 3>{x, y, z}) ==
           holes.end();
  });
}

TEST_P(LocalThicknessTest, NearlySolid) {
  for (const BitVolume& volume :
       {solid_with_holes({75, 66, 1}, {{0, 0, 0}}), solid_with_holes({75, 66, 1}, {{31, 20, 0}}),
        solid_with_holes({24, 17, 12}, {{23, 0, 11}}),
        solid_with_holes({24, 17, 12}, {{3, 4, 5}, {12, 16, 0}, {20, 9, 9}})}) {
    Options rule = options();
    expect_agreement(volume, rule);
    rule.spacing = {1, 2.5, 0.8};
    expect_agreement(volume, rule);
  }
}

// Balls whose squares are beyond tables and 16 bits, looked for far away and next to the border.
TEST_P(LocalThicknessThorough, NearlySolidAndLong) {
  expect_agreement(solid_with_holes({1, 600, 3}, {{0, 0, 0}}), options());
  expect_agreement(solid_with_holes({700, 2, 2}, {{350, 1, 1}, {0, 0, 1}}), options());
  expect_agreement(solid_with_holes({3, 5, 400}, {{1, 2, 0}}), options());
}

// Lengths whose squares a float does not have.
TEST_P(LocalThicknessTest, VoxelSizesFarFromOne) {
  const BitVolume volume = test::balls({22, 15, 9}, 6, 6, 3);
  for (const Spacing& spacing : {Spacing{1e-25, 1e-25, 3e-25}, Spacing{2e25, 1e25, 1e25}}) {
    Options rule = options();
    rule.spacing = spacing;
    expect_agreement(volume, rule);
  }
  Options rule = options();
  rule.spacing = {1, 1e-6, 1};  // a ball is a hundred million voxels wide
  expect_agreement(solid_with_holes({130, 3, 2}, {{129, 0, 0}}), rule);
}

// The least squared radius t of a ball e away that covers all |v|^2 < s, by looking at every v.
std::int64_t obvious_least(std::int64_t s, std::int64_t ex, std::int64_t ey, std::int64_t ez) {
  std::int64_t farthest = 0;
  for (std::int64_t z = -11; z <= 11; ++z)
    for (std::int64_t y = -11; y <= 11; ++y)
      for (std::int64_t x = -11; x <= 11; ++x) {
        if (x * x + y * y + z * z >= s) continue;
        farthest =
            std::max(farthest, (x - ex) * (x - ex) + (y - ey) * (y - ey) + (z - ez) * (z - ez));
      }
  return farthest + 1;
}

TEST(BallTableTest, AgreesWithAllVoxelsOfEveryBall) {
  const BallTable table(120);
  ASSERT_EQ(table.count(), 121);
  for (std::int64_t s = 1; s <= 120; ++s) {
    const std::int64_t near[][3] = {{0, -1, 0}, {1, 0, -1}, {-1, 1, 1}};
    for (std::int64_t e = 0; e < 3; ++e) {
      EXPECT_EQ(table.least()[static_cast<std::size_t>(3 * s + e)],
                obvious_least(s, near[e][0], near[e][1], near[e][2]))
          << s;
    }
    for (std::int64_t i = 0; i < BallTable::kFarSteps; ++i) {
      const auto& [x, y, z] = BallTable::kFar[i];
      EXPECT_EQ(table.least_far()[static_cast<std::size_t>(BallTable::kFarSteps * s + i)],
                obvious_least(s, z, -x, y))
          << s << " step " << i;
    }
  }
}

TEST_P(LocalThicknessTest, SameForEveryThreadCount) {
  const BitVolume volume = test::balls({97, 50, 35}, 10, 12, 6);
  for_every_rule([&](Options rule) {
    rule.threads = 1;
    const test::Bits one = test::Bits().add(compute(volume, rule).map);
    for (const int threads : {2, 5}) {
      rule.threads = threads;
      EXPECT_TRUE(test::Bits().add(compute(volume, rule).map) == one) << threads;
    }
  });
}

TEST_P(LocalThicknessTest, SameForEveryBlock) {
  const BitVolume volume = test::balls({97, 42, 21}, 8, 12, 6);
  for_every_rule([&](Options rule) {
    for (const double z : {1.0, 1.5}) {
      rule.spacing.z = z;
      rule.block = {};
      const Computed whole = compute(volume, rule);
      for (const Index& block : {Index{0, 17, 0}, {50, 0, 9}}) {
        rule.block = block;
        const Computed blocks = compute(volume, rule);
        EXPECT_EQ(blocks.result.thickness, whole.result.thickness) << block[0];
        EXPECT_EQ(blocks.result.voxels, whole.result.voxels) << block[0];
        EXPECT_TRUE(test::Bits().add(blocks.map) == test::Bits().add(whole.map)) << block[0];
      }
    }
  });
}

// The one that is looked for when the whole does not fit: squares of 16 bits do not tell it.
TEST_P(LocalThicknessTest, LargeRadiiInBlocks) {
  const BitVolume volume = test::make_volume(
      {700, 620, 1}, [](auto x, auto y, auto) { return x > 0 && y > 0 && x < 699 && y < 619; });
  Options rule = options();
  rule.block = {0, 90, 0};
  const Result result = compute(volume, rule).result;
  EXPECT_EQ(result.thickness.back(), 2 * 309.0);
  EXPECT_EQ(result.voxels, compute(volume, options()).result.voxels);
}

// ---- Failing and refusing ----------------------------------------------------------------------

std::string refusal(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  return test::refusal([&] { measure(volume, options, nullptr, progress); });
}

TEST_P(LocalThicknessTest, EmptyAndInfiniteObjectsAreRefused) {
  const Shape shape{20, 9, 8};
  const BitVolume empty(shape);
  const BitVolume full = test::make_volume(shape, [](auto, auto, auto) { return true; });
  Options rule = options();
  EXPECT_EQ(refusal(empty, rule), "the image has no foreground voxels");
  EXPECT_EQ(
      refusal(full, rule),
      "the image has no background voxels, so its thickness is infinite; use edges=background");
  rule.phase = Phase::kBackground;
  EXPECT_EQ(refusal(full, rule), "the image has no background voxels");
  EXPECT_EQ(
      refusal(empty, rule),
      "the image has no foreground voxels, so its thickness is infinite; use edges=background");
  rule.extent = Extent::kPerSlice;
  EXPECT_EQ(refusal(empty, rule),
            "slice 1 has no foreground voxels, so its thickness is infinite; use edges=background");
  const BitVolume some =
      test::make_volume({130, 9, 8}, [](auto x, auto, auto z) { return z < 5 && x < 129; });
  EXPECT_EQ(refusal(some, rule),
            "slice 6 has no foreground voxels, so its thickness is infinite; use edges=background");
  rule.phase = Phase::kForeground;
  EXPECT_EQ(
      refusal(test::make_volume({130, 9, 8}, [](auto, auto, auto z) { return z == 7; }), rule),
      "slice 8 has no background voxels, so its thickness is infinite; use edges=background");
  rule.phase = Phase::kBackground;
  rule.edges = Edges::kBackground;
  EXPECT_EQ(refusal(empty, rule), "accepted");
  rule.spacing.x = 0;
  EXPECT_EQ(refusal(empty, rule),
            "a voxel size of 0 along x is not allowed; use a number from 1e-30 to 1e30");
}

TEST_P(LocalThicknessTest, InBlocksTheSameIsRefused) {
  Options rule = options();
  rule.block = {0, 4, 3};
  EXPECT_EQ(refusal(BitVolume({20, 9, 8}), rule), "the image has no foreground voxels");
  rule.phase = Phase::kBackground;
  rule.extent = Extent::kPerSlice;
  const BitVolume some = test::make_volume({130, 9, 8}, [](auto, auto, auto z) { return z < 5; });
  EXPECT_EQ(refusal(some, rule),
            "slice 6 has no foreground voxels, so its thickness is infinite; use edges=background");
  rule.block = {0, -2, 0};
  EXPECT_EQ(refusal(some, rule), "a block of side -2 is not allowed; use 0 (automatic) or more");
}

TEST_P(LocalThicknessTest, FailingSourceIsPassedOn) {
  NoProgress progress;
  EXPECT_THROW(measure(test::FailingSource({64, 30, 40}, 20), options(), nullptr, progress),
               std::runtime_error);
}

TEST_P(LocalThicknessTest, FailingMapIsPassedOn) {
  NoProgress progress;
  test::FailingSink map;
  EXPECT_THROW(measure(test::balls({64, 30, 40}, 10, 10, 2), options(), &map, progress),
               std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Backends, LocalThicknessTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, LocalThicknessThorough,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::local_thickness
