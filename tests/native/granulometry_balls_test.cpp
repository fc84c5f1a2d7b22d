// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "collect_slices.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "ops/morphology/morphology.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::granulometry {
namespace {

// ---- The obvious loops -------------------------------------------------------------------------

struct Sizes {
  std::vector<std::int64_t> counts;
  std::vector<std::uint16_t> widths;
};

bool cubes(const Options& options) {
  return options.spacing.x == options.spacing.y && options.spacing.x == options.spacing.z;
}

// In voxels where these are cubes.
Spacing sides(const Options& options) { return cubes(options) ? Spacing{} : options.spacing; }

double square_of(const Spacing& s, std::int64_t dx, std::int64_t dy, std::int64_t dz) {
  const double x = static_cast<double>(dx) * s.x;
  const double y = static_cast<double>(dy) * s.y;
  const double z = static_cast<double>(dz) * s.z;
  return x * x + y * y + z * z;
}

// A slice, or a volume, one byte a voxel, and the options that it is measured by.
struct Object {
  Shape shape;
  std::vector<std::uint8_t> at;
  const Options& options;

  // Calls visit(index, or -1 outside) for every voxel no further from the centre than the root of
  // the square, while that is true.
  template <class Visit>
  bool for_ball(double square, std::int64_t cx, std::int64_t cy, std::int64_t cz,
                Visit&& visit) const {
    const Spacing s = sides(options);
    const auto reach = [&](double side, std::int64_t length) {
      return static_cast<std::int64_t>(
          std::min(std::sqrt(square) / side + 1, static_cast<double>(length)));
    };
    const std::int64_t rx = reach(s.x, shape.width), ry = reach(s.y, shape.height),
                       rz = shape.depth > 1 ? reach(s.z, shape.depth) : 0;
    for (std::int64_t z = cz - rz; z <= cz + rz; ++z)
      for (std::int64_t y = cy - ry; y <= cy + ry; ++y)
        for (std::int64_t x = cx - rx; x <= cx + rx; ++x) {
          if (square_of(s, x - cx, y - cy, z - cz) > square) continue;
          const bool inside =
              x >= 0 && x < shape.width && y >= 0 && y < shape.height && z >= 0 && z < shape.depth;
          if (!visit(inside ? (z * shape.height + y) * shape.width + x : -1)) return false;
        }
    return true;
  }

  // Adds all places of the ball that lie in the object; whether there is one.
  bool add_opening(double square, std::vector<std::uint8_t>& opened) const {
    bool any = false;
    for (std::int64_t z = 0; z < shape.depth; ++z)
      for (std::int64_t y = 0; y < shape.height; ++y)
        for (std::int64_t x = 0; x < shape.width; ++x) {
          const bool fits = for_ball(square, x, y, z, [&](std::int64_t i) {
            return i < 0 ? options.edges == Edges::kClipped : at[static_cast<std::size_t>(i)] == 1;
          });
          if (!fits) continue;
          any = true;
          for_ball(square, x, y, z, [&](std::int64_t i) {
            if (i >= 0) opened[static_cast<std::size_t>(i)] = 1;
            return true;
          });
        }
    return any;
  }

