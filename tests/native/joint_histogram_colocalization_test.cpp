// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "bits.hpp"
#include "colocalization_reference.hpp"
#include "colocalization_runs.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::joint_histogram {
namespace {

using test::bits_of;
using test::like;
using test::make_grey;
using test::options_for;
using test::random_grey;

constexpr PixelType kTypes[] = {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32};

Colocalization measure(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
                       const Counting& options, const Shuffling& shuffling = {}) {
  NoProgress quiet;
  const Histogram histogram = count(first, second, mask, options, quiet);
  return colocalize(first, second, mask, options, shuffling, {&histogram, 1}, quiet).front();
}

void expect_near(double value, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(value)) << value;
  } else {
    EXPECT_NEAR(value, expected, 1e-11 * std::max(1.0, std::abs(expected)));
  }
}

// The part of the first values of pairs whose second ones are over a threshold.
template <class Shown>
double part_over(const reference::Pairs& levels, double threshold, const Shown& shown) {
  double over = 0, all = 0;
  for (const auto& [a, b] : levels) {
    all += shown(a);
    over += b > threshold ? shown(a) : 0;
  }
  return over / all;
}

void check(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
           const Counting& options, const Shuffling& shuffling) {
  const Colocalization c = measure(first, second, mask, options, shuffling);
  const reference::Voxels all = reference::voxels(first, second, mask, options);
  expect_near(c.spearman, reference::spearman(all.values));
  expect_near(c.icq, reference::icq(all.levels));
  reference::Pairs bins;
  for (const auto& [a, b] : all.values) {
    const auto bin = [](double v, const BinRange& range, int count) {
      const double place = std::floor((v - range.low) * count / (range.high - range.low));
      return std::min<double>(place, count - 1);
    };
    bins.emplace_back(bin(a, options.first_range, options.first_bins),
                      bin(b, options.second_range, options.second_bins));
  }
  expect_near(c.kendall, reference::kendall(bins));

  const auto shown_by = [](PixelType type, const BinRange& range, const ShownLine& line) {
    return [=](double level) { return reference::shown(level, type, range, line); };
  };
  const auto a_shown = shown_by(first.type(), options.first_range, options.first_shown);
  const auto b_shown = shown_by(second.type(), options.second_range, options.second_shown);
  const reference::Costes costes = reference::costes(all.levels, a_shown, b_shown);
  EXPECT_EQ(c.costes, Costes::kFound);
  expect_near(c.slope, costes.slope);
  expect_near(c.intercept, costes.intercept);
  expect_near(c.first_threshold, costes.a);
  expect_near(c.second_threshold, costes.b);
  EXPECT_EQ(c.above, static_cast<std::int64_t>(costes.above.size()));
  expect_near(c.pearson_above, reference::pearson(costes.above));
  expect_near(c.pearson_below, reference::pearson(costes.below));
  expect_near(c.manders_first, part_over(all.levels, costes.level_b, a_shown));
  reference::Pairs turned;
  for (const auto& [a, b] : all.levels) turned.emplace_back(b, a);
  expect_near(c.manders_second, part_over(turned, costes.level_a, b_shown));

  std::int64_t blocks = 0;
  const std::vector<double> r = reference::shuffled(all, first.shape(), shuffling, blocks);
  EXPECT_EQ(c.blocks, blocks);
  double mean = 0, squares = 0, below = 0;
  const auto n = static_cast<double>(r.size() - 1);
  for (std::size_t i = 1; i < r.size(); ++i) {
    mean += r[i] / n;
    below += r[i] < r[0] ? 1 / n : 0;
  }
  for (std::size_t i = 1; i < r.size(); ++i) squares += (r[i] - mean) * (r[i] - mean);
  expect_near(c.blocks_pearson, r[0]);
  expect_near(c.shuffled_mean, mean);
  expect_near(c.shuffled_sd, std::sqrt(squares / (n - 1)));
  expect_near(c.shuffled_below, below);
}

TEST(Colocalization, AgreesWithTheObviousLoopForAllTypesAndWidths) {
  for (const std::int64_t width : {63, 64, 65, 129}) {
    const Shape shape{width, 1, 2};
    const BitVolume mask = test::random_volume(shape, 0.8, 5);
    for (const PixelType first_type : kTypes) {
      for (const PixelType second_type : kTypes) {
        SCOPED_TRACE(testing::Message() << width << ": " << static_cast<int>(first_type) << ", "
                                        << static_cast<int>(second_type));
        const GreyVolume first = random_grey(shape, first_type, 120, 1);
        const GreyVolume second = like(first, second_type, 0.7, 150, 2);
        Counting options = options_for(first, second);
        options.first_shown = {7, 0.5};
        check(first, second, nullptr, options, {9, {3, 1, 1}, 7});
        options.first_range = {10, 110};
        options.first_bins = 30;
        options.second_shown = {-3, 2};
        check(first, second, &mask, options, {5, {1, 1, 2}, 8});
      }
    }
  }
}

