// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/joint_histogram/joint_histogram.hpp"

namespace bitvox::joint_histogram {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double ratio(double a, double b) { return b == 0 ? kUndefined : a / b; }

// In bits, of counts that add up to `total`.
double entropy(const std::vector<std::int64_t>& counts, std::int64_t total) {
  const auto all = static_cast<double>(total);
  double sum = 0;
  for (const std::int64_t count : counts) {
    if (count > 0) {
      const auto n = static_cast<double>(count);
      sum += n * std::log2(all / n);
    }
  }
  return sum / all;
}

// Sums of squares about the mean, times n. What rounding leaves of a constant counts as none.
double spread(double n, double squares, double sum) {
  constexpr double kRounding = 1e-13;
  const double difference = n * squares - sum * sum;
  return difference > kRounding * n * squares ? difference : 0;
}

}  // namespace

Statistics statistics(const Result& histogram) {
  Statistics result;
  if (histogram.used == 0) {
    return {kUndefined, kUndefined, kUndefined, kUndefined, kUndefined,
            kUndefined, kUndefined, kUndefined, kUndefined};
  }
  std::vector<std::int64_t> first(static_cast<std::size_t>(histogram.first_bins));
  std::vector<std::int64_t> second(static_cast<std::size_t>(histogram.second_bins));
  auto count = histogram.counts.begin();
  for (std::int64_t& row : second) {
    for (std::int64_t& column : first) {
      row += *count;
      column += *count++;
    }
  }
  const double a = entropy(first, histogram.used);
  const double b = entropy(second, histogram.used);
  const double joint = entropy(histogram.counts, histogram.used);
  result.first_entropy = a;
  result.second_entropy = b;
  result.joint_entropy = joint;
  result.mutual_information = std::max(0.0, a + b - joint);
  result.normalised_sum = ratio(a + b, joint);
  result.normalised_mean = ratio(2 * result.mutual_information, a + b);

  const PairSums& s = histogram.sums;
  const auto n = static_cast<double>(histogram.used);
  const double correlation = ratio(
      n * s.ab - s.a * s.b, std::sqrt(spread(n, s.aa, s.a)) * std::sqrt(spread(n, s.bb, s.b)));
  result.pearson = std::clamp(correlation, -1.0, 1.0);  // rounding must not leave the range
  result.manders_first = ratio(s.a_where_b_over, s.a);
  result.manders_second = ratio(s.b_where_a_over, s.b);
  return result;
}

}  // namespace bitvox::joint_histogram
