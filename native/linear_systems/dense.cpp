// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/dense.hpp"

#include <cmath>

#include "linear_systems/index.hpp"

namespace bitvox::sparse {
namespace {

// What is left of a diagonal entry of a singular matrix, as a part of it.
constexpr double kNoPivot = 1e-10;

}  // namespace

void multiply(double alpha, const Dense& a, const std::vector<double>& x, double beta,
              std::vector<double>& y) {
  for (std::int64_t i = 0; i < a.rows; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < a.columns; ++j) sum += a(i, j) * x[at(j)];
    y[at(i)] = alpha * sum + beta * y[at(i)];
  }
}

void add_product(Dense& a, double alpha, const std::vector<double>& x,
                 const std::vector<double>& y) {
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const double factor = alpha * x[at(i)];
    for (std::int64_t j = 0; j < a.columns; ++j) a(i, j) += factor * y[at(j)];
  }
}

void solve_lower(const Dense& t, std::int64_t size, std::vector<double>& x) {
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) x[at(i)] -= t(i, j) * x[at(j)];
    x[at(i)] /= t(i, i);
  }
}

void solve_upper(const Dense& t, std::int64_t size, std::vector<double>& x) {
  for (std::int64_t i = size - 1; i >= 0; --i) {
    for (std::int64_t j = i + 1; j < size; ++j) x[at(i)] -= t(i, j) * x[at(j)];
    x[at(i)] /= t(i, i);
  }
}

Dense inverse(Dense a) {
  const std::int64_t n = a.rows;
  std::vector<double> least(at(n));
  for (std::int64_t k = 0; k < n; ++k) least[at(k)] = kNoPivot * std::abs(a(k, k));
  std::vector<double> column(at(n));
  std::vector<double> row(at(n));
  // Gauss and Jordan, in place: each unknown in turn changes places with its equation.
  for (std::int64_t k = 0; k < n; ++k) {
    const double pivot = a(k, k);
    const bool is_determined = !(std::abs(pivot) > least[at(k)]);
    for (std::int64_t i = 0; i < n; ++i) {
      column[at(i)] = i == k ? 0 : a(i, k);
      row[at(i)] = i == k ? 0 : a(k, i);
      a(i, k) = a(k, i) = 0;
    }
    if (is_determined) continue;
    add_product(a, -1 / pivot, column, row);
    for (std::int64_t i = 0; i < n; ++i) {
      a(i, k) = -column[at(i)] / pivot;
      a(k, i) = row[at(i)] / pivot;
    }
    a(k, k) = 1 / pivot;
  }
  return a;
}

}  // namespace bitvox::sparse