TEST(Colocalization, AgreesWhereTheSecondImageIsSteppedThrough) {
  const GreyVolume second = random_grey({50, 10, 1}, PixelType::kUint16, 60000, 3);
  const GreyVolume first = like(second, PixelType::kUint8, 0.002, 80, 4);
  check(first, second, nullptr, options_for(first, second), {4, {5, 5, 1}, 1});
  check(second, first, nullptr, options_for(second, first), {4, {2, 3, 1}, 1});
}

TEST(Colocalization, AgreesInSmallVolumes) {
  for (const Shape shape : {Shape{1, 40, 1}, Shape{2, 1, 9}, Shape{1, 1, 30}, Shape{5, 4, 1}}) {
    const GreyVolume first = random_grey(shape, PixelType::kUint8, 9, 6);
    const GreyVolume second = like(first, PixelType::kFloat32, 1, 5, 7);
    check(first, second, nullptr, options_for(first, second), {3, {1, 1, 1}, 2});
  }
}

// By the histogram's counts, or by the voxels where its bins do not name all values.
TEST(Colocalization, IsTheSameFromCountsAndFromVoxels) {
  const GreyVolume first = random_grey({200, 100, 9}, PixelType::kUint8, 200, 8);
  const GreyVolume second = like(first, PixelType::kUint8, 0.5, 100, 9);
  Counting options = options_for(first, second);
  Colocalization from_counts = measure(first, second, nullptr, options);
  options.first_bins = 255;
  const Colocalization from_voxels = measure(first, second, nullptr, options);
  from_counts.kendall = from_voxels.kendall;  // of other bins
  EXPECT_EQ(bits_of(from_counts), bits_of(from_voxels));
}

TEST(Colocalization, OfEverySliceIsThatOfTheSlice) {
  const Shape shape{300, 260, 4};  // two blocks of pixels a slice
  const GreyVolume first = random_grey(shape, PixelType::kUint16, 3000, 5);
  const GreyVolume second = like(first, PixelType::kFloat32, 0.2, 500, 6);
  const BitVolume mask = test::random_volume(shape, 0.99, 7);
  const Counting options = options_for(first, second);
  const Shuffling shuffling{5, {4, 5, 1}, 3};
  NoProgress quiet;
  const std::vector<Histogram> histograms = count_slices(first, second, &mask, options, quiet);
  const std::vector<Colocalization> all =
      colocalize(first, second, &mask, options, shuffling, histograms, quiet);
  ASSERT_EQ(all.size(), 4U);
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    BitVolume slice_mask({shape.width, shape.height, 1});
    std::copy_n(mask.slice(z), shape.words_per_slice(), slice_mask.words());
    EXPECT_EQ(bits_of(all[static_cast<std::size_t>(z)]),
              bits_of(measure(test::slice_of(first, z), test::slice_of(second, z), &slice_mask,
                              options, shuffling)));
  }
}

// ---- Where something is not defined -------------------------------------------------------------

TEST(Colocalization, HasNoThresholdsWithoutAPositiveCorrelation) {
  const Shape shape{20, 10, 2};
  const GreyVolume image = random_grey(shape, PixelType::kUint8, 200, 1);
  const GreyVolume negative = like(image, PixelType::kUint8, -1, 1, 2);
  const GreyVolume flat = make_grey(shape, PixelType::kUint8, [](auto) { return 5; });
  for (const GreyVolume* const other : {&negative, &flat}) {
    const Colocalization c = measure(image, *other, nullptr, options_for(image, *other));
    EXPECT_EQ(c.costes, Costes::kNotCorrelated);
    EXPECT_TRUE(std::isnan(c.slope));
    EXPECT_TRUE(std::isnan(c.first_threshold));
    EXPECT_TRUE(std::isnan(c.manders_first));
    EXPECT_EQ(c.above, 0);
  }
  const Colocalization c =
      measure(image, flat, nullptr, options_for(image, flat), {5, {3, 3, 2}, 1});
  EXPECT_TRUE(std::isnan(c.spearman));
  EXPECT_TRUE(std::isnan(c.kendall));
  EXPECT_TRUE(std::isnan(c.icq));
  EXPECT_TRUE(std::isnan(c.shuffled_below));
  const BitVolume nothing(shape);
  EXPECT_EQ(bits_of(measure(image, image, &nothing, options_for(image, image), {5, {3, 3, 2}, 1})),
            bits_of(Colocalization()));
}

