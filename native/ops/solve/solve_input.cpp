// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_input.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "ops/solve/solve_numbers.hpp"

namespace bitvox::solve {
namespace {

// The first of 0 .. count - 1 for which it is true, or -1; so many at a time.
template <class Is>
std::int64_t first_where(std::int64_t count, std::int64_t at_once, int threads, Progress& progress,
                         const Is& is) {
  std::vector<std::int64_t> found(static_cast<std::size_t>((count + at_once - 1) / at_once), -1);
  parallel_for(std::ssize(found), threads, progress, [&](std::int64_t task) {
    const std::int64_t end = std::min(count, (task + 1) * at_once);
    for (std::int64_t i = task * at_once; i < end; ++i) {
      if (!is(i)) continue;
      found[static_cast<std::size_t>(task)] = i;
      return;
    }
  });
  const auto first =
      std::find_if(found.begin(), found.end(), [](std::int64_t i) { return i >= 0; });
  return first == found.end() ? -1 : *first;
}

std::int64_t first_not_finite(const std::vector<double>& values, int threads, Progress& progress) {
  return first_where(std::ssize(values), kPart, threads, progress, [&](std::int64_t i) {
    return !std::isfinite(values[static_cast<std::size_t>(i)]);
  });
}

}  // namespace

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

void check_single(const sparse::Csr<double>& matrix, int threads, Progress& progress) {
  using Float = std::numeric_limits<float>;
  const auto largest_of = [&](std::int64_t i) {
    double largest = 0;
    matrix.each(i, [&](std::int64_t, double a) { largest = std::max(largest, std::abs(a)); });
    return largest;
  };
  // A small entry beside others may become 0, a row must not.
  const std::int64_t bad =
      first_where(matrix.rows, sparse::rows_a_task(matrix.rows, matrix.entries()), threads,
                  progress, [&](std::int64_t i) {
                    const double largest = largest_of(i);
                    return largest > static_cast<double>(Float::max()) ||
                           largest < static_cast<double>(Float::min());
                  });
  if (bad < 0) return;
  throw InvalidInput("precision=single: the largest entry of row " + std::to_string(bad + 1) +
                     " (from 1) is " + short_number(largest_of(bad)) +
                     " in magnitude, but 32-bit floats go from " + short_number(Float::min()) +
                     " to " + short_number(Float::max()) + "; use precision=double");
}

void check_right_side(const sparse::Csr<double>& matrix, const std::vector<double>& b, bool is_made,
                      int threads, Progress& progress) {
  if (static_cast<std::int64_t>(b.size()) != matrix.rows) {
    throw InvalidInput("the right-hand side has " + std::to_string(b.size()) +
                       " numbers, but the matrix has " + std::to_string(matrix.rows) + " rows");
  }
  const std::int64_t bad = first_not_finite(b, threads, progress);
  if (bad < 0) return;
  const std::string number = std::to_string(bad + 1);
  throw InvalidInput(is_made ? "the entries of row " + number +
                                   " (from 1) add up to more than a 64-bit float holds, so that no "
                                   "right-hand side can be made of them; give one"
                             : "number " + number + " of the right-hand side is not finite");
}

void check_solution(const std::vector<double>& x, int threads, Progress& progress) {
  const std::int64_t bad = first_not_finite(x, threads, progress);
  if (bad < 0) return;
  throw InvalidInput("x would have numbers larger than a 64-bit float holds, such as that of row " +
                     std::to_string(bad + 1) +
                     " (from 1); divide the right-hand side by 1e20, say");
}

bool is_huge(const std::vector<double>& b, int threads, Progress& progress) {
  constexpr double kHuge = 0x1p959;
  return first_where(std::ssize(b), kPart, threads, progress, [&](std::int64_t i) {
           return std::abs(b[static_cast<std::size_t>(i)]) >= kHuge;
         }) >= 0;
}

}  // namespace bitvox::solve
