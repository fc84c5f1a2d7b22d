// SPDX-License-Identifier: BSD-2-Clause
// Volumes of many pieces and blocks of a GPU, where threads meet: every backend makes the same.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "ops/split_objects/split_objects.hpp"
#include "test_volumes.hpp"

namespace bitvox::split_objects {
namespace {

using test::Random;

void expect_the_same_everywhere(const BitVolume& volume, const Images& images, Options options) {
  options.pixels = label::Pixels::kInteger;
  const std::vector<std::string> backends = test::available_backends();
  const auto bits_of = [&](const std::string& backend) {
    options.backend = backend;
    test::CollectSlices labels(volume.shape(), PixelType::kInt32);
    BitVolume binary(volume.shape());
    NoProgress progress;
    const Result result = split(volume, images, options, {&labels, &binary, false}, progress);
    EXPECT_EQ(result.run.backend, backend);
    test::Bits bits;
    bits.add(labels.volume).add(binary).add(result.found).add(result.parts).add(result.peaks);
    bits.add(result.markers).add(result.unmarked).add(result.marker_of).add(result.line_voxels);
    return bits;
  };
  const test::Bits expected = bits_of(backends.back());
  for (const std::string& backend : backends) EXPECT_EQ(bits_of(backend), expected) << backend;
}

GreyVolume random_image(const Shape& shape, int levels, std::uint64_t seed) {
  GreyVolume image(shape, PixelType::kUint8);
  Random random(seed);
  auto* const to = image.data<std::uint8_t>();
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    to[i] = static_cast<std::uint8_t>(random.below(levels));
  }
  return image;
}

void expect_balls_the_same(const Shape& shape, int count) {
  const BitVolume volume = test::balls(shape, 14, count, 5);
  Options options;
  options.tolerance = 0.5;
  expect_the_same_everywhere(volume, {}, options);
  options.line = true;
  options.spacing = {1, 1.25, 2};
  options.connectivity = label::Connectivity::kFaces;
  expect_the_same_everywhere(volume, {}, options);
}

TEST(SplitObjectsLarge, BallsByTheirDistances) { expect_balls_the_same({101, 60, 50}, 80); }
TEST(SplitObjectsLargeSlow, BallsByTheirDistances) {
  expect_balls_the_same({300, 200, 190}, 2000);
  expect_balls_the_same({301, 200, 190}, 2000);
}

// Peaks and passes by the hundred thousand, more than a table has places for at first.
void expect_noise_the_same(const Shape& shape) {
  const BitVolume volume = test::random_volume(shape, 1, 1);
  const GreyVolume image = random_image(shape, 256, 2);
  Options options;
  options.heights = Heights::kBright;
  for (const auto connectivity : {label::Connectivity::kFaces, label::Connectivity::kAll}) {
    options.connectivity = connectivity;
    options.tolerance = 20;
    expect_the_same_everywhere(volume, {&image, nullptr, nullptr}, options);
  }
}

TEST(SplitObjectsLarge, Noise) { expect_noise_the_same({61, 50, 30}); }
TEST(SplitObjectsLargeSlow, Noise) { expect_noise_the_same({190, 140, 100}); }

// Of two levels: plateaus go through the whole volume, and threads join what is one peak.
void expect_plateaus_the_same(const Shape& shape) {
  const BitVolume volume = test::random_volume(shape, 0.9, 3);
  Options options;
  options.heights = Heights::kDark;
  for (const int levels : {1, 2, 3}) {
    const GreyVolume image = random_image(shape, levels, 4);
    GreyVolume markers(shape, PixelType::kUint8);
    Random random(5);
    for (int i = 0; i < 200; ++i) {
      markers.data<std::uint8_t>()[random.below(shape.voxel_count())] =
          static_cast<std::uint8_t>(1 + random.below(50));
    }
    options.connectivity = levels == 2 ? label::Connectivity::kFaces : label::Connectivity::kAll;
    expect_the_same_everywhere(volume, {&image, nullptr, nullptr}, options);
    expect_the_same_everywhere(volume, {&image, &markers, nullptr}, options);
  }
}

TEST(SplitObjectsLarge, Plateaus) { expect_plateaus_the_same({61, 50, 30}); }
TEST(SplitObjectsLargeSlow, Plateaus) { expect_plateaus_the_same({190, 140, 100}); }

// A level corridor that rises at its end: as many layers as voxels, one after the other.
BitVolume corridor(const Shape& shape) {
  return test::make_volume(shape, [&](auto x, auto y, auto) {
    return y % 2 == 0 || x == (y % 4 == 1 ? shape.width - 1 : 0);
  });
}

void expect_corridors_the_same(const Shape& shape) {
  GreyVolume image(shape, PixelType::kUint8);
  image.data<std::uint8_t>()[0] = 1;
  Options options;
  options.heights = Heights::kBright;
  options.connectivity = label::Connectivity::kFaces;
  expect_the_same_everywhere(corridor(shape), {&image, nullptr, nullptr}, options);
}

TEST(SplitObjectsLarge, ManyLayers) { expect_corridors_the_same({81, 41, 1}); }
TEST(SplitObjectsLargeSlow, ManyLayers) { expect_corridors_the_same({601, 1001, 1}); }

// Which can be stopped meanwhile, too.
class StopLate final : public Progress {
 public:
  explicit StopLate(std::int64_t after) : left_(after) {}
  void report(std::int64_t, std::int64_t) override {
    if (--left_ < 0) throw Cancelled();
  }

