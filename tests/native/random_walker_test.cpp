// SPDX-License-Identifier: BSD-2-Clause
#include "ops/random_walker/random_walker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "failing_sink.hpp"
#include "random_walker_reference.hpp"
#include "random_walker_runs.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::random_walker {
namespace {

using test::bits_of;
using test::compute;
using test::Computed;
using test::noisy_blocks;
using test::scattered_seeds;

void expect_agreement(const GreyVolume& image, const GreyVolume& seeds, const Options& options) {
  const test::ObviousWalks expected(image, seeds, options);
  const Computed computed = compute(image, seeds, options);
  const std::vector<int>& labels = computed.result.labels;
  const std::int64_t voxels = image.shape().voxel_count();
  EXPECT_TRUE(computed.result.converged);
  EXPECT_LE(computed.result.error, options.accuracy);
  EXPECT_EQ(computed.result.range, test::range_of(image));
  ASSERT_EQ(labels.size(), expected.labels().size());
  std::vector<std::vector<double>> of_labels;
  std::size_t at = 0;
  for (const int label : expected.labels()) {
    EXPECT_EQ(labels[at], label);
    of_labels.push_back(expected.probabilities(label));
    double largest = 0;
    for (std::int64_t i = 0; i < voxels; ++i) {
      const auto channel = static_cast<std::int64_t>(at);
      largest = std::max(largest, std::abs(static_cast<double>(computed.probability(channel, i)) -
                                           of_labels.back()[static_cast<std::size_t>(i)]));
    }
    EXPECT_LE(largest, options.accuracy) << "label " << label;
    ++at;
  }
  std::vector<std::int64_t> counts(labels.size());
  for (std::int64_t i = 0; i < voxels; ++i) {
    std::size_t best = 0;
    for (std::size_t l = 1; l < labels.size(); ++l) {
      if (computed.probability(static_cast<std::int64_t>(l), i) >
          computed.probability(static_cast<std::int64_t>(best), i)) {
        best = l;
      }
    }
    const float got = computed.label(i);
    if (got == 0) {
      EXPECT_FALSE(std::isfinite(test::grey_value(image, i)));
      continue;
    }
    EXPECT_EQ(got, static_cast<float>(labels[best])) << "voxel " << i;
    ++counts[best];
  }
  for (std::size_t l = 0; l < labels.size(); ++l) EXPECT_EQ(counts[l], computed.result.voxels[l]);
}

std::string refusal(const GreyVolume& image, const GreyVolume& seeds, const Options& options) {
  NoProgress progress;
  return test::refusal([&] { segment(image, seeds, options, {}, progress); });
}

class RandomWalkerTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }
};

class RandomWalkerThorough : public RandomWalkerTest {};

// ---- Against the obvious solution --------------------------------------------------------------

TEST_P(RandomWalkerTest, EveryWidth) {
  for (const std::int64_t width : {1, 2, 33, 63, 64, 65, 127, 128, 129}) {
    const Shape shape{width, 3, 1};
    SCOPED_TRACE(testing::Message() << "width " << width);
    GreyVolume seeds = scattered_seeds(shape, 1, 4);
    std::memcpy(seeds.data<std::uint8_t>(), "\3\7\24", 3);
    Options rule = options();
    rule.beta = 20;  // few iterations: what they are for is tested below
    expect_agreement(noisy_blocks(shape, 0.05, 3), seeds, rule);
  }
}

TEST_P(RandomWalkerTest, NoiseAndVoxelsThatAreNotCubes) {
  const Shape shape{9, 8, 7};
  for (const double noise : {0.0, 0.05, 0.2})
    for (const Spacing& spacing : {Spacing{1, 1, 1}, {0.5, 0.5, 2}}) {
      Options rule = options();
      rule.spacing = spacing;
      SCOPED_TRACE(testing::Message() << "noise " << noise << ", z " << spacing.z);
      expect_agreement(noisy_blocks(shape, noise, 5), scattered_seeds(shape, 3, 6), rule);
    }
}

