// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace bitvox::sparse {

// A small dense matrix, row by row, and what BLAS 2 does with one.
struct Dense {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> value;

  Dense(std::int64_t of_rows, std::int64_t of_columns)
      : rows(of_rows), columns(of_columns), value(static_cast<std::size_t>(rows * columns)) {}

  double& operator()(std::int64_t i, std::int64_t j) {
    return value[static_cast<std::size_t>(i * columns + j)];
  }
  double operator()(std::int64_t i, std::int64_t j) const {
    return value[static_cast<std::size_t>(i * columns + j)];
  }
};

// y = alpha A x + beta y.
void multiply(double alpha, const Dense& a, const std::vector<double>& x, double beta,
              std::vector<double>& y);

// A += alpha x y^T, a rank-1 update.
void add_product(Dense& a, double alpha, const std::vector<double>& x,
                 const std::vector<double>& y);

// x = b of T x = b, where the first `size` rows and columns of T are a triangle.
void solve_lower(const Dense& t, std::int64_t size, std::vector<double>& x);
void solve_upper(const Dense& t, std::int64_t size, std::vector<double>& x);

// The inverse, without pivoting: for matrices that are definite, or dominant. Of a singular one a
// generalised inverse, which leaves unknowns that the others determine at 0.
Dense inverse(Dense a);

}  // namespace bitvox::sparse
