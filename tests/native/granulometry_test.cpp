// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "collect_slices.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "granulometry_reference.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::granulometry {
namespace {

using reference::Bytes;
using reference::ended_at;
using reference::expected_sizes;
using reference::object_bytes;
using reference::Sizes;

Sizes computed_sizes(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  test::CollectSlices map(volume.shape(), PixelType::kUint16);
  const Result with_map = measure(volume, options, &map, progress);
  EXPECT_EQ(with_map.run.backend, options.backend);
  EXPECT_EQ(measure(volume, options, nullptr, progress).counts, with_map.counts);
  const auto* const widths = map.volume.data<std::uint16_t>();
  return {with_map.counts, {widths, widths + volume.shape().voxel_count()}};
}

void expect_equal(const Sizes& got, const Sizes& expected) {
  EXPECT_EQ(got.counts, expected.counts);
  ASSERT_EQ(got.widths.size(), expected.widths.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.widths.size(); ++i) wrong += got.widths[i] != expected.widths[i];
  EXPECT_EQ(wrong, 0U) << "voxels of the map differ";
}

void expect_agreement(const BitVolume& volume, const Options& options) {
  expect_equal(computed_sizes(volume, options), expected_sizes(volume, options));
}

class GranulometryTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }

  // Calls body(options) for each element, border rule and extent.
  template <class Body>
  void for_every_rule(Body&& body) const {
    for (Element element : {Element::kCross, Element::kCube})
      for (Edges edges : {Edges::kBackground, Edges::kClipped})
        for (Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
          Options rule = options();
          rule.element = element;
          rule.edges = edges;
          rule.extent = extent;
          SCOPED_TRACE(std::string(element == Element::kCross ? "cross" : "cube") +
                       (edges == Edges::kBackground ? ", background" : ", clipped") +
                       (extent == Extent::kVolume ? "" : ", per slice"));
          body(rule);
        }
  }
};

class GranulometryThorough : public GranulometryTest {};

TEST(GranulometryReference, OpeningsAreUnionsOfElementsThatFit) {
  for (const Shape& shape : {Shape{9, 7, 6}, Shape{11, 8, 1}})
    for (Element element : {Element::kCross, Element::kCube})
      for (Edges edges : {Edges::kBackground, Edges::kClipped})
        for (double density : {0.6, 0.97}) {
          Options options;
          options.element = element;
          options.edges = edges;
          const Bytes object =
              object_bytes(test::random_volume(shape, density, 5), Phase::kForeground);
          expect_equal(reference::sizes_by_openings(object, options),
                       reference::sizes_by_definition(object, options));
        }
}

TEST_P(GranulometryTest, EveryWidth) {
  for (std::int64_t width : {1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129})
    for (const auto& [height, depth] : {std::pair{5, 3}, {9, 17}, {1, 1}, {16, 8}}) {
      const Shape shape{width, height, depth};
      SCOPED_TRACE(testing::Message() << width << " x " << height << " x " << depth);
      BitVolume volume = test::random_volume(shape, 0.95, 11);
      test::set_voxel(volume, width / 2, height / 2, depth / 2);
      for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    }
}

TEST_P(GranulometryTest, EveryDensity) {
  for (double density : {0.05, 0.8, 0.999}) {
    const BitVolume volume = test::random_volume({37, 29, 21}, density, 3);
    SCOPED_TRACE(density);
    for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
  }
}

TEST_P(GranulometryThorough, Blobs) {
  const BitVolume volume = test::balls({50, 31, 23}, 8, 10, 1);
  for (Phase phase : {Phase::kForeground, Phase::kBackground})
    for_every_rule([&](Options rule) {
      rule.phase = phase;
      expect_agreement(volume, rule);
    });
}

TEST_P(GranulometryTest, ImageOfOneSlice) {
  const BitVolume volume = test::balls({150, 91, 1}, 15, 20, 8);
  for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
}

void expect_agreement_ended(const BitVolume& volume, Options rule, std::vector<int> max_radii) {
  rule.max_radius = kLargestMaxRadius;
  const Sizes& all = expected_sizes(volume, rule);
  for (int max_radius : max_radii) {
    SCOPED_TRACE(max_radius);
    rule.max_radius = max_radius;
    expect_equal(computed_sizes(volume, rule), ended_at(all, max_radius));
  }
}

TEST_P(GranulometryTest, MaxRadius) {
  const BitVolume thick =
      test::make_volume({150, 4, 3}, [](auto x, auto, auto) { return x != 11; });
  for_every_rule([&](const Options& rule) {
    expect_agreement_ended(thick, rule, {1, 2, 15, 31, 62, 63, 127, kLargestMaxRadius});
  });
}

// Minutes where every step is watched, as by a sanitizer.
using GranulometrySlow = GranulometryTest;

TEST_P(GranulometrySlow, Blobs) {
  for (std::uint64_t seed : {1U, 2U, 3U}) {
    const BitVolume volume = test::balls({70, 41, 33}, 11, 14, seed);
    for (Phase phase : {Phase::kForeground, Phase::kBackground})
      for_every_rule([&](Options rule) {
        rule.phase = phase;
        expect_agreement(volume, rule);
      });
  }
}