  // For n = 0, 1, ...: the union of the openings by all digital balls of radius r(n) and larger.
  Sizes sizes() const {
    const Spacing s = sides_in_use();
    const double shortest = std::min({s.x, s.y, s.z});
    const double step =
        options.step > 0 ? options.step / (cubes(options) ? options.spacing.x : 1) : shortest;
    std::set<double> squares;  // of the radii of all digital balls
    for (std::int64_t z = 0; z <= (shape.depth > 1 ? shape.depth : 0); ++z)
      for (std::int64_t y = 0; y <= shape.height; ++y)
        for (std::int64_t x = 0; x <= shape.width; ++x) squares.insert(square_of(s, x, y, z));
    std::vector<std::pair<double, std::vector<std::uint8_t>>> openings;
    const auto open = [&](double square) {
      std::vector<std::uint8_t> opened(at.size());
      const bool any = add_opening(square, opened);
      if (any) openings.emplace_back(square, opened);
      return any;
    };
    for (const double square : squares) {
      if (!open(square)) break;  // larger ones contain it
    }
    std::vector<double> wanted;
    for (int n = 0; n <= options.max_radius; ++n) {
      wanted.push_back(n * step * (n * step) * (1 + 1e-12));  // past rounding
      if (!open(wanted.back())) break;
    }
    Sizes result;
    result.widths.resize(at.size());
    for (std::size_t n = 0; n < wanted.size(); ++n) {
      std::vector<std::uint8_t> all(at.size());
      for (const auto& [square, opened] : openings) {
        if (square < wanted[n]) continue;
        std::transform(all.begin(), all.end(), opened.begin(), all.begin(), std::bit_or<>());
      }
      result.counts.push_back(std::count(all.begin(), all.end(), 1));
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i] == 1) result.widths[i] = static_cast<std::uint16_t>(2 * n + 1);
    }
    return result;
  }

 private:
  Spacing sides_in_use() const {
    Spacing s = sides(options);
    if (shape.depth == 1) s.z = s.x;
    return s;
  }
};

Sizes expected_sizes(const BitVolume& volume, const Options& options) {
  const Shape& s = volume.shape();
  const std::int64_t depth = options.extent == Extent::kPerSlice ? 1 : s.depth;
  Sizes sum;
  for (std::int64_t first = 0; first < s.depth; first += depth) {
    Object object{{s.width, s.height, depth}, {}, options};
    for (std::int64_t z = first; z < first + depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x)
          object.at.push_back(
              test::voxel(volume, x, y, z) == (options.phase == Phase::kForeground) ? 1 : 0);
    const Sizes one = object.sizes();
    sum.counts.resize(std::max(sum.counts.size(), one.counts.size()));
    for (std::size_t n = 0; n < one.counts.size(); ++n) sum.counts[n] += one.counts[n];
    sum.widths.insert(sum.widths.end(), one.widths.begin(), one.widths.end());
  }
  return sum;
}

// ---- What is compared --------------------------------------------------------------------------

Sizes computed_sizes(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  test::CollectSlices map(volume.shape(), PixelType::kUint16);
  const Result with_map = measure(volume, options, &map, progress);
  EXPECT_EQ(with_map.run.backend, options.backend);
  EXPECT_EQ(measure(volume, options, nullptr, progress).counts, with_map.counts);
  const auto* const widths = map.volume.data<std::uint16_t>();
  return {with_map.counts, {widths, widths + volume.shape().voxel_count()}};
}

void expect_agreement(const BitVolume& volume, const Options& options) {
  const Sizes got = computed_sizes(volume, options);
  const Sizes expected = expected_sizes(volume, options);
  EXPECT_EQ(got.counts, expected.counts);
  EXPECT_EQ(got.widths, expected.widths);
}

class GranulometryBallsTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.element = Element::kBall;
    result.backend = GetParam();
    return result;
  }

  // Calls body(options) for each border rule and extent.
  template <class Body>
  void for_every_rule(Body&& body) const {
    for (const Edges edges : {Edges::kBackground, Edges::kClipped})
      for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
        Options rule = options();
        rule.edges = edges;
        rule.extent = extent;
        SCOPED_TRACE(std::string(edges == Edges::kBackground ? "background" : "clipped") +
                     (extent == Extent::kVolume ? "" : ", per slice"));
        body(rule);
      }
  }
};

TEST_P(GranulometryBallsTest, EveryWidth) {
  for (const std::int64_t width : {1, 2, 63, 64, 65, 127, 128, 129})
    for (const auto& [height, depth] : {std::pair{5, 3}, {4, 1}}) {
      SCOPED_TRACE(testing::Message() << width << " x " << height << " x " << depth);
      BitVolume volume = test::random_volume({width, height, depth}, 0.93, 11);
      test::set_voxel(volume, width / 2, height / 2, depth / 2);
      for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    }
}

