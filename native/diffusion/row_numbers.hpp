// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/threads/ordered_sum.hpp"
#include "diffusion/grid.hpp"

namespace bitvox {

// A number of each row of a grid, and what is made of them in an order that does not depend on
// threads.
class RowNumbers {
 public:
  explicit RowNumbers(const Grid& grid)
      : grid_(grid), of_rows_(static_cast<std::size_t>(grid.rows())) {}
  static std::int64_t bytes(const Grid& grid) {
    return grid.rows() * static_cast<std::int64_t>(sizeof(double));
  }

  double& of(std::int64_t y, std::int64_t z) {
    return of_rows_[static_cast<std::size_t>(z * grid_.height + y)];
  }
  // The numbers are number(y, z).
  template <class Number>
  void set(const RowLoop& loop, const Number& number) {
    loop(grid_, [&](std::int64_t y, std::int64_t z) { of(y, z) = number(y, z); });
  }

  double sum() const { return sum_of_rows(of_rows_); }
  double largest() const { return *std::max_element(of_rows_.begin(), of_rows_.end()); }
  // Row after row.
  std::vector<double> sums_of_layers() const {
    std::vector<double> sums(static_cast<std::size_t>(grid_.depth));
    for (std::size_t row = 0; row < of_rows_.size(); ++row) {
      sums[row / static_cast<std::size_t>(grid_.height)] += of_rows_[row];
    }
    return sums;
  }

  // The sum of what number(y, z) returns of each row, and the largest of it.
  template <class Number>
  double sum(const RowLoop& loop, const Number& number) {
    set(loop, number);
    return sum();
  }
  template <class Number>
  double largest(const RowLoop& loop, const Number& number) {
    set(loop, number);
    return largest();
  }

 private:
  Grid grid_;
  std::vector<double> of_rows_;
};

}  // namespace bitvox
