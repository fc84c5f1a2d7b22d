// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cmath>
#include <limits>
#include <map>

#include "asked_progress.hpp"
#include "linear_systems/aggregation.hpp"
#include "linear_systems/chebyshev.hpp"
#include "linear_systems/how_far.hpp"
#include "linear_systems/properties.hpp"
#include "linear_systems/sell.hpp"
#include "refusal.hpp"
#include "sparse_judge.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::sparse {
namespace {

using test::made;
using test::number;
using test::numbers;
using test::Random;
using test::square;

Properties properties(const Csr<double>& matrix) {
  NoProgress quiet;
  return properties_of(matrix, 2, quiet);
}

TEST(SparseCsr, SortsRowsAndAddsUpWhatIsGivenTwice) {
  Coo coo;
  coo.rows = 3;
  coo.columns = 4;
  coo.add(2, 3, 5);
  coo.add(0, 2, 1);
  coo.add(2, 0, 7);
  coo.add(0, 2, 0.5);
  const Csr<double> csr = made(coo);
  EXPECT_EQ(csr.starts, (std::vector<std::int64_t>{0, 1, 1, 3}));
  EXPECT_EQ(csr.column, (std::vector<std::int32_t>{2, 0, 3}));
  EXPECT_EQ(csr.value, (std::vector<double>{1.5, 7, 5}));
  EXPECT_EQ(csr.at(2, 3), 5);
  EXPECT_EQ(csr.at(1, 3), 0);
  const Csr<double> again = made(to_coo(csr));
  EXPECT_EQ(again.column, csr.column);
  EXPECT_EQ(again.value, csr.value);
}

// One that is long enough to be sorted in steps between which it can be stopped.
TEST(SparseCsr, SortsALongRowAsAnyOther) {
  constexpr std::int64_t kColumns = 1 << 20;
  Coo coo;
  coo.rows = 1;
  coo.columns = kColumns;
  Random random(1);
  for (std::int64_t k = 0; k < kColumns; ++k) coo.add(0, random.below(kColumns), number(random));
  bitvox::test::AskedProgress sorting;
  const Csr<double> csr = to_csr(coo, sorting);
  EXPECT_GE(sorting.times, 4 * 6);  // twice through all to the rows, and four times to sort them
  std::map<std::int32_t, double> sums;
  for (std::size_t k = 0; k < coo.value.size(); ++k) sums[coo.column[k]] += coo.value[k];
  ASSERT_EQ(csr.entries(), std::ssize(sums));
  std::size_t at = 0;
  for (const auto& [column, sum] : sums) {
    ASSERT_EQ(csr.column[at], column);
    ASSERT_EQ(csr.value[at++], sum);  // in the order in which they were given
  }
}

TEST(SparseCsr, RefusesEntriesOutsideTheMatrix) {
  Coo coo = square(3);
  coo.add(1, 3, 1);
  NoProgress quiet;
  EXPECT_EQ(bitvox::test::refusal([&] { to_csr(coo, quiet); }),
            "entry 0 is at (1, 3), outside the matrix of 3 x 3; rows and columns count from 0");
}

TEST(SparseCsr, RefusesWhatIsNotFinite) {
  const auto refusal = [](const Coo& coo) { return bitvox::test::refusal([&] { made(coo); }); };
  Coo coo = square(3);
  coo.add(1, 2, 1.7e308);
  coo.add(1, 2, 1.7e308);
  EXPECT_EQ(
      refusal(coo),
      "the entries of row 2, column 3 (from 1), which is given more than once, add up to more "
      "than a 64-bit float holds");
  coo.value[1] = NAN;
  EXPECT_EQ(refusal(coo), "entry 1 is nan; use finite numbers");
}

TEST(SparseCsr, TasksOfLongRowsAreShort) {
  EXPECT_EQ(rows_a_task(1 << 20, 7 << 20), 4096);
  EXPECT_EQ(rows_a_task(8192, std::int64_t{8192} * 8192), 3);
  EXPECT_EQ(rows_a_task(1, std::int64_t{1} << 40), 1);
  EXPECT_EQ(rows_a_task(0, 0), 4096);
}

TEST(SparseCsr, TransposesAsEigenDoes) {
  NoProgress quiet;
  for (const std::int64_t n : {1, 2, 63, 200}) {
    const Csr<double> matrix = test::random_matrix(n, 3, 1, static_cast<std::uint64_t>(n));
    const test::Judge expected = test::judge_of(matrix).transpose();
    EXPECT_EQ((test::judge_of(transposed(matrix, quiet)) - expected).norm(), 0);
  }
}

// Entry k of row i is number starts[i / 32] + 32 k + i % 32.
TEST(SparseSell, HasEveryEntryInItsLane) {
  NoProgress quiet;
  for (const std::int64_t n : {1, 31, 32, 33, 127, 128, 129}) {
    const Csr<double> matrix = test::random_matrix(n, 4, 1, static_cast<std::uint64_t>(n));
    const Sell<double> sell = to_sell(matrix, 2, quiet);
    ASSERT_EQ(sell.stored(), stored_in_sell(matrix));
    double all = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      std::int64_t at = sell.starts[static_cast<std::size_t>(i / kSlice)] + i % kSlice;
      matrix.each(i, [&](std::int64_t j, double a) {
        EXPECT_EQ(sell.column[static_cast<std::size_t>(at)], j);
        EXPECT_EQ(sell.value[static_cast<std::size_t>(at)], a);
        all += std::abs(a);
        at += kSlice;
      });
    }
    double stored = 0;
    for (const double value : sell.value) stored += std::abs(value);
    EXPECT_NEAR(stored, all, 1e-9 * all) << "what fills up is not 0";
  }
}