TEST_P(GranulometryBallsTest, Blobs) {
  const BitVolume volume = test::balls({21, 13, 11}, 6, 5, 1);
  for (const Phase phase : {Phase::kForeground, Phase::kBackground})
    for_every_rule([&](Options rule) {
      rule.phase = phase;
      expect_agreement(volume, rule);
    });
}

TEST_P(GranulometryBallsTest, EveryStep) {
  const BitVolume volume = test::balls({21, 13, 11}, 6, 5, 2);
  Options rule = options();
  for (const double step : {0.5, 0.7, 1.0, std::sqrt(2), 2.0, 100.0, 1e-3, 1e300}) {
    SCOPED_TRACE(step);
    rule.step = step;
    rule.max_radius = 20;
    expect_agreement(volume, rule);
  }
}

// Steps that are whole numbers of voxels, but for rounding: 3 * 0.0041 > 0.0123 in doubles.
TEST_P(GranulometryBallsTest, RoundingDoesNotMatter) {
  NoProgress progress;
  const BitVolume volume = test::balls({40, 30, 29}, 14, 9, 3);
  for (const std::int64_t times : {1, 3, 5, 7}) {
    Options voxels = options();
    voxels.step = static_cast<double>(times);
    const std::vector<std::int64_t> counts = measure(volume, voxels, nullptr, progress).counts;
    for (const double side : {0.0041, 0.1, 1.0 / 3}) {
      Options scaled = options();
      scaled.spacing = {side, side, side};
      scaled.step = std::stod(std::to_string(static_cast<double>(times) * side));
      if (side == 1.0 / 3) scaled.step = static_cast<double>(times) * side;
      EXPECT_EQ(measure(volume, scaled, nullptr, progress).counts, counts) << side << " " << times;
    }
  }
}

TEST_P(GranulometryBallsTest, VoxelsThatAreNotCubes) {
  const BitVolume volume = test::balls({19, 13, 8}, 6, 5, 3);
  for (const Spacing& spacing : {Spacing{0.1, 0.1, 0.3}, Spacing{0.7, 1.3, 0.2}})
    for (const double step : {0.0, 0.3, 0.55})
      for_every_rule([&](Options rule) {
        SCOPED_TRACE(testing::Message() << spacing.x << ", step " << step);
        rule.spacing = spacing;
        rule.step = step;
        expect_agreement(volume, rule);
      });
}

TEST_P(GranulometryBallsTest, StepIsAVoxelUnlessGiven) {
  NoProgress progress;
  const BitVolume volume = test::balls({22, 15, 9}, 6, 6, 3);
  const auto step = [&](const Spacing& spacing, Extent extent, double given) {
    Options rule = options();
    rule.spacing = spacing;
    rule.extent = extent;
    rule.step = given;
    return measure(volume, rule, nullptr, progress).step;
  };
  EXPECT_EQ(step({}, Extent::kVolume, 0), 1);
  EXPECT_EQ(step({0.3, 0.3, 0.3}, Extent::kVolume, 0), 0.3);
  EXPECT_EQ(step({0.3, 0.2, 0.1}, Extent::kVolume, 0), 0.1);
  EXPECT_EQ(step({0.3, 0.2, 0.1}, Extent::kPerSlice, 0), 0.2);
  EXPECT_EQ(step({0.3, 0.3, 0.3}, Extent::kVolume, 0.7), 0.7);
}

TEST_P(GranulometryBallsTest, SingleVoxel) {
  BitVolume volume({65, 5, 4});
  test::set_voxel(volume, 64, 2, 3);
  for_every_rule([&](Options rule) {
    EXPECT_EQ(computed_sizes(volume, rule).counts, (std::vector<std::int64_t>{1, 0}));
    rule.phase = Phase::kBackground;
    if (rule.edges == Edges::kBackground) expect_agreement(volume, rule);
  });
}