TEST(Colocalization, OfAnImageWithItselfTakesAllButTheSmallestLevel) {
  for (const PixelType type : kTypes) {
    const GreyVolume image = make_grey({30, 20, 3}, type, [](auto i) { return 3 + i % 50; });
    const Colocalization c =
        measure(image, image, nullptr, options_for(image, image), {50, {3, 3, 3}, 1});
    EXPECT_DOUBLE_EQ(c.spearman, 1);
    if (type != PixelType::kUint16) {  // whose values lie in one bin
      EXPECT_DOUBLE_EQ(c.kendall, 1);
    }
    EXPECT_EQ(c.icq, 0.5);
    EXPECT_DOUBLE_EQ(c.slope, 1);
    EXPECT_EQ(c.costes, Costes::kFound);
    EXPECT_GT(c.first_threshold, 2.9999);  // of 32 bits the largest level below 4
    EXPECT_LT(c.first_threshold, 4);
    EXPECT_EQ(c.above, 30 * 20 * 3 * 49 / 50);
    EXPECT_DOUBLE_EQ(c.pearson_above, 1);
    EXPECT_TRUE(std::isnan(c.pearson_below));
    EXPECT_EQ(c.shuffled_below, 1);
  }
}

// Below the thresholds at the smallest level of A, 2, lie (2, 1) and (3, 3).
TEST(Colocalization, StopsAtTheSmallestLevel) {
  const int a[] = {2, 6, 9, 3, 3, 5};
  const int b[] = {1, 4, 4, 8, 3, 4};
  const GreyVolume first = make_grey({6, 1, 1}, PixelType::kUint8, [&](auto i) { return a[i]; });
  const GreyVolume second = make_grey({6, 1, 1}, PixelType::kUint8, [&](auto i) { return b[i]; });
  const Colocalization c = measure(first, second, nullptr, options_for(first, second));
  EXPECT_EQ(c.costes, Costes::kLowest);
  EXPECT_EQ(c.first_threshold, 2);
  EXPECT_NEAR(c.second_threshold, 3.0480976582068458, 1e-12);
  EXPECT_EQ(c.above, 4);
  EXPECT_DOUBLE_EQ(c.pearson_below, 1);
}

TEST(Colocalization, EqualFloatsShareTheirRank) {
  const float a[] = {0.0F, -0.0F, 1.0F, -2.0F};
  const GreyVolume first = make_grey({4, 1, 1}, PixelType::kFloat32, [&](auto i) { return a[i]; });
  const GreyVolume second = make_grey({4, 1, 1}, PixelType::kUint8, [](auto i) { return i; });
  // Ranks 2.5, 2.5, 4, 1 and 1, 2, 3, 4.
  const Colocalization c = measure(first, second, nullptr, options_for(first, second));
  EXPECT_NEAR(c.spearman, -1.5 / std::sqrt(4.5 * 5), 1e-15);
}

std::string message_of(const Shuffling& shuffling) {
  const GreyVolume image({7, 6, 5}, PixelType::kUint8);
  return test::refusal(
      [&] { measure(image, image, nullptr, options_for(image, image), shuffling); });
}

TEST(Colocalization, RefusesBlocksThatCannotTradePlaces) {
  EXPECT_EQ(message_of({-1}), "randomisations=-1 is not allowed; use 0 to 100000");
  EXPECT_EQ(message_of({100001}), "randomisations=100001 is not allowed; use 0 to 100000");
  EXPECT_EQ(message_of({1, {3, 0, 1}}),
            "a block of 3 x 0 x 1 voxels is not allowed; use 1 or more");
  EXPECT_EQ(message_of({1, {4, 4, 4}}),
            "two blocks of 4 x 4 x 4 voxels do not fit into 7 x 6 x 5; choose a smaller block");
  EXPECT_EQ(message_of({1, {7, 3, 5}}), "accepted");
  EXPECT_EQ(message_of({0, {0, 0, 0}}), "accepted");
}

}  // namespace
}  // namespace bitvox::joint_histogram
