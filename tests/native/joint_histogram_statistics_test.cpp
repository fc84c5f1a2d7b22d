// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "grey_test_volumes.hpp"
#include "joint_histogram_reference.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_sums.hpp"

namespace bitvox::joint_histogram {
namespace {

using reference::check_everywhere;
using reference::expect_same_bits;
using reference::Expected;
using reference::kTypes;
using reference::measure;
using reference::obvious;
using reference::options_for;
using test::grey_value;
using test::make_grey;
using test::random_grey;

TEST(JointHistogram, StatisticsByTheDefinitions) {
  const Shape shape{50, 40, 3};
  const GreyVolume first = random_grey(shape, PixelType::kUint8, 20, 10);
  const GreyVolume second = make_grey(shape, PixelType::kUint16, [&](std::int64_t i) {
    return 3 * grey_value(first, i) + static_cast<double>(i % 7);
  });
  Counting options = options_for(first, second, 20, 30);
  options.first_range = {0, 20};
  options.second_range = {0, 64};
  options.first_threshold = 5;
  options.second_threshold = 20;
  const Histogram result = measure(first, second, nullptr, options);
  const Expected e = obvious(first, second, nullptr, options);

  const auto n = static_cast<double>(e.used);
  double joint = 0, entropy_a = 0, entropy_b = 0;
  for (int b = 0; b < 30; ++b) {
    double row = 0;
    for (int a = 0; a < 20; ++a) {
      const double p = static_cast<double>(e.counts[static_cast<std::size_t>(b * 20 + a)]) / n;
      row += p;
      if (p > 0) joint -= p * std::log2(p);
    }
    if (row > 0) entropy_b -= row * std::log2(row);
  }
  for (int a = 0; a < 20; ++a) {
    double column = 0;
    for (int b = 0; b < 30; ++b) {
      column += static_cast<double>(e.counts[static_cast<std::size_t>(b * 20 + a)]) / n;
    }
    if (column > 0) entropy_a -= column * std::log2(column);
  }
  double covariance = 0, variance_a = 0, variance_b = 0;
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const double a = grey_value(first, i) - static_cast<double>(e.sum_a) / n;
    const double b = grey_value(second, i) - static_cast<double>(e.sum_b) / n;
    covariance += a * b;
    variance_a += a * a;
    variance_b += b * b;
  }
  const Statistics s = statistics(result);
  EXPECT_NEAR(s.first_entropy, entropy_a, 1e-12);
  EXPECT_NEAR(s.second_entropy, entropy_b, 1e-12);
  EXPECT_NEAR(s.joint_entropy, joint, 1e-12);
  EXPECT_NEAR(s.mutual_information, entropy_a + entropy_b - joint, 1e-12);
  EXPECT_NEAR(s.normalised_sum, (entropy_a + entropy_b) / joint, 1e-12);
  EXPECT_NEAR(s.normalised_mean, 2 * (entropy_a + entropy_b - joint) / (entropy_a + entropy_b),
              1e-12);
  EXPECT_NEAR(s.pearson, covariance / std::sqrt(variance_a * variance_b), 1e-12);
  EXPECT_NEAR(s.manders_first, static_cast<double>(e.a_over / e.sum_a), 1e-12);
  EXPECT_NEAR(s.manders_second, static_cast<double>(e.b_over / e.sum_b), 1e-12);
}

// Values that vary by little about a large one, in a volume with others that are not used.
TEST(JointHistogram, CorrelationOfSmallDifferencesOfLargeValues) {
  const Shape shape{300, 260, 3};  // two blocks a slice
  const BitVolume mask = test::random_volume(shape, 0.6, 21);
  const auto at = [&](std::int64_t i, double value) {
    return test::voxel(mask, i % shape.width, i / shape.width % shape.height,
                       i / shape.width / shape.height)
               ? value
               : 0;
  };
  const auto ramp = [](std::int64_t i) { return static_cast<double>(2 * (i % 50)); };
  const auto step = [](std::int64_t i) { return static_cast<double>(2 * (i % 50 + i % 7)); };
  const auto volume = [&](PixelType type, double base, const auto& rule) {
    return make_grey(shape, type, [&](std::int64_t i) { return at(i, base + rule(i)); });
  };
  const GreyVolume plain_first = volume(PixelType::kUint8, 0, ramp);
  const GreyVolume plain_second = volume(PixelType::kUint8, 0, step);
  const double expected = statistics(measure(plain_first, plain_second, &mask,
                                             options_for(plain_first, plain_second, 9, 9)))
                              .pearson;
  EXPECT_GT(expected, 0.9);
  EXPECT_LT(expected, 0.999);
  for (const PixelType first_type : {PixelType::kUint16, PixelType::kFloat32}) {
    for (const double base : {60000.0, 1e6, 3e7}) {
      if (first_type == PixelType::kUint16 && base > 65535) continue;
      SCOPED_TRACE(base);
      const GreyVolume first = volume(first_type, base, ramp);
      const GreyVolume second = volume(PixelType::kFloat32, -base, step);
      const Counting options = options_for(first, second, 9, 9);
      check_everywhere(first, second, &mask, options);
      EXPECT_NEAR(statistics(measure(first, second, &mask, options)).pearson, expected, 1e-12);
    }
  }
}

TEST(JointHistogram, IntegersGiveTheSameBitsInEveryOrderOfSlices) {
  const Shape shape{300, 260, 4};
  const auto turned = [&](const GreyVolume& volume) {
    return make_grey(shape, volume.type(), [&](std::int64_t i) {
      const std::int64_t slice = shape.width * shape.height;
      return grey_value(volume, (3 - i / slice) * slice + i % slice);
    });
  };
  const GreyVolume first = random_grey(shape, PixelType::kUint16, 65536, 31);
  const GreyVolume second = random_grey(shape, PixelType::kUint8, 256, 32);
  for (const int bins : {64, 256}) {
    const Counting options = options_for(first, second, bins, bins);
    expect_same_bits(measure(turned(first), turned(second), nullptr, options),
                     measure(first, second, nullptr, options));
  }
}

TEST(JointHistogram, SumsOfIntegersAreExactBeyond64Bits) {
  constexpr std::int64_t kHalf = std::int64_t{1} << 36;
  ExactSums sums;
  sums.add_pairs(kHalf, {65535, true}, {65534, true});
  sums.add_pairs(kHalf, {65534, false}, {65535, true});
  const PairSums totals = sums.totals();
  // Each is half away from the mean.
  EXPECT_EQ(totals.aa, 0x1p35);
  EXPECT_EQ(totals.bb, 0x1p35);
  EXPECT_EQ(totals.ab, -0x1p35);
  EXPECT_EQ(totals.a, 0x1p36 * 131069);
  EXPECT_EQ(totals.b_where_a_over, 0x1p36 * 65534);
  EXPECT_EQ(totals.a_over, kHalf);
  EXPECT_EQ(totals.b_over, 2 * kHalf);
}

// Signed pixels are stored with 32768 added; 8 bits in steps of a half.
TEST(JointHistogram, MandersCoefficientsAreOfShownValues) {
  const Shape shape{61, 13, 3};
  const GreyVolume first = random_grey(shape, PixelType::kUint16, 300, 41);
  const GreyVolume second = random_grey(shape, PixelType::kUint8, 200, 42);
  const GreyVolume stored = make_grey(shape, PixelType::kUint16, [&](std::int64_t i) {
    return grey_value(first, i) + 32768;  // 0 .. 299
  });
  Counting options = options_for(stored, second, 256, 256);
  options.first_shown = {-32768, 1};
  options.second_shown = {3, 0.5};
  options.first_threshold = 32768 + 40;
  options.second_threshold = (60.25 - 3) / 0.5;
  double a_sum = 0, b_sum = 0, a_over = 0, b_over = 0;
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const double a = grey_value(first, i);
    const double b = 3 + 0.5 * grey_value(second, i);
    a_sum += a;
    b_sum += b;
    if (b > 60.25) a_over += a;
    if (a > 40) b_over += b;
  }
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    const Statistics s = statistics(measure(stored, second, nullptr, options));
    EXPECT_DOUBLE_EQ(s.manders_first, a_over / a_sum);
    EXPECT_DOUBLE_EQ(s.manders_second, b_over / b_sum);
    Counting below = options;
    below.first_shown = {-32768.5, 1};  // -0.5 to 298.5
    const Statistics undefined = statistics(measure(stored, second, nullptr, below));
    EXPECT_TRUE(std::isnan(undefined.manders_first));
    EXPECT_DOUBLE_EQ(undefined.manders_second, b_over / b_sum);
  }
}