 private:
  std::int64_t left_;
};

TEST(SplitObjectsLarge, CanBeStoppedAnywhere) {
  const Shape shape{301, 801, 1};
  const BitVolume volume = corridor(shape);
  GreyVolume image(shape, PixelType::kUint8);
  image.data<std::uint8_t>()[0] = 1;
  Options options;
  options.heights = Heights::kBright;
  options.tolerance = 1;
  options.line = true;
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    for (const std::int64_t after : {1, 3, 5, 8, 12, 17, 23}) {
      StopLate progress(after);
      EXPECT_THROW(split(volume, {&image, nullptr, nullptr}, options, {}, progress), Cancelled)
          << backend << " after " << after;
    }
  }
}

// Almost as many voxels as there may be: two pairs of balls, at the first and the last voxels.
TEST(SplitObjectsLargeSlow, NearlyTwoBillionVoxels) {
  const Shape shape{2047, 1024, 1024};
  constexpr std::int64_t kRadius = 17, kApart = 25, kAway = 20;
  BitVolume volume(shape);
  const auto add_ball = [&](std::int64_t x0, std::int64_t y0, std::int64_t z0) {
    for (std::int64_t z = z0 - kRadius; z <= z0 + kRadius; ++z)
      for (std::int64_t y = y0 - kRadius; y <= y0 + kRadius; ++y)
        for (std::int64_t x = x0 - kRadius; x <= x0 + kRadius; ++x) {
          const std::int64_t square =
              (x - x0) * (x - x0) + (y - y0) * (y - y0) + (z - z0) * (z - z0);
          if (square > kRadius * kRadius) continue;
          volume.slice(z)[y * shape.words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
        }
  };
  add_ball(kAway, kAway, kAway);
  add_ball(kAway + kApart, kAway, kAway);
  add_ball(shape.width - 1 - kAway - kApart, shape.height - 1 - kAway, shape.depth - 1 - kAway);
  add_ball(shape.width - 1 - kAway, shape.height - 1 - kAway, shape.depth - 1 - kAway);
  Options options;
  options.tolerance = 0.5;
  for (const std::string& backend : {test::available_backends().front(), std::string("scalar")}) {
    options.backend = backend;
    NoProgress progress;
    const Result result = split(volume, {}, options, {nullptr, nullptr, true}, progress);
    EXPECT_EQ(result.run.backend, backend);
    EXPECT_EQ(result.found, 2);
    ASSERT_EQ(result.parts, 4);
    const auto& voxels = result.objects.voxels;
    EXPECT_EQ(voxels[0] + voxels[1], voxels[2] + voxels[3]);
    EXPECT_NEAR(static_cast<double>(voxels[0]), static_cast<double>(voxels[1]),
                0.02 * static_cast<double>(voxels[0]));
  }
}

}  // namespace
}  // namespace bitvox::split_objects
