// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_sums.hpp"

#include <algorithm>

namespace bitvox::joint_histogram {

void ExactSums::add_pairs(std::int64_t count, Value a, Value b) {
  used_ += count;
  a_ += count * a.value;
  b_ += count * b.value;
  aa_ += Int128{count} * (a.value * a.value);
  bb_ += Int128{count} * (b.value * b.value);
  ab_ += Int128{count} * (a.value * b.value);
  if (b.over) {
    a_where_b_over_ += count * a.value;
    b_over_ += count;
  }
  if (a.over) {
    b_where_a_over_ += count * b.value;
    a_over_ += count;
  }
}

void ExactSums::add(const BlockSums& block) {
  used_ += block.used;
  a_ += static_cast<std::int64_t>(block.a);
  b_ += static_cast<std::int64_t>(block.b);
  aa_ += static_cast<std::int64_t>(block.aa);
  bb_ += static_cast<std::int64_t>(block.bb);
  ab_ += static_cast<std::int64_t>(block.ab);
  a_where_b_over_ += static_cast<std::int64_t>(block.a_where_b_over);
  b_where_a_over_ += static_cast<std::int64_t>(block.b_where_a_over);
  b_over_ += block.b_over;
  a_over_ += block.a_over;
}

void ExactSums::add(const ExactSums& other) {
  used_ += other.used_;
  a_ += other.a_;
  b_ += other.b_;
  aa_ += other.aa_.value();
  bb_ += other.bb_.value();
  ab_ += other.ab_.value();
  a_where_b_over_ += other.a_where_b_over_;
  b_where_a_over_ += other.b_where_a_over_;
  b_over_ += other.b_over_;
  a_over_ += other.a_over_;
}

PairSums ExactSums::totals() const {
  PairSums sums;
  if (used_ == 0) {
    return sums;
  }
  // The sum of (x - mean of x) (y - mean of y) is (n * sum of xy - sum of x * sum of y) / n.
  const auto about_means = [&](Int128 xy, std::int64_t x, std::int64_t y) {
    return static_cast<double>(used_ * xy - Int128{x} * y) / static_cast<double>(used_);
  };
  sums.a = static_cast<double>(a_);
  sums.b = static_cast<double>(b_);
  sums.aa = about_means(aa_.value(), a_, a_);
  sums.bb = about_means(bb_.value(), b_, b_);
  sums.ab = about_means(ab_.value(), a_, b_);
  sums.a_where_b_over = static_cast<double>(a_where_b_over_);
  sums.b_where_a_over = static_cast<double>(b_where_a_over_);
  sums.b_over = b_over_;
  sums.a_over = a_over_;
  return sums;
}

PairSums exact_total(std::span<const BlockSums> blocks) {
  ExactSums sums;
  for (const BlockSums& block : blocks) sums.add(block);
  return sums.totals();
}

PairSums total_about_means(std::span<const BlockSums> blocks) {
  PairSums all;
  double n = 0;
  double a_mean = 0;
  double b_mean = 0;
  for (const BlockSums& block : blocks) {
    if (block.used == 0) {
      continue;
    }
    const auto m = static_cast<double>(block.used);
    const auto b_over = static_cast<double>(block.b_over);
    const auto a_over = static_cast<double>(block.a_over);
    all.a += block.a_reference * m + block.a;
    all.b += block.b_reference * m + block.b;
    all.a_where_b_over += block.a_reference * b_over + block.a_where_b_over;
    all.b_where_a_over += block.b_reference * a_over + block.b_where_a_over;
    all.b_over += block.b_over;
    all.a_over += block.a_over;

    const double a_step = block.a_reference + block.a / m - a_mean;
    const double b_step = block.b_reference + block.b / m - b_mean;
    const double weight = n / (n + m) * m;
    // Rounding must not make a square negative.
    all.aa += std::max(0.0, block.aa - block.a * block.a / m) + a_step * a_step * weight;
    all.bb += std::max(0.0, block.bb - block.b * block.b / m) + b_step * b_step * weight;
    all.ab += block.ab - block.a * block.b / m + a_step * b_step * weight;
    n += m;
    a_mean += a_step * (m / n);  // m / n is 1 for the first block: its own mean
    b_mean += b_step * (m / n);
  }
  return all;
}

}  // namespace bitvox::joint_histogram
