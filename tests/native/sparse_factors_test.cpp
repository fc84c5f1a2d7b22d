// SPDX-License-Identifier: BSD-2-Clause
// Dense and incomplete factors, and triangular systems.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cmath>

#include "asked_progress.hpp"
#include "core/error.hpp"
#include "linear_systems/dense.hpp"
#include "linear_systems/incomplete.hpp"
#include "linear_systems/triangular.hpp"
#include "sparse_judge.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::sparse {
namespace {

using test::made;
using test::number;
using test::numbers;
using test::Random;
using test::square;

TEST(SparseDense, DoesAsEigenDoes) {
  const std::int64_t n = 23;
  Random random(5);
  Dense dense(n, n);
  Eigen::MatrixXd judge(n, n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      judge(i, j) = dense(i, j) = number(random) + (i == j ? 30 : 0);
    }
  const std::vector<double> x = numbers(n, 1);
  std::vector<double> y = numbers(n, 2);
  const Eigen::VectorXd expected = 2 * judge * test::judge_of(x) + 3 * test::judge_of(y);
  multiply(2, dense, x, 3, y);
  EXPECT_LT((test::judge_of(y) - expected).norm(), 1e-12 * expected.norm());

  std::vector<double> solved = x;
  solve_upper(dense, n, solved);
  EXPECT_LT(
      (judge.triangularView<Eigen::Upper>() * test::judge_of(solved) - test::judge_of(x)).norm(),
      1e-12);
  solved = x;
  solve_lower(dense, n, solved);
  EXPECT_LT(
      (judge.triangularView<Eigen::Lower>() * test::judge_of(solved) - test::judge_of(x)).norm(),
      1e-12);

  const Dense inverted = inverse(dense);
  const Eigen::MatrixXd inverse_judge = judge.inverse();
  add_product(dense, 0.5, x, y);
  const Eigen::MatrixXd updated = judge + 0.5 * test::judge_of(x) * test::judge_of(y).transpose();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      EXPECT_NEAR(inverted(i, j), inverse_judge(i, j), 1e-13);
      EXPECT_NEAR(dense(i, j), updated(i, j), 1e-12);
    }
}

// G of a singular A: A G A = A.
TEST(SparseDense, InvertsWhatCanBeInvertedOfASingularMatrix) {
  const Csr<double> matrix = test::grid(4, 3, 1, test::Border::kNoFlux);
  const Eigen::MatrixXd a = test::judge_of(matrix);
  Dense dense(matrix.rows, matrix.rows);
  for (std::int64_t i = 0; i < dense.rows; ++i)
    for (std::int64_t j = 0; j < dense.rows; ++j) dense(i, j) = a(i, j);
  const Dense found = inverse(dense);
  Eigen::MatrixXd g(dense.rows, dense.rows);
  for (std::int64_t i = 0; i < dense.rows; ++i)
    for (std::int64_t j = 0; j < dense.rows; ++j) g(i, j) = found(i, j);
  EXPECT_LT((a * g * a - a).norm(), 1e-12);
}

Eigen::MatrixXd product_of(const Factors<double>& factors) {
  const auto n = static_cast<Eigen::Index>(factors.lower.rows);
  Eigen::MatrixXd lower = test::judge_of(factors.lower);
  Eigen::MatrixXd upper = test::judge_of(factors.upper);
  lower += Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    upper(i, i) = 1 / factors.inverse_diagonal[static_cast<std::size_t>(i)];
  }
  return lower * upper;
}

// On the pattern of A the product of ILU(0) is A; with all fill ILUT is LU.
TEST(SparseIncomplete, FactorsMultiplyToTheMatrix) {
  NoProgress quiet;
  for (const auto& matrix : {test::random_matrix(60, 3, 1.1, 3), test::grid(4, 4, 4)}) {
    const test::Judge judge = test::judge_of(matrix);
    const Factors<double> none = ilu0(matrix, quiet);
    ASSERT_EQ(none.failure, "");
    const Eigen::MatrixXd product = product_of(none);
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      matrix.each(i, [&](std::int64_t j, double a) { EXPECT_NEAR(product(i, j), a, 1e-12); });
    }
    const Factors<double> all = ilut(matrix, 64, 0, quiet);
    ASSERT_EQ(all.failure, "");
    EXPECT_LT((product_of(all) - Eigen::MatrixXd(judge)).norm(), 1e-11);
    EXPECT_GT(all.upper.entries(), none.upper.entries());
    const Factors<double> few = ilut(matrix, 2, 1e-3, quiet);
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      const auto at = static_cast<std::size_t>(i);
      EXPECT_LE(few.upper.starts[at + 1] - few.upper.starts[at], 2);
      EXPECT_LE(few.lower.starts[at + 1] - few.lower.starts[at], 2);
    }
  }
}

TEST(SparseIncomplete, SayWhichPivotIsZero) {
  Coo coo = square(2);
  coo.add(0, 0, 1);
  coo.add(0, 1, 1);
  coo.add(1, 0, 1);
  coo.add(1, 1, 1);
  NoProgress quiet;
  EXPECT_EQ(ilu0(made(coo), quiet).failure, "row 2 (from 1) has the pivot 0");
  EXPECT_EQ(ilut(made(coo), 5, 0, quiet).failure, "row 2 (from 1) has the pivot 0");
  const Factors<double> shifted = ic0(made(coo), quiet);
  EXPECT_EQ(shifted.failure, "");
  EXPECT_EQ(shifted.shift, 1e-3);
}