// Where no ball ends, the curve runs to max_radius.
TEST_P(GranulometryBallsTest, ObjectWithoutBackground) {
  const Shape shape{9, 5, 4};
  const BitVolume full = test::make_volume(shape, [](auto, auto, auto) { return true; });
  const BitVolume slice = test::make_volume(
      shape, [](auto x, auto y, auto z) { return z == 2 || (x + 2 * y + z) % 7 > 0; });
  for_every_rule([&](Options rule) {
    rule.max_radius = 12;
    expect_agreement(full, rule);
    expect_agreement(slice, rule);
    if (rule.edges == Edges::kBackground) return;
    rule.max_radius = kLargestMaxRadius;
    const Sizes sizes = computed_sizes(full, rule);
    EXPECT_EQ(sizes.counts,
              std::vector<std::int64_t>(std::size_t{kLargestMaxRadius} + 1, shape.voxel_count()));
    EXPECT_EQ(sizes.widths, std::vector<std::uint16_t>(sizes.widths.size(), 65535));
    if (rule.extent == Extent::kPerSlice) {
      EXPECT_EQ(computed_sizes(slice, rule).counts.back(), shape.width * shape.height);
    }
  });
}

TEST_P(GranulometryBallsTest, DigitalBall) {
  for (const std::int64_t radius : {1, 2, 5, 20}) {
    const std::int64_t middle = radius + 1, side = 2 * radius + 3;
    const BitVolume volume = test::make_volume({side, side, side}, [&](auto x, auto y, auto z) {
      const std::int64_t dx = x - middle, dy = y - middle, dz = z - middle;
      return dx * dx + dy * dy + dz * dz <= radius * radius;
    });
    const Sizes sizes = computed_sizes(volume, options());
    std::vector<std::int64_t> counts(static_cast<std::size_t>(radius) + 1, sizes.counts.front());
    counts.push_back(0);
    EXPECT_EQ(sizes.counts, counts);
  }
}

// Squares past 16 bits, and past what a float tells apart: 4200^2 and 4200^2 + 1.
TEST_P(GranulometryBallsTest, LargeDistancesAreExact) {
  NoProgress progress;
  Options rule = options();
  rule.edges = Edges::kClipped;
  rule.max_radius = 5000;
  for (const std::int64_t height : {1, 2}) {
    // In one row the largest ball is at (0, 0); in two it is at (0, 1), and covers all.
    const BitVolume rows = test::make_volume(
        {4201, height, 1}, [](auto x, auto y, auto) { return x < 4200 || y > 0; });
    std::vector<std::int64_t> counts(height == 1 ? 4200 : 4201, 4201 * height - 1);
    counts.push_back(0);
    EXPECT_EQ(measure(rows, rule, nullptr, progress).counts, counts);
  }
}

TEST_P(GranulometryBallsTest, IsTheTailOfTheLocalThickness) {
  NoProgress progress;
  const BitVolume volume = test::balls({130, 67, 50}, 20, 20, 6);
  for_every_rule([&](const Options& rule) {
    local_thickness::Options same;
    same.edges = rule.edges;
    same.extent = rule.extent;
    same.backend = rule.backend;
    const local_thickness::Result thickness =
        local_thickness::measure(volume, same, nullptr, progress);
    const std::vector<std::int64_t> counts = measure(volume, rule, nullptr, progress).counts;
    for (std::size_t n = 0; n < counts.size(); ++n) {
      std::int64_t more = 0;
      for (std::size_t i = 0; i < thickness.voxels.size(); ++i)
        if (thickness.thickness[i] > 2 * static_cast<double>(n)) more += thickness.voxels[i];
      EXPECT_EQ(counts[n], more) << n;
    }
  });
}