// Only used values count, and a bin that 0 is in says nothing.
TEST(JointHistogram, MandersCoefficientsOfValuesBelowZeroAreUndefined) {
  const Shape shape{70, 11, 4};
  const GreyVolume second = random_grey(shape, PixelType::kUint8, 200, 43);
  for (const double least : {-50.0, -0.001, 0.0, 0.5}) {
    const GreyVolume first = make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      return i == 900 ? least : i == 2000 ? -70.0 : static_cast<double>(1 + i % 90);
    });
    Counting options = options_for(first, second, 16, 256);
    options.first_range = {-60, 100};  // 0 lies within a bin, -70 outside
    options.first_range.low -= 3;
    const Statistics s = statistics(measure(first, second, nullptr, options));
    EXPECT_EQ(std::isnan(s.manders_first), least < 0) << least;
    EXPECT_FALSE(std::isnan(s.manders_second)) << least;
    BitVolume mask(shape);
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      if (i != 900) {
        test::set_voxel(mask, i % shape.width, i / shape.width % shape.height,
                        i / shape.width / shape.height);
      }
    }
    EXPECT_FALSE(std::isnan(statistics(measure(first, second, &mask, options)).manders_first));
  }
}

TEST(JointHistogram, ClosedFormStatistics) {
  // The values 0 to 15 equally often: an image knows itself wholly, and nothing of another axis.
  const Shape shape{16, 16, 4};
  const GreyVolume x = make_grey(shape, PixelType::kUint8, [](std::int64_t i) { return i % 16; });
  const GreyVolume y =
      make_grey(shape, PixelType::kUint8, [](std::int64_t i) { return i / 16 % 16; });
  const Statistics self = statistics(measure(x, x, nullptr, options_for(x, x, 256, 256)));
  EXPECT_DOUBLE_EQ(self.first_entropy, 4);
  EXPECT_DOUBLE_EQ(self.mutual_information, 4);
  EXPECT_DOUBLE_EQ(self.normalised_sum, 2);
  EXPECT_DOUBLE_EQ(self.normalised_mean, 1);
  EXPECT_DOUBLE_EQ(self.pearson, 1);
  EXPECT_DOUBLE_EQ(self.manders_first, 1);
  const Statistics other = statistics(measure(x, y, nullptr, options_for(x, y, 256, 256)));
  EXPECT_DOUBLE_EQ(other.joint_entropy, 8);
  EXPECT_DOUBLE_EQ(other.mutual_information, 0);
  EXPECT_DOUBLE_EQ(other.pearson, 0);
}

