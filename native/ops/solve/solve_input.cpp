// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_input.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::solve {

void check_matrix(const sparse::Properties& properties) {
  if (properties.rows == 0) throw InvalidInput("the matrix has no rows");
  if (properties.empty_row >= 0) {
    throw InvalidInput("the matrix is singular: row " + std::to_string(properties.empty_row + 1) +
                       " (from 1) has no entry other than 0");
  }
  if (properties.empty_column >= 0) {
    throw InvalidInput("the matrix is singular: column " +
                       std::to_string(properties.empty_column + 1) +
                       " (from 1) has no entry other than 0");
  }
}

void check_single(const sparse::Csr<double>& matrix, Progress& progress) {
  using Float = std::numeric_limits<float>;
  sparse::Steady steady(progress);
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    double largest = 0;
    matrix.each(i, [&](std::int64_t, double a) { largest = std::max(largest, std::abs(a)); });
    // A small entry beside others may become 0, a row must not.
    if (largest > static_cast<double>(Float::max()) ||
        largest < static_cast<double>(Float::min())) {
      throw InvalidInput("precision=single: the largest entry of row " + std::to_string(i + 1) +
                         " (from 1) is " + short_number(largest) +
                         " in magnitude, but 32-bit floats go from " + short_number(Float::min()) +
                         " to " + short_number(Float::max()) + "; use precision=double");
    }
    steady.worked(matrix.length(i) + 1);
  }
}

void check_right_side(const sparse::Csr<double>& matrix, const std::vector<double>& b,
                      bool is_made) {
  if (static_cast<std::int64_t>(b.size()) != matrix.rows) {
    throw InvalidInput("the right-hand side has " + std::to_string(b.size()) +
                       " numbers, but the matrix has " + std::to_string(matrix.rows) + " rows");
  }
  const auto bad = std::find_if(b.begin(), b.end(), [](double v) { return !std::isfinite(v); });
  if (bad == b.end()) return;
  const std::string number = std::to_string(bad - b.begin() + 1);
  throw InvalidInput(is_made ? "the entries of row " + number +
                                   " (from 1) add up to more than a 64-bit float holds, so that no "
                                   "right-hand side can be made of them; give one"
                             : "number " + number + " of the right-hand side is not finite");
}

void check_solution(const std::vector<double>& x) {
  const auto bad = std::find_if(x.begin(), x.end(), [](double v) { return !std::isfinite(v); });
  if (bad == x.end()) return;
  throw InvalidInput("x would have numbers larger than a 64-bit float holds, such as that of row " +
                     std::to_string(bad - x.begin() + 1) +
                     " (from 1); divide the right-hand side by 1e20, say");
}

}  // namespace bitvox::solve
