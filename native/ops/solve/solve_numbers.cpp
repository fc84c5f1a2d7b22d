// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_numbers.hpp"

#include <cmath>
#include <iterator>
#include <numeric>

namespace bitvox::solve {

void set_residual(const sparse::Csr<double>& matrix, const std::vector<double>& x,
                  const std::vector<double>& b, int threads, Progress& progress,
                  std::vector<double>& left) {
  const std::int64_t at_once = sparse::rows_a_task(matrix.rows, matrix.entries());
  parallel_for((matrix.rows + at_once - 1) / at_once, threads, progress, [&](std::int64_t task) {
    const std::int64_t end = std::min(matrix.rows, (task + 1) * at_once);
    for (std::int64_t i = task * at_once; i < end; ++i) {
      double sum = 0;
      matrix.each(i, [&](std::int64_t j, double a) { sum += a * x[static_cast<std::size_t>(j)]; });
      left[static_cast<std::size_t>(i)] = b[static_cast<std::size_t>(i)] - sum;
    }
  });
}

double norm_of(const std::vector<double>& values, int threads, Progress& progress) {
  const auto size = static_cast<std::int64_t>(values.size());
  std::vector<double> parts(static_cast<std::size_t>((size + kPart - 1) / kPart));
  const auto each_part = [&](const auto& value_of) {
    parallel_for(std::ssize(parts), threads, progress, [&](std::int64_t part) {
      parts[static_cast<std::size_t>(part)] = value_of(
          values.begin() + part * kPart, values.begin() + std::min(size, (part + 1) * kPart));
    });
  };
  each_part([](auto first, auto end) {
    double largest = 0;
    for (; first != end; ++first) largest = std::max(largest, std::abs(*first));
    return largest;
  });
  double largest = 0;
  for (const double one : parts) largest = std::max(largest, one);
  if (largest == 0 || !std::isfinite(largest)) return largest;
  each_part([&](auto first, auto end) {
    double sum = 0;
    for (; first != end; ++first) sum += *first / largest * (*first / largest);
    return sum;
  });
  return largest * std::sqrt(std::accumulate(parts.begin(), parts.end(), 0.0));
}

}  // namespace bitvox::solve
