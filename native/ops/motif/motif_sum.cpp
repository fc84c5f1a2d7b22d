// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bitvox::motif {
namespace {

using Complex = std::complex<double>;

constexpr double kNoChance = 1e-300;  // what is below is 0: its tilt would overflow

Complex power(Complex base, std::int64_t exponent) {
  Complex result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace

void Sum::add(const std::vector<double>& chances, std::int64_t count) {
  groups_.push_back({chances, count});
  numbers_ += count;
}

double Sum::at_most(std::int64_t sum) {
  const std::int64_t most = numbers_ * static_cast<std::int64_t>(values_ - 1);
  if (sum < 0 || sum >= most) {
    return sum < 0 ? 0 : 1;
  }
  if (numbers_ <= kFew) {
    if (all_.empty()) add_all();
    return all_[static_cast<std::size_t>(sum)];
  }
  if (static_cast<double>(sum) < tilted(groups_, 0).mean) {
    return lower_tail(groups_, sum);
  }
  std::vector<Group> mirrored = groups_;
  for (Group& group : mirrored) std::reverse(group.chances.begin(), group.chances.end());
  return 1 - lower_tail(mirrored, most - sum - 1);
}

void Sum::add_all() {
  all_ = {1.0};
  for (const Group& group : groups_) {
    for (std::int64_t i = 0; i < group.count; ++i) {
      std::vector<double> next(all_.size() + values_ - 1, 0.0);
      for (std::size_t x = 0; x < values_; ++x) {
        for (std::size_t sum = 0; sum < all_.size(); ++sum) {
          next[sum + x] += all_[sum] * group.chances[x];
        }
      }
      all_ = std::move(next);
    }
  }
  for (std::size_t sum = 1; sum < all_.size(); ++sum) all_[sum] += all_[sum - 1];
}

Sum::Tilted Sum::tilted(const std::vector<Group>& groups, double tilt) {
  Tilted all;
  const double ratio = std::exp(tilt);
  for (const Group& group : groups) {
    double sum = 0, first = 0, second = 0;
    double factor = 1;
    for (std::size_t x = 0; x < group.chances.size(); ++x, factor *= ratio) {
      const double value = group.chances[x] * factor;
      const auto number = static_cast<double>(x);
      sum += value;
      first += value * number;
      second += value * number * number;
    }
    const double mean = first / sum;
    const auto count = static_cast<double>(group.count);
    all.logarithm += count * std::log(sum);
    all.mean += count * mean;
    all.variance += count * std::max(0.0, second / sum - mean * mean);
  }
  return all;
}

// The tilt, not above 0, that gives this mean: Newton's method where it stays between bounds.
double Sum::tilt_for(const std::vector<Group>& groups, double mean) {
  double low = std::log(kNoChance) - 50;
  double high = 0;
  double tilt = 0;
  for (int i = 0; i < 100 && high - low > 1e-9; ++i) {
    const Tilted here = tilted(groups, tilt);
    const double off = here.mean - mean;
    if (std::abs(off) < 0.01) break;  // it need not be exact
    (off > 0 ? high : low) = tilt;
    const double next = tilt - off / here.variance;
    tilt = next > low && next < high ? next : (low + high) / 2;
  }
  return tilt;
}

// For sums below the mean.
double Sum::lower_tail(const std::vector<Group>& of, std::int64_t sum) {
  // Values from 0 on, with a chance of that.
  std::vector<Group> groups = of;
  std::size_t values = 1;
  for (Group& group : groups) {
    const auto first = std::find_if(group.chances.begin(), group.chances.end(),
                                    [](double chance) { return chance > kNoChance; });
    sum -= group.count * (first - group.chances.begin());
    group.chances.erase(group.chances.begin(), first);
    values = std::max(values, group.chances.size());
  }
  if (sum < 0) {
    return 0;
  }
  const double tilt = std::min(0.0, tilt_for(groups, static_cast<double>(sum) + 0.5));
  const Tilted at = tilted(groups, tilt);
  // Half of the sums that matter, by far: 9 standard deviations, and what rare numbers add.
  const auto half = static_cast<std::int64_t>(9 * std::sqrt(at.variance)) +
                    20 * static_cast<std::int64_t>(values);
  // The transform of each number is at most exp(-(1 - cos angle) chance), by the chance that it and
  // another one of its kind differ by 1.
  double differ = 0;
  std::vector<double> totals;
  const double ratio = std::exp(tilt);
  for (const Group& group : groups) {
    double total = 0, neighbours = 0, before = 0, factor = 1;
    for (const double chance : group.chances) {
      const double value = chance * factor;
      total += value;
      neighbours += value * before;
      before = value;
      factor *= ratio;
    }
    totals.push_back(total);
    differ += static_cast<double>(group.count) * neighbours / (total * total);
  }
  constexpr double kNothing = 46;  // e^-46
  double result = 0;
  for (std::int64_t i = 0; i <= half; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / static_cast<double>(half);
    if ((1 - std::cos(angle)) * differ > kNothing) break;
    const Complex z = std::polar(ratio, angle);
    // The weights e^(tilt j) of the sums `sum - j`, j < half, as one factor.
    const double end = (i % 2 == 0 ? 1.0 : -1.0) * std::exp(tilt * static_cast<double>(half));
    Complex term = std::abs(1.0 - z) < 1e-9 ? Complex(static_cast<double>(half))
                                            : (1.0 - Complex(end)) / (1.0 - z);
    term *= std::polar(1.0, -angle * static_cast<double>(sum));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Complex one = 0;
      for (std::size_t x = groups[g].chances.size(); x-- > 0;) one = one * z + groups[g].chances[x];
      term *= power(one / totals[g], groups[g].count);
    }
    result += term.real() * (i == 0 || i == half ? 1 : 2);
  }
  result /= 2 * static_cast<double>(half);
  const double scale = at.logarithm - tilt * static_cast<double>(sum);
  return std::clamp(std::exp(scale) * result, 0.0, 1.0);
}

}  // namespace bitvox::motif