// Not that of the matrix with a larger diagonal, which was tried last.
TEST(SparseIncomplete, NameThePivotOfTheMatrixItself) {
  Coo coo = square(2);
  coo.add(0, 0, -2);
  coo.add(1, 1, -2);
  NoProgress quiet;
  EXPECT_EQ(ic0(made(coo), quiet).failure, "row 1 (from 1) has the pivot -2");
}

// Row 4 has infinite factors, whose difference is no number.
TEST(SparseIncomplete, KeepWhatIsNoNumberOutOfFactors) {
  Coo coo = square(4);
  for (const double a : {1e-200, 1.0, 1.0, 1e150})
    coo.add(std::ssize(coo.value), std::ssize(coo.value), a);
  coo.add(0, 1, 1e-200);
  coo.add(0, 2, -1e-200);
  coo.add(1, 2, -1);
  coo.add(3, 0, 1e150);
  NoProgress quiet;
  const Factors<double> factors = ilut(made(coo), 10, 0, quiet);
  ASSERT_EQ(factors.failure, "");
  EXPECT_EQ(factors.lower.length(3), 2);
  for (const double value : factors.lower.value) EXPECT_FALSE(std::isnan(value));
}

// A diagonal and the one above it.
Csr<double> upper_band(std::int64_t n) {
  Csr<double> matrix;
  matrix.rows = matrix.columns = n;
  for (std::int64_t i = 0; i < n; ++i) {
    for (const std::int64_t j : {i, i + 1}) {
      if (j == n) continue;
      matrix.column.push_back(static_cast<std::int32_t>(j));
      matrix.value.push_back(j == i ? 2 : -1);
    }
    matrix.starts.push_back(static_cast<std::int64_t>(matrix.column.size()));
  }
  return matrix;
}

TEST(SparseIncomplete, AsksWhetherToGoOn) {
  const std::int64_t n = 1 << 20;
  const Csr<double> matrix = upper_band(n);
  bitvox::test::AskedProgress factoring;
  const Factors<double> factors = ilu0(matrix, factoring);
  EXPECT_GE(factoring.times, 4);
  std::vector<double> x(static_cast<std::size_t>(n), 1);
  bitvox::test::AskedProgress solving;
  solve_lower(factors.lower, x.data(), x.data(), solving);
  solve_upper(factors.upper, factors.inverse_diagonal, x.data(), x.data(), solving);
  EXPECT_GE(solving.times, 8);
  bitvox::test::AskedProgress stopping(2);
  EXPECT_THROW(solve_lower(factors.lower, x.data(), x.data(), stopping), Cancelled);
}

// Entries on the diagonal, in the first row and in the first column.
Csr<double> arrow(std::int64_t n) {
  Coo coo = square(n);
  coo.add(0, 0, 1);
  for (std::int64_t i = 1; i < n; ++i) {
    coo.add(i, i, 4);
    coo.add(i, 0, 1 / static_cast<double>(i + 1));
    coo.add(0, i, 1 / static_cast<double>(i + 2));
  }
  return made(coo);
}

// All of a dense row's work: what it is asked per row must not grow with its length.
TEST(SparseIncomplete, ADenseRowAndColumnAreNoMoreWorkThanTheirEntries) {
  const std::int64_t n = 20000;
  const Csr<double> matrix = arrow(n);
  bitvox::test::AskedProgress factoring;
  const Factors<double> factors = ilu0(matrix, factoring);
  ASSERT_EQ(factors.failure, "");
  EXPECT_LT(factoring.times, 20);  // each time after 2^18 entries
  EXPECT_EQ(factors.upper.length(0), n - 1);
  for (const std::int64_t i : {std::int64_t{1}, n / 2, n - 1}) {
    const double below = 1 / static_cast<double>(i + 1);
    const double above = 1 / static_cast<double>(i + 2);
    EXPECT_EQ(factors.lower.at(i, 0), below);
    EXPECT_EQ(factors.inverse_diagonal[static_cast<std::size_t>(i)], 1 / (4 - below * above));
  }
}

TEST(SparseTriangular, SolvesAsEigenDoes) {
  NoProgress quiet;
  const Factors<double> factors = ilu0(test::random_matrix(129, 4, 1, 8), quiet);
  const std::vector<double> b = numbers(129, 4);
  std::vector<double> x(b.size());
  solve_lower(factors.lower, b.data(), x.data(), quiet);
  EXPECT_LT(
      (test::judge_of(factors.lower) * test::judge_of(x) + test::judge_of(x) - test::judge_of(b))
          .norm(),
      1e-12);
  std::vector<double> y(b.size());
  solve_upper(factors.upper, factors.inverse_diagonal, x.data(), y.data(), quiet);
  Eigen::VectorXd back = test::judge_of(factors.upper) * test::judge_of(y);
  for (Eigen::Index i = 0; i < back.size(); ++i) {
    back[i] +=
        y[static_cast<std::size_t>(i)] / factors.inverse_diagonal[static_cast<std::size_t>(i)];
  }
  EXPECT_LT((back - test::judge_of(x)).norm(), 1e-12);
}

}  // namespace
}  // namespace bitvox::sparse
