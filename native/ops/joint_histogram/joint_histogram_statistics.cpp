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
class Entropy {
 public:
  explicit Entropy(std::int64_t total) : all_(static_cast<double>(total)) {}

  void add(std::int64_t count) {
    if (count > 0) {
      const auto n = static_cast<double>(count);
      sum_ += n * std::log2(all_ / n);
    }
  }
  double value() const { return sum_ / all_; }

 private:
  double all_;
  double sum_ = 0;
};

double entropy(const std::vector<std::int64_t>& counts, std::int64_t total) {
  Entropy entropy(total);
  for (const std::int64_t count : counts) {
    entropy.add(count);
  }
  return entropy.value();
}

// The sum of so many shown values, from that of the raw ones.
double shown_sum(const ShownLine& line, std::int64_t count, double raw_sum) {
  return line.offset * static_cast<double>(count) + line.slope * raw_sum;
}

}  // namespace

Statistics statistics(const Histogram& histogram) {
  NoProgress quiet;
  return statistics(histogram, quiet);
}

Statistics statistics(const Histogram& histogram, Progress& progress) {
  Statistics result;
  if (histogram.used == 0) {
    return {kUndefined, kUndefined, kUndefined, kUndefined, kUndefined,
            kUndefined, kUndefined, kUndefined, kUndefined};
  }
  std::vector<std::int64_t> first(static_cast<std::size_t>(histogram.first_bins));
  std::vector<std::int64_t> second(static_cast<std::size_t>(histogram.second_bins));
  Entropy joint_entropy(histogram.used);
  auto count = histogram.counts.begin();
  for (int row = 0; row < histogram.second_bins; ++row) {
    progress.report(row, histogram.second_bins);
    for (std::int64_t& column : first) {
      second[static_cast<std::size_t>(row)] += *count;
      column += *count;
      joint_entropy.add(*count++);
    }
  }
  progress.report(histogram.second_bins, histogram.second_bins);
  const double a = entropy(first, histogram.used);
  const double b = entropy(second, histogram.used);
  const double joint = joint_entropy.value();
  result.first_entropy = a;
  result.second_entropy = b;
  result.joint_entropy = joint;
  result.mutual_information = std::max(0.0, a + b - joint);
  result.normalised_sum = ratio(a + b, joint);
  result.normalised_mean = ratio(2 * result.mutual_information, a + b);

  const PairSums& s = histogram.sums;
  const double correlation = ratio(s.ab, std::sqrt(s.aa * s.bb));
  result.pearson = std::clamp(correlation, -1.0, 1.0);  // rounding must not leave the range
  const ShownLine& first_line = histogram.first_shown;
  const ShownLine& second_line = histogram.second_shown;
  result.first_below_zero = histogram.first_below_zero;
  result.second_below_zero = histogram.second_below_zero;
  result.manders_first = histogram.first_below_zero
                             ? kUndefined
                             : ratio(shown_sum(first_line, s.b_over, s.a_where_b_over),
                                     shown_sum(first_line, histogram.used, s.a));
  result.manders_second = histogram.second_below_zero
                              ? kUndefined
                              : ratio(shown_sum(second_line, s.a_over, s.b_where_a_over),
                                      shown_sum(second_line, histogram.used, s.b));
  return result;
}

}  // namespace bitvox::joint_histogram