TEST_P(RandomWalkerTest, IntegersCountFromZeroToOne) {
  const Shape shape{11, 9, 5};
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16}) {
    const GreyVolume image =
        test::random_grey(shape, type, type == PixelType::kUint8 ? 256 : 65536, 8);
    Options rule = options();
    rule.beta = 30;
    expect_agreement(image, scattered_seeds(shape, 2, 2), rule);
  }
}

// Rooms that nothing but weights of 1e-10 joins to seeds: all is still for many iterations before
// they are moved.
TEST_P(RandomWalkerTest, RoomsBehindThinWalls) {
  const Shape shape{10, 9, 5};
  const GreyVolume image = test::make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
    const std::int64_t x = i % shape.width, y = i / shape.width % shape.height;
    return x == 3 || x == 7 || y == 4 ? 1 : 0;
  });
  GreyVolume seeds(shape, PixelType::kUint16);
  seeds.data<std::uint16_t>()[0] = 1;
  seeds.data<std::uint16_t>()[shape.voxel_count() - 1] = 2;
  expect_agreement(image, seeds, options());
}

// Noise that closes rooms off: where iterations end before all is known the error says so.
TEST_P(RandomWalkerThorough, WhatIsNotReachedIsNotBelowItsError) {
  const Shape shape{26, 24, 1};
  for (const std::uint64_t seed : {25U, 26U})
    for (const int iterations : {121, 123, 125, 127}) {
      Options rule = options();
      rule.beta = 500;
      rule.accuracy = seed == 25 ? 1e-3 : 1e-4;
      rule.most_iterations = iterations;
      const GreyVolume image = noisy_blocks(shape, 0.2, seed);
      const GreyVolume seeds = scattered_seeds(shape, 1, seed);
      const test::ObviousWalks expected(image, seeds, rule);
      const Computed computed = compute(image, seeds, rule);
      double largest = 0;
      std::int64_t channel = 0;
      for (const int label : expected.labels()) {
        const std::vector<double> known = expected.probabilities(label);
        for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
          const float found = computed.probability(channel, i);
          largest = std::max(
              largest, std::abs(static_cast<double>(found) - known[static_cast<std::size_t>(i)]));
        }
        ++channel;
      }
      EXPECT_FALSE(computed.result.converged) << "seed " << seed << ", " << iterations;
      EXPECT_LE(largest, computed.result.error) << "seed " << seed << ", " << iterations;
      EXPECT_LT(computed.result.error, 0.5) << "seed " << seed << ", " << iterations;
    }
}

// Nothing is written where nothing is known.
TEST_P(RandomWalkerTest, NoLabelsWhereNoneIsKnown) {
  const Shape shape{26, 24, 1};
  Options rule = options();
  rule.beta = 500;
  rule.most_iterations = 60;
  const GreyVolume seeds = scattered_seeds(shape, 1, 25);
  Computed computed(seeds);
  NoProgress progress;
  EXPECT_EQ(test::refusal([&] {
              segment(noisy_blocks(shape, 0.2, 25), seeds, rule,
                      {&computed.labels, &computed.probabilities}, progress);
            }),
            "the labels are not known after 60 iterations, as the steps differ too much; use a "
            "smaller beta or smooth the image first");
  EXPECT_TRUE(computed.labels.values().empty());
  EXPECT_TRUE(computed.probabilities.values().empty());
}

TEST_P(RandomWalkerTest, WallsOfNoNumberHaveNoLabel) {
  const Shape shape{10, 9, 4};
  GreyVolume image = noisy_blocks(shape, 0.05, 7);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    if (i % shape.width == 4) image.data<float>()[i] = std::numeric_limits<float>::quiet_NaN();
    if (i % 17 == 3) image.data<float>()[i] = std::numeric_limits<float>::infinity();
  }
  expect_agreement(image, scattered_seeds(shape, 3, 9), options());
}

// ---- Closed forms ------------------------------------------------------------------------------