TEST_P(GranulometrySlow, LargeImageOfOneSlice) {
  const BitVolume volume = test::balls({300, 171, 1}, 30, 25, 8);
  for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
}

TEST_P(GranulometrySlow, EveryMaxRadius) {
  const std::vector<int> every{1, 2, 7, 14, 15, 31, 50, 62, 63, 126, 127, 200, kLargestMaxRadius};
  const BitVolume small = test::balls({40, 27, 25}, 12, 6, 4);
  for_every_rule([&](const Options& rule) { expect_agreement_ended(small, rule, every); });
  const BitVolume image = test::make_volume(
      {290, 280, 1}, [](auto x, auto y, auto) { return x > 3 && y > 5 && (x != 150 || y != 140); });
  Options large = options();
  large.element = Element::kCube;
  expect_agreement_ended(image, large, every);
}

TEST_P(GranulometryTest, SingleVoxel) {
  for (const auto& [x, y, z] : {std::tuple{0, 0, 0}, {64, 8, 8}, {8, 3, 4}}) {
    BitVolume volume({65, 9, 9});
    test::set_voxel(volume, x, y, z);
    for_every_rule([&](const Options& rule) { expect_agreement(volume, rule); });
    for_every_rule([&](Options rule) {
      rule.phase = Phase::kBackground;
      rule.max_radius = 12;
      expect_agreement(volume, rule);
    });
  }
}

TEST_P(GranulometryTest, CheckerboardHasNoSizeButZero) {
  const BitVolume volume =
      test::make_volume({66, 10, 9}, [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; });
  for_every_rule([&](const Options& rule) {
    const Sizes sizes = computed_sizes(volume, rule);
    EXPECT_EQ(sizes.counts, (std::vector<std::int64_t>{66 * 10 * 9 / 2, 0}));
  });
}

TEST_P(GranulometryTest, FullObject) {
  const Shape shape{65, 12, 11};
  const BitVolume volume = test::make_volume(shape, [](auto, auto, auto) { return true; });
  for_every_rule([&](Options rule) {
    if (rule.edges == Edges::kBackground) {
      expect_agreement(volume, rule);
      return;
    }
    for (int max_radius : {3, 50, 1000, 32767}) {
      rule.max_radius = max_radius;
      const Sizes sizes = computed_sizes(volume, rule);
      EXPECT_EQ(sizes.counts, std::vector<std::int64_t>(static_cast<std::size_t>(max_radius) + 1,
                                                        shape.voxel_count()));
      EXPECT_EQ(sizes.widths,
                std::vector<std::uint16_t>(static_cast<std::size_t>(shape.voxel_count()),
                                           static_cast<std::uint16_t>(2 * max_radius + 1)));
    }
  });
}

TEST_P(GranulometryTest, ElementsOfKnownSize) {
  constexpr std::int64_t kRadius = 20;
  const Shape shape{2 * kRadius + 9, 2 * kRadius + 5, 2 * kRadius + 3};
  const auto centred = [&](auto&& inside) {
    return test::make_volume(shape, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return inside(std::abs(x - shape.width / 2), std::abs(y - shape.height / 2),
                    std::abs(z - shape.depth / 2));
    });
  };
  const BitVolume octahedron = centred([](auto x, auto y, auto z) { return x + y + z <= kRadius; });
  const BitVolume cube = centred([](auto x, auto y, auto z) {
    return std::max({x, y, z}) <= kRadius;
  });
  for (Element element : {Element::kCross, Element::kCube}) {
    Options rule = options();
    rule.element = element;
    const BitVolume& volume = element == Element::kCross ? octahedron : cube;
    const std::int64_t voxels = object_bytes(volume, Phase::kForeground).count();
    std::vector<std::int64_t> counts(kRadius + 1, voxels);
    counts.push_back(0);
    const Sizes sizes = computed_sizes(volume, rule);
    EXPECT_EQ(sizes.counts, counts);
    EXPECT_EQ(std::count(sizes.widths.begin(), sizes.widths.end(), 2 * kRadius + 1), voxels);
  }
  // The largest cube in a ball of radius R has a half side of R / sqrt(3).
  const BitVolume ball =
      centred([](auto x, auto y, auto z) { return x * x + y * y + z * z <= kRadius * kRadius; });
  Options rule = options();
  EXPECT_EQ(computed_sizes(ball, rule).counts.size(), std::size_t{kRadius} + 2);
  rule.element = Element::kCube;
  EXPECT_EQ(computed_sizes(ball, rule).counts.size(),
            static_cast<std::size_t>(kRadius / std::sqrt(3.0)) + 2);
}

TEST_P(GranulometryTest, EveryRuleIsTheSameForEveryThreadCount) {
  const BitVolume volume = test::balls({130, 67, 50}, 20, 20, 6);
  for_every_rule([&](Options rule) {
    rule.threads = 1;
    const Sizes one = computed_sizes(volume, rule);
    for (int threads : {3, 16}) {
      rule.threads = threads;
      SCOPED_TRACE(threads);
      expect_equal(computed_sizes(volume, rule), one);
    }
  });
}