TEST(SparseProperties, SayWhatAMatrixIs) {
  EXPECT_EQ(properties(test::grid(5, 4, 3)).words(),
            "symmetric, diagonally dominant, positive semidefinite or definite");
  EXPECT_EQ(properties(test::grid(9, 9, 1, test::Border::kNoFlux)).words(),
            "symmetric, diagonally dominant, positive semidefinite, a graph Laplacian, singular "
            "(constants)");
  EXPECT_EQ(properties(test::grid(5, 5, 5, test::Border::kZero, 0.5)).words(),
            "not symmetric, of symmetric pattern, diagonally dominant");
  EXPECT_EQ(properties(test::random_matrix(50, 3, 2, 1)).words(),
            "not symmetric, strictly diagonally dominant");
  Coo coo = square(4);  // two pairs that nothing joins, one of them singular; no diagonal but two
  coo.add(0, 1, 2);
  coo.add(1, 0, -2);
  coo.add(2, 3, 1);
  coo.add(3, 2, -1);
  EXPECT_EQ(properties(made(coo)).words(), "skew-symmetric, 4 zeros on the diagonal");
}

// Of a row that rounding alone keeps from adding up to 0, and of one that something small does.
TEST(SparseProperties, KnowRoundingFromSmallNumbers) {
  const auto pair = [](double first, double link, double second) {
    Coo coo = square(2);
    coo.add(0, 0, first), coo.add(0, 1, link), coo.add(1, 0, link), coo.add(1, 1, second);
    return properties(made(coo));
  };
  EXPECT_EQ(pair(1e12 + 1, -1e12, 1e12).words(),
            "symmetric, diagonally dominant, positive semidefinite or definite");
  EXPECT_EQ(pair(1e12 + 1, -1e12, 1e12 + 1).words(),
            "symmetric, strictly diagonally dominant, positive definite");
  EXPECT_EQ(pair(1e12 - 1, -1e12, 1e12).words(), "symmetric, positive diagonal");
  EXPECT_EQ(pair(1.7e308, -1e308, 1.7e308).singular_components, 0);
  EXPECT_EQ(pair(1 + 0x1p-52, -1, 1).singular_components, 1);
  EXPECT_TRUE(properties(test::graph_laplacian(300, 40, 1)).laplacian);
}