// Between two seeds on a line of one value probabilities are linear.
TEST_P(RandomWalkerTest, LinearOnALine) {
  const Shape shape{101, 1, 1};
  const GreyVolume image = test::make_grey(shape, PixelType::kUint8, [](auto) { return 9; });
  GreyVolume seeds(shape, PixelType::kFloat32);
  seeds.data<float>()[0] = 70000;  // more than 16 bits hold
  seeds.data<float>()[100] = 5;
  const Computed computed = compute(image, seeds, options());
  EXPECT_EQ(computed.labels.volume.type(), PixelType::kFloat32);
  for (std::int64_t i = 0; i <= 100; ++i) {
    EXPECT_NEAR(computed.probability(0, i), static_cast<double>(i) / 100, 1e-3);
    EXPECT_NEAR(computed.probability(1, i), 1 - static_cast<double>(i) / 100, 1e-3);
    const float winner = computed.label(i);
    if (i != 50) {
      EXPECT_EQ(winner, i < 50 ? 70000 : 5);
    }
  }
}

// Seeds side by side: every probability is known, and of equal ones the smallest label wins.
TEST_P(RandomWalkerTest, TiesGoToTheSmallestLabel) {
  const Shape shape{3, 1, 1};
  const GreyVolume image = test::make_grey(shape, PixelType::kUint8, [](auto) { return 1; });
  GreyVolume seeds(shape, PixelType::kUint8);
  std::memcpy(seeds.data<std::uint8_t>(), "\11\0\2", 3);
  const Computed computed = compute(image, seeds, options());
  EXPECT_EQ(computed.probability(0, 1), 0.5F);
  EXPECT_EQ(computed.probability(1, 1), 0.5F);
  EXPECT_EQ(computed.labels.values(), (std::vector<float>{9, 2, 2}));
}

TEST_P(RandomWalkerTest, AllSeeded) {
  const Shape shape{4, 3, 2};
  const GreyVolume seeds =
      test::make_grey(shape, PixelType::kUint8, [](std::int64_t i) { return 1 + i % 2; });
  const Computed computed = compute(noisy_blocks(shape, 0.1, 1), seeds, options());
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    EXPECT_EQ(computed.label(i), static_cast<float>(1 + i % 2));
  }
  EXPECT_EQ(computed.result.seeds[0], 12);
  EXPECT_EQ(computed.result.iterations[0], 0);
}

// ---- The same everywhere -----------------------------------------------------------------------

TEST_P(RandomWalkerTest, GivesTheBitsOfTheScalarCode) {
  const Shape shape{67, 25, 19};
  const GreyVolume image = noisy_blocks(shape, 0.05, 11);
  const GreyVolume seeds = scattered_seeds(shape, 120, 12);
  Options rule = options();
  rule.spacing = {1, 1, 1.5};
  const Computed computed = compute(image, seeds, rule);
  rule.backend = "scalar";
  const Computed expected = compute(image, seeds, rule);
  EXPECT_GT(computed.result.iterations[0], 3);
  EXPECT_EQ(computed.result.iterations[0], expected.result.iterations[0]);
  EXPECT_TRUE(bits_of(computed) == bits_of(expected));
}

TEST_P(RandomWalkerTest, SameBitsForAnyNumberOfLabelsAtOnce) {
  const Shape shape{45, 19, 13};  // six labels, so at most four and then one
  const GreyVolume image = noisy_blocks(shape, 0.1, 11);
  GreyVolume seeds(shape, PixelType::kUint8);
  test::Random random(12);
  for (int k = 0; k < 60; ++k) {
    seeds.data<std::uint8_t>()[random.below(shape.voxel_count())] =
        static_cast<std::uint8_t>(1 + k % 6);
  }
  Options rule = options();
  rule.at_once = 1;
  const Computed expected = compute(image, seeds, rule);
  for (const int at_once : {2, 3, 4}) {
    rule.at_once = at_once;
    const Computed computed = compute(image, seeds, rule);
    EXPECT_TRUE(bits_of(computed) == bits_of(expected)) << at_once;
    for (std::size_t i = 0; i < computed.result.labels.size(); ++i) {
      EXPECT_EQ(computed.result.iterations[i], expected.result.iterations[i]);
    }
  }
}

