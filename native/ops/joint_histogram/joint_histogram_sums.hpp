// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>

#include "ops/joint_histogram/joint_histogram.hpp"

// Sums for the correlation, which is a small difference of large sums where values vary by much
// less than they are: integers are summed up exactly, floats about values from among them.
namespace bitvox::joint_histogram {

// Sums over the used pairs of a block, of the distances of a and b from their references.
struct BlockSums {
  double a_reference = 0;  // the first used pair; 0 where both are integers
  double b_reference = 0;
  double a = 0;
  double b = 0;
  double aa = 0;
  double bb = 0;
  double ab = 0;
  double a_where_b_over = 0;
  double b_where_a_over = 0;
  std::int64_t used = 0;
  std::int64_t b_over = 0;
  std::int64_t a_over = 0;
};

// Sums of integers of up to 16 bits, in any order.
class ExactSums {
 public:
  struct Value {
    std::int64_t value;
    bool over;  // its threshold
  };

  // The same pair, so many times.
  void add_pairs(std::int64_t count, Value a, Value b);

  // Of integers: about 0, and of so few pixels that they are whole numbers below 2^53.
  void add(const BlockSums& block);

  PairSums totals() const;

 private:
  __extension__ typedef __int128 Int128;  // n * aa is up to n^2 * 2^32

  std::int64_t used_ = 0;
  std::int64_t a_ = 0;
  std::int64_t b_ = 0;
  Int128 aa_ = 0;
  Int128 bb_ = 0;
  Int128 ab_ = 0;
  std::int64_t a_where_b_over_ = 0;
  std::int64_t b_where_a_over_ = 0;
  std::int64_t b_over_ = 0;
  std::int64_t a_over_ = 0;
};

// Of integers.
PairSums exact_total(std::span<const BlockSums> blocks);

// In the order of the blocks, about the means so far.
//
// Literature: T. Chan, G. Golub, R. LeVeque, "Algorithms for computing the sample variance", The
// American Statistician 37, 1983.
PairSums total_about_means(std::span<const BlockSums> blocks);

}  // namespace bitvox::joint_histogram
