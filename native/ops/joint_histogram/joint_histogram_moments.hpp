// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bitvox::joint_histogram {

__extension__ typedef __int128 Int128;

// Exact sums over pairs of levels of up to 16 bits, of up to 2^47 pairs.
struct Moments {
  std::int64_t n = 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
  Int128 aa = 0;
  Int128 bb = 0;
  Int128 ab = 0;

  // The same pair, so many times.
  void add(std::int64_t first, std::int64_t second, std::int64_t count) {
    n += count;
    a += count * first;
    b += count * second;
    aa += Int128{count} * (first * first);
    bb += Int128{count} * (second * second);
    ab += Int128{count} * (first * second);
  }

  Moments& operator+=(const Moments& other) {
    n += other.n;
    a += other.a;
    b += other.b;
    aa += other.aa;
    bb += other.bb;
    ab += other.ab;
    return *this;
  }

  Moments& operator-=(const Moments& other) {
    n -= other.n;
    a -= other.a;
    b -= other.b;
    aa -= other.aa;
    bb -= other.bb;
    ab -= other.ab;
    return *this;
  }

  // n^2 times the variances and the covariance.
  Int128 a_variance() const { return n * aa - Int128{a} * a; }
  Int128 b_variance() const { return n * bb - Int128{b} * b; }
  Int128 covariance() const { return n * ab - Int128{a} * b; }

  // NaN if a or b is constant.
  double pearson() const {
    const double both =
        std::sqrt(static_cast<double>(a_variance())) * std::sqrt(static_cast<double>(b_variance()));
    return both == 0 ? std::numeric_limits<double>::quiet_NaN()
                     : std::clamp(static_cast<double>(covariance()) / both, -1.0, 1.0);
  }
};

}  // namespace bitvox::joint_histogram