// ---- What cannot be ----------------------------------------------------------------------------

TEST_P(RandomWalkerTest, Refusals) {
  const Shape shape{6, 5, 4};
  const GreyVolume image = noisy_blocks(shape, 0.1, 1);
  GreyVolume seeds(shape, PixelType::kFloat32);
  EXPECT_EQ(refusal(image, seeds, options()), "the seeds have no label: all their pixels are 0");
  seeds.data<float>()[7] = 4;
  EXPECT_EQ(refusal(image, seeds, options()),
            "the seeds have only one label, 4; at least two are needed");
  seeds.data<float>()[9] = 1.5F;
  EXPECT_EQ(refusal(image, seeds, options()),
            "the seeds have the value 1.5; use whole numbers: 0 where nothing is seeded, labels "
            "from 1 to 16777216");
  seeds.data<float>()[9] = 16777218;
  EXPECT_EQ(
      refusal(image, seeds, options()),
      "the seeds have the value 16777218; use whole numbers: 0 where nothing is seeded, labels "
      "from 1 to 16777216");
  seeds.data<float>()[9] = -1;
  EXPECT_EQ(refusal(image, seeds, options()),
            "the seeds have the value -1; use whole numbers: 0 where nothing is seeded, labels "
            "from 1 to 16777216");
  seeds.data<float>()[9] = 2;
  EXPECT_EQ(refusal(image, seeds, options()), "accepted");
  EXPECT_EQ(refusal(image, scattered_seeds({6, 5, 3}, 3, 1), options()),
            "the seeds are 6 x 5 x 3, the image 6 x 5 x 4; they must be of one size");
  Options rule = options();
  rule.beta = -1;
  EXPECT_EQ(refusal(image, seeds, rule), "beta=-1 is not allowed; use 0 to 1000000");
  rule = options();
  rule.accuracy = 1;
  EXPECT_EQ(refusal(image, seeds, rule), "accuracy=1 is not allowed; use 1e-05 to 0.1");
  rule = options();
  rule.spacing.z = 0;
  EXPECT_EQ(refusal(image, seeds, rule),
            "a voxel size of 0 along z is not allowed; use a number from 1e-30 to 1e30");
}

TEST_P(RandomWalkerTest, FailuresOfASinkArrive) {
  const Shape shape{9, 8, 7};
  test::FailingSink sink;
  NoProgress progress;
  EXPECT_THROW(segment(noisy_blocks(shape, 0.1, 1), scattered_seeds(shape, 3, 2), options(),
                       {nullptr, &sink}, progress),
               std::runtime_error);
}

// With many labels a slice is many channels.
TEST_P(RandomWalkerTest, StopsBetweenTheChannelsOfASlice) {
  struct Stopping final : Progress, SliceSink {
    void report(std::int64_t, std::int64_t) override {
      if (slices > 0) throw Cancelled();
    }
    void begin(const SliceFormat&) override {}
    void write_slice(std::int64_t, const void*) override { ++slices; }
    int slices = 0;
  } stopping;
  const Shape shape{9, 8, 1};
  EXPECT_THROW(segment(noisy_blocks(shape, 0.1, 1), scattered_seeds(shape, 3, 2), options(),
                       {nullptr, &stopping}, stopping),
               Cancelled);
  EXPECT_EQ(stopping.slices, 1);
}

// Columns are gone through in strips.
TEST_P(RandomWalkerTest, SlicesWiderThanAStrip) {
  const Shape shape{1100, 2, 1};
  GreyVolume seeds(shape, PixelType::kUint8);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    if (i % 5 != 2) seeds.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(1 + i / 7 % 3);
  }
  expect_agreement(noisy_blocks(shape, 0.05, 3), seeds, options());
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomWalkerTest, testing::ValuesIn(test::available_backends()),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, RandomWalkerThorough,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::random_walker
