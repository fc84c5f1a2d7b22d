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

  template <class Each>
  static void fields(Each&& field) {
    field("a_reference", &BlockSums::a_reference);
    field("b_reference", &BlockSums::b_reference);
    field("a", &BlockSums::a);
    field("b", &BlockSums::b);
    field("aa", &BlockSums::aa);
    field("bb", &BlockSums::bb);
    field("ab", &BlockSums::ab);
    field("a_where_b_over", &BlockSums::a_where_b_over);
    field("b_where_a_over", &BlockSums::b_where_a_over);
    field("used", &BlockSums::used);
    field("b_over", &BlockSums::b_over);
    field("a_over", &BlockSums::a_over);
  }
};

// A sum of 128 bits, as numbers.
class WideSum {
 public:
  __extension__ typedef __int128 Int128;

  Int128 value() const { return (Int128{high_} << 64) + Int128{low_}; }
  WideSum& operator+=(Int128 more) {
    const Int128 sum = value() + more;
    high_ = static_cast<std::int64_t>(sum >> 64);
    low_ = static_cast<std::uint64_t>(sum);
    return *this;
  }

  template <class Each>
  static void fields(Each&& field) {
    field("high", &WideSum::high_);
    field("low", &WideSum::low_);
  }

 private:
  std::int64_t high_ = 0;
  std::uint64_t low_ = 0;
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

  // The sums of other pairs.
  void add(const ExactSums& other);

  PairSums totals() const;

  template <class Each>
  static void fields(Each&& field) {
    field("used", &ExactSums::used_);
    field("a", &ExactSums::a_);
    field("b", &ExactSums::b_);
    field("aa", &ExactSums::aa_);
    field("bb", &ExactSums::bb_);
    field("ab", &ExactSums::ab_);
    field("a_where_b_over", &ExactSums::a_where_b_over_);
    field("b_where_a_over", &ExactSums::b_where_a_over_);
    field("b_over", &ExactSums::b_over_);
    field("a_over", &ExactSums::a_over_);
  }

 private:
  using Int128 = WideSum::Int128;  // n * aa is up to n^2 * 2^32

  std::int64_t used_ = 0;
  std::int64_t a_ = 0;
  std::int64_t b_ = 0;
  WideSum aa_;
  WideSum bb_;
  WideSum ab_;
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
