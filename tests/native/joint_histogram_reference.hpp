// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "grey_test_volumes.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"

// Joint histograms as the obvious loop counts them, and what the tests of them share.

namespace bitvox::joint_histogram::reference {

using test::grey_value;

inline Histogram measure(const GreyVolume& first, const GreyVolume& second,
                         const VolumeSource* mask, const Counting& options) {
  NoProgress quiet;
  return count(first, second, mask, options, quiet);
}

inline Counting options_for(const GreyVolume& first, const GreyVolume& second, int first_bins,
                            int second_bins) {
  NoProgress quiet;
  Counting options;
  options.first_bins = first_bins;
  options.second_bins = second_bins;
  options.first_range = full_range(first, 1, quiet);
  options.second_range = full_range(second, 1, quiet);
  return options;
}

inline bool inside(double v, const BinRange& range) { return v >= range.low && v <= range.high; }

// high itself lies in the last bin, and so does what overflows a double.
inline int obvious_bin(double v, int bins, const BinRange& range) {
  const double place = std::floor((v - range.low) * bins / (range.high - range.low));
  return static_cast<int>(std::min<double>(place, bins - 1));
}

struct Expected {
  std::vector<std::int64_t> counts;
  std::int64_t outside = 0;
  std::int64_t not_finite = 0;
  std::int64_t used = 0;
  long double sum_a = 0, sum_b = 0;
  long double sum_aa = 0, sum_bb = 0, sum_ab = 0;  // about the means
  long double a_over = 0, b_over = 0;
  std::int64_t pixels_a_over = 0, pixels_b_over = 0;
};

// Voxel by voxel, by the definition.
inline Expected obvious(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
                        const Counting& options) {
  Expected result;
  result.counts.resize(static_cast<std::size_t>(options.first_bins * options.second_bins));
  std::vector<std::pair<double, double>> used;
  const Shape& s = first.shape();
  for (std::int64_t i = 0; i < s.voxel_count(); ++i) {
    if (mask != nullptr &&
        !test::voxel(*mask, i % s.width, i / s.width % s.height, i / s.width / s.height)) {
      continue;
    }
    const double a = grey_value(first, i);
    const double b = grey_value(second, i);
    if (!std::isfinite(a) || !std::isfinite(b)) {
      ++result.not_finite;
    } else if (!inside(a, options.first_range) || !inside(b, options.second_range)) {
      ++result.outside;
    } else {
      const int bin_a = obvious_bin(a, options.first_bins, options.first_range);
      const int bin_b = obvious_bin(b, options.second_bins, options.second_range);
      ++result.counts[static_cast<std::size_t>(bin_b * options.first_bins + bin_a)];
      ++result.used;
      result.sum_a += a;
      result.sum_b += b;
      used.emplace_back(a, b);
      if (b > options.second_threshold) {
        result.a_over += a;
        ++result.pixels_b_over;
      }
      if (a > options.first_threshold) {
        result.b_over += b;
        ++result.pixels_a_over;
      }
    }
  }
  for (const auto& [a, b] : used) {
    const auto n = static_cast<long double>(used.size());
    const long double da = a - result.sum_a / n;
    const long double db = b - result.sum_b / n;
    result.sum_aa += da * da;
    result.sum_bb += db * db;
    result.sum_ab += da * db;
  }
  return result;
}

inline void expect_near(double value, long double expected) {
  const auto rounded = static_cast<double>(expected);
  EXPECT_NEAR(value, rounded, 1e-12 * std::abs(rounded));
}

inline void expect_equal(const Histogram& result, const Expected& expected) {
  EXPECT_EQ(result.counts, expected.counts);
  EXPECT_EQ(result.used, expected.used);
  EXPECT_EQ(result.outside, expected.outside);
  EXPECT_EQ(result.not_finite, expected.not_finite);
  expect_near(result.sums.a, expected.sum_a);
  expect_near(result.sums.b, expected.sum_b);
  expect_near(result.sums.aa, expected.sum_aa);
  expect_near(result.sums.bb, expected.sum_bb);
  const double products = result.sums.aa + result.sums.bb;  // these may cancel out
  EXPECT_NEAR(result.sums.ab, static_cast<double>(expected.sum_ab), 1e-12 * products);
  expect_near(result.sums.a_where_b_over, expected.a_over);
  expect_near(result.sums.b_where_a_over, expected.b_over);
  EXPECT_EQ(result.sums.a_over, expected.pixels_a_over);
  EXPECT_EQ(result.sums.b_over, expected.pixels_b_over);
}

inline void expect_same_bits(const Histogram& result, const Histogram& other) {
  EXPECT_EQ(result.counts, other.counts);
  EXPECT_EQ(result.outside, other.outside);
  EXPECT_EQ(result.not_finite, other.not_finite);
  EXPECT_EQ(result.sums.a, other.sums.a);
  EXPECT_EQ(result.sums.b, other.sums.b);
  EXPECT_EQ(result.sums.aa, other.sums.aa);
  EXPECT_EQ(result.sums.bb, other.sums.bb);
  EXPECT_EQ(result.sums.ab, other.sums.ab);
  EXPECT_EQ(result.sums.a_where_b_over, other.sums.a_where_b_over);
  EXPECT_EQ(result.sums.b_where_a_over, other.sums.b_where_a_over);
}

// Against the obvious loop, and bit for bit with every backend and several numbers of threads.
inline void check_everywhere(const GreyVolume& first, const GreyVolume& second,
                             const BitVolume* mask, Counting options) {
  options.backend = "scalar";
  options.threads = 1;
  const Histogram reference = measure(first, second, mask, options);
  expect_equal(reference, obvious(first, second, mask, options));
  for (const std::string& backend : test::available_backends()) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(backend + " with threads " + std::to_string(threads));
      options.backend = backend;
      options.threads = threads;
      const Histogram result = measure(first, second, mask, options);
      EXPECT_EQ(result.run.backend, backend);
      expect_same_bits(result, reference);
    }
  }
}

inline constexpr PixelType kTypes[] = {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32};

}  // namespace bitvox::joint_histogram::reference