TEST_P(GranulometryTest, SameForEverySlabDepth) {
  const BitVolume volume = test::balls({40, 31, 45}, 9, 30, 7);
  for_every_rule([&](Options rule) {
    rule.max_radius = 6;
    const Sizes whole = computed_sizes(volume, rule);
    for (std::int64_t slab_depth : {1, 7, 8, 45}) {
      rule.block = {0, 0, slab_depth};
      SCOPED_TRACE(slab_depth);
      expect_equal(computed_sizes(volume, rule), whole);
    }
  });
}

// On the GPU slabs share one piece of memory, and each has values of as many bits as it needs.
TEST_P(GranulometryTest, SlabsWithSmallAndLargeDistances) {
  const BitVolume volume = test::make_volume({209, 205, 6}, [](auto x, auto y, auto z) {
    const bool fine = x % 7 != 0 && y % 5 != 0;
    return z % 3 == 1 ? x + y > 3 : z % 3 == 2 ? fine || x > 150 : fine;
  });
  for_every_rule([&](Options rule) {
    if (rule.extent != Extent::kPerSlice) return;
    rule.max_radius = 300;
    const Sizes whole = computed_sizes(volume, rule);
    for (std::int64_t slab_depth : {1, 4}) {
      rule.block = {0, 0, slab_depth};
      SCOPED_TRACE(slab_depth);
      expect_equal(computed_sizes(volume, rule), whole);
    }
  });
}

// So large that on the GPU the map comes in parts of slices. Single pixels: widths 1 and 0.
TEST_P(GranulometryTest, MapOfVeryLargeSlices) {
  const BitVolume volume = test::make_volume({4211, 4099, 2}, [](auto x, auto y, auto z) {
    return (x + z) % 2 == 0 && y % 2 == 0 && (x * 7 + y * 13) % 5 != 0;
  });
  Options rule = options();
  rule.extent = Extent::kPerSlice;
  rule.max_radius = 2;
  const Sizes sizes = computed_sizes(volume, rule);
  const Shape& shape = volume.shape();
  std::size_t wrong = 0;
  std::size_t i = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x, ++i)
        wrong += sizes.widths[i] != (test::voxel(volume, x, y, z) ? 1 : 0);
  EXPECT_EQ(wrong, 0U);
}

TEST_P(GranulometryThorough, SameFromOneRunToTheNext) {
  const BitVolume volume = test::balls({200, 100, 90}, 25, 40, 9);
  for_every_rule([&](const Options& rule) {
    const Sizes first = computed_sizes(volume, rule);
    expect_equal(computed_sizes(volume, rule), first);
  });
}

// ---- Failing and refusing --------------------------------------------------------------------

TEST_P(GranulometryTest, FailingSourceIsPassedOn) {
  NoProgress progress;
  for (int threads : {1, 2, 5})
    for (std::int64_t fail_at : {0, 20, 39}) {
      Options rule = options();
      rule.threads = threads;
      EXPECT_THROW(measure(test::FailingSource({64, 30, 40}, fail_at), rule, nullptr, progress),
                   std::runtime_error);
    }
}

TEST_P(GranulometryTest, FailingMapIsPassedOn) {
  NoProgress progress;
  test::FailingSink map;
  const BitVolume volume = test::balls({64, 30, 40}, 10, 10, 2);
  EXPECT_THROW(measure(volume, options(), &map, progress), std::runtime_error);
}

std::string refusal(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  return test::refusal([&] { measure(volume, options, nullptr, progress); });
}

TEST_P(GranulometryTest, EmptyObjectIsRefused) {
  for_every_rule([&](Options rule) {
    EXPECT_EQ(refusal(BitVolume({20, 9, 8}), rule), "the image has no foreground voxels");
    rule.phase = Phase::kBackground;
    EXPECT_EQ(refusal(test::make_volume({20, 9, 8}, [](auto, auto, auto) { return true; }), rule),
              "the image has no background voxels");
  });
}

TEST(GranulometryOptionsTest, WrongOnesAreRefused) {
  const BitVolume volume = test::random_volume({20, 9, 8}, 0.5, 1);
  const auto with = [&](auto&& change) {
    Options options;
    change(options);
    return refusal(volume, options);
  };
  EXPECT_EQ(with([](auto& o) { o.max_radius = 0; }), "max_radius=0 is not allowed; use 1 to 32767");
  EXPECT_EQ(with([](auto& o) { o.max_radius = 32768; }),
            "max_radius=32768 is not allowed; use 1 to 32767");
  EXPECT_EQ(with([](auto& o) {
              o.block = {0, -1, 0};
            }),
            "a block of side -1 is not allowed; use 0 (automatic) or more");
}

INSTANTIATE_TEST_SUITE_P(Backends, GranulometryTest, testing::ValuesIn(test::available_backends()),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, GranulometryThorough,
                         testing::ValuesIn(test::available_backends()), test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, GranulometrySlow, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

}  // namespace
}  // namespace bitvox::granulometry