TEST(JointHistogram, UndefinedStatisticsAreNan) {
  for (const PixelType type : kTypes) {
    const GreyVolume flat = make_grey({30, 30, 3}, type, [](auto) { return 7.1; });
    const GreyVolume noise = random_grey({30, 30, 3}, type, 100, 11);
    const Statistics s =
        statistics(measure(flat, noise, nullptr, options_for(flat, noise, 16, 16)));
    EXPECT_EQ(s.first_entropy, 0);
    EXPECT_TRUE(std::isnan(s.pearson));
    const Statistics both =
        statistics(measure(flat, flat, nullptr, options_for(flat, flat, 16, 16)));
    EXPECT_TRUE(std::isnan(both.normalised_sum));
    EXPECT_TRUE(std::isnan(both.normalised_mean));
  }
  const GreyVolume black({30, 30, 3}, PixelType::kUint8);
  const BitVolume nothing({30, 30, 3});
  const Histogram empty = measure(black, black, &nothing, options_for(black, black, 256, 256));
  EXPECT_EQ(empty.used, 0);
  EXPECT_TRUE(std::isnan(statistics(empty).joint_entropy));
  const Statistics dark =
      statistics(measure(black, black, nullptr, options_for(black, black, 256, 256)));
  EXPECT_TRUE(std::isnan(dark.manders_first));
}

}  // namespace
}  // namespace bitvox::joint_histogram