TEST(SparseProperties, EntriesOfZeroAreNone) {
  Coo coo = square(2);
  coo.add(0, 0, 1);
  coo.add(0, 1, 0);
  coo.add(1, 1, 2);
  const Properties found = properties(made(coo));
  EXPECT_TRUE(found.symmetric);
  EXPECT_TRUE(found.zeros);
  EXPECT_EQ(found.components, 2);
}

TEST(SparseProperties, FindPartsThatTakeConstantsToZero) {
  Coo coo = square(6);
  for (const std::int64_t i : {0, 3}) {  // 0-2 is regular, 3-5 is not
    for (std::int64_t k = 0; k < 2; ++k) {
      coo.add(i + k, i + k, 1);
      coo.add(i + k + 1, i + k + 1, 1);
      coo.add(i + k, i + k + 1, -1);
      coo.add(i + k + 1, i + k, -1);
    }
  }
  coo.add(1, 1, 0.5);
  const Properties found = properties(made(coo));
  EXPECT_EQ(found.components, 2);
  EXPECT_EQ(found.singular_components, 1);
  EXPECT_EQ(found.singular, (std::vector<std::int32_t>{-1, -1, -1, 0, 0, 0}));
  EXPECT_FALSE(found.laplacian);
}

// Blocks of 2 x 2 x 2 on a grid, and the coarse matrix is P^T A P.
TEST(SparseAggregation, MakesBlocksOfAGrid) {
  NoProgress quiet;
  const Csr<double> matrix = test::grid(8, 6, 4);
  const Coarsening coarse = coarsen(matrix, 2, quiet);
  EXPECT_EQ(coarse.aggregates.count(), 4 * 3 * 2);
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    const std::int64_t x = i % 8 / 2;
    const std::int64_t y = i / 8 % 6 / 2;
    const std::int64_t z = i / 48 / 2;
    const std::int64_t first = (2 * z * 6 + 2 * y) * 8 + 2 * x;
    EXPECT_EQ(coarse.aggregates.of[static_cast<std::size_t>(i)],
              coarse.aggregates.of[static_cast<std::size_t>(first)]);
  }
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(matrix.rows, coarse.aggregates.count());
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    p(i, coarse.aggregates.of[static_cast<std::size_t>(i)]) = 1;
  }
  const Eigen::MatrixXd expected = p.transpose() * test::judge_of(matrix) * p;
  EXPECT_LT((Eigen::MatrixXd(test::judge_of(coarse.matrix)) - expected).norm(), 1e-12);
}

TEST(SparseChebyshev, IsSmallOnItsInterval) {
  for (const int degree : {1, 2, 3, 8}) {
    const Chebyshev<double> polynomial{0.25, 2, degree};
    double worst = 0;
    for (double eigenvalue = 0.25; eigenvalue <= 2; eigenvalue += 0.01) {
      double error = 1;  // of one eigenvector, from 0 to 1
      double step = 0;
      polynomial.each(0, [&](double keep, double factor) {
        step = keep * step + factor * eigenvalue * error;
        error -= step;
      });
      worst = std::max(worst, std::abs(error));
    }
    const double middle = (2 + 0.25) / (2 - 0.25);
    const double expected = 1 / std::cosh(degree * std::acosh(middle));
    EXPECT_NEAR(worst, expected, 0.01 * expected) << degree;
  }
}

TEST(SparseHowFar, CountsOrdersOfMagnitudeAndNeverGoesBack) {
  HowFar how_far(1e-4);
  EXPECT_EQ(how_far.done(), 0);
  std::vector<std::int64_t> done;
  for (const double error :
       {std::numeric_limits<double>::infinity(), 100.0, 0.1, 10.0, 0.0, 1e-5}) {
    how_far.add(error);
    done.push_back(how_far.done());
  }
  EXPECT_EQ(done, (std::vector<std::int64_t>{0, 0, 495, 495, 495, 990}));
  HowFar nowhere(2);  // the first error is small enough
  nowhere.add(1);
  EXPECT_EQ(nowhere.done(), 0);
}

}  // namespace
}  // namespace bitvox::sparse
