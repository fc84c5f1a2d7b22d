// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace bitvox::motif {

// The sum of independent whole numbers, one of each sequence: whether it lacks a word, or how far
// its nearest window is.
//
// Few numbers are added one after the other, which gives all sums at once. Of many, one sum is
// looked for: the chances are tilted (H. E. Daniels, "Saddlepoint approximations in statistics",
// Annals of Mathematical Statistics 25, 1954) until it is the mean, so that all that matters is
// within some standard deviations, and the chances of those sums are a discrete Fourier transform
// of no more than that. Nothing is approximated; rounding leaves some 10 digits, also of chances
// near 0.
class Sum {
 public:
  static constexpr std::int64_t kFew = 200;  // numbers

  // Each number is 0 .. values - 1.
  explicit Sum(std::size_t values) : values_(values) {}

  // So many numbers more, with these chances of each value.
  void add(const std::vector<double>& chances, std::int64_t count);

  // The chance of this sum, or a smaller one. To be asked by one thread at a time.
  double at_most(std::int64_t sum);

 private:
  // Numbers with the same chances.
  struct Group {
    std::vector<double> chances;
    std::int64_t count;
  };
  // What tilting by e^(tilt x) gives: the cumulants of the sum.
  struct Tilted {
    double logarithm = 0, mean = 0, variance = 0;
  };

  void add_all();
  static Tilted tilted(const std::vector<Group>& groups, double tilt);
  static double tilt_for(const std::vector<Group>& groups, double mean);
  static double lower_tail(const std::vector<Group>& groups, std::int64_t sum);

  std::size_t values_;
  std::int64_t numbers_ = 0;
  std::vector<Group> groups_;
  std::vector<double> all_;  // at_most() of each sum, once few numbers were added
};

}  // namespace bitvox::motif