TEST_P(GranulometryBallsTest, ContainsTheOpeningByOneBall) {
  NoProgress progress;
  const BitVolume volume = test::balls({70, 61, 50}, 16, 20, 6);
  const Sizes sizes = computed_sizes(volume, options());
  for (int radius = 0; radius < 12; ++radius) {
    morphology::Options one;
    one.radius = radius;
    one.backend = GetParam();
    const BitVolume opened = morphology::apply(volume, nullptr, one, progress).volume;
    std::size_t i = 0;
    for (std::int64_t z = 0; z < 50; ++z)
      for (std::int64_t y = 0; y < 61; ++y)
        for (std::int64_t x = 0; x < 70; ++x, ++i)
          ASSERT_TRUE(!test::voxel(opened, x, y, z) || sizes.widths[i] > 2 * radius);
  }
}

TEST_P(GranulometryBallsTest, SameForEveryThreadCount) {
  const BitVolume volume = test::balls({130, 67, 50}, 20, 20, 6);
  for_every_rule([&](Options rule) {
    rule.threads = 1;
    const Sizes one = computed_sizes(volume, rule);
    for (const int threads : {2, 5}) {
      rule.threads = threads;
      EXPECT_EQ(computed_sizes(volume, rule).widths, one.widths) << threads;
    }
  });
}

TEST_P(GranulometryBallsTest, SameForEveryBlock) {
  const BitVolume volume = test::balls({57, 30, 21}, 8, 9, 6);
  for_every_rule([&](Options rule) {
    const Sizes whole = computed_sizes(volume, rule);
    for (const Index& block : {Index{0, 0, 4}, {20, 11, 0}}) {
      rule.block = block;
      const Sizes blocks = computed_sizes(volume, rule);
      EXPECT_EQ(blocks.counts, whole.counts) << block[0];
      EXPECT_EQ(blocks.widths, whole.widths) << block[0];
    }
  });
}

// ---- Failing and refusing ----------------------------------------------------------------------

std::string refusal(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  return test::refusal([&] { measure(volume, options, nullptr, progress); });
}

TEST_P(GranulometryBallsTest, EmptyObjectIsRefused) {
  for_every_rule([&](Options rule) {
    EXPECT_EQ(refusal(BitVolume({20, 9, 8}), rule), "the image has no foreground voxels");
    rule.phase = Phase::kBackground;
    EXPECT_EQ(refusal(test::make_volume({20, 9, 8}, [](auto, auto, auto) { return true; }), rule),
              "the image has no background voxels");
  });
}

TEST_P(GranulometryBallsTest, WrongOptionsAreRefused) {
  const BitVolume volume = test::random_volume({20, 9, 8}, 0.5, 1);
  const auto with = [&](auto&& change) {
    Options rule = options();
    change(rule);
    return refusal(volume, rule);
  };
  const std::string use = " is not allowed; use 0 (a voxel's shortest side), or a number above 0";
  EXPECT_EQ(with([](auto& o) { o.step = -0.5; }), "step=-0.5" + use);
  EXPECT_EQ(with([](auto& o) { o.step = std::nan(""); }), "step=nan" + use);
  EXPECT_EQ(with([](auto& o) { o.step = std::numeric_limits<double>::infinity(); }),
            "step=inf" + use);
  EXPECT_EQ(with([](auto& o) { o.max_radius = 0; }), "max_radius=0 is not allowed; use 1 to 32767");
  EXPECT_EQ(with([](auto& o) { o.spacing.y = -1; }),
            "a voxel size of -1 along y is not allowed; use a number from 1e-30 to 1e30");
}

TEST_P(GranulometryBallsTest, FailuresArePassedOn) {
  NoProgress progress;
  test::FailingSink map;
  EXPECT_THROW(measure(test::balls({64, 30, 40}, 10, 10, 2), options(), &map, progress),
               std::runtime_error);
  EXPECT_THROW(measure(test::FailingSource({64, 30, 40}, 20), options(), nullptr, progress),
               std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Backends, GranulometryBallsTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::granulometry
