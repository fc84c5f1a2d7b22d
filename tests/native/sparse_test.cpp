// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cmath>
#include <limits>
#include <map>

#include "bits.hpp"
#include "core/error.hpp"
#include "linear_systems/aggregation.hpp"
#include "linear_systems/chebyshev.hpp"
#include "linear_systems/dense.hpp"
#include "linear_systems/engine.hpp"
#include "linear_systems/how_far.hpp"
#include "linear_systems/incomplete.hpp"
#include "linear_systems/properties.hpp"
#include "linear_systems/sell.hpp"
#include "linear_systems/triangular.hpp"
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

// How often it was asked whether to go on, and from when on it says no.
class Asked final : public Progress {
 public:
  explicit Asked(std::int64_t most = std::numeric_limits<std::int64_t>::max()) : most_(most) {}
  void report(std::int64_t, std::int64_t) override {
    if (++times >= most_) throw Cancelled();
  }
  std::int64_t times = 0;

 private:
  std::int64_t most_;
};

// One that is long enough to be sorted in steps between which it can be stopped.
TEST(SparseCsr, SortsALongRowAsAnyOther) {
  constexpr std::int64_t kColumns = 1 << 20;
  Coo coo;
  coo.rows = 1;
  coo.columns = kColumns;
  Random random(1);
  for (std::int64_t k = 0; k < kColumns; ++k) coo.add(0, random.below(kColumns), number(random));
  Asked sorting;
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
  Asked factoring;
  const Factors<double> factors = ilu0(matrix, factoring);
  EXPECT_GE(factoring.times, 4);
  std::vector<double> x(static_cast<std::size_t>(n), 1);
  Asked solving;
  solve_lower(factors.lower, x.data(), x.data(), solving);
  solve_upper(factors.upper, factors.inverse_diagonal, x.data(), x.data(), solving);
  EXPECT_GE(solving.times, 8);
  Asked stopping(2);
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
  Asked factoring;
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

// Blocks of 2 x 2 x 2 on a grid, and the coarse matrix is P^T A P.
TEST(SparseAggregation, MakesBlocksOfAGrid) {
  NoProgress quiet;
  const Csr<double> matrix = test::grid(8, 6, 4);
  const Coarsening coarse = coarsen(matrix, 2, quiet);
  EXPECT_EQ(coarse.aggregates.count, 4 * 3 * 2);
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    const std::int64_t x = i % 8 / 2;
    const std::int64_t y = i / 8 % 6 / 2;
    const std::int64_t z = i / 48 / 2;
    const std::int64_t first = (2 * z * 6 + 2 * y) * 8 + 2 * x;
    EXPECT_EQ(coarse.aggregates.of[static_cast<std::size_t>(i)],
              coarse.aggregates.of[static_cast<std::size_t>(first)]);
  }
  const test::Judge p = test::judge_of(prolongation<double>(coarse.aggregates));
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

// ---- Engines -----------------------------------------------------------------------------------

class SparseEngine : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Backends, SparseEngine,
                         testing::ValuesIn(bitvox::test::available_backends()),
                         bitvox::test::backend_name);

template <class T>
std::vector<T> as(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// All that an engine can do, one after the other.
template <class T>
bitvox::test::Bits all_of(Engine<T>& engine, const Csr<double>& matrix) {
  bitvox::test::Bits bits;
  const std::int64_t n = matrix.rows;
  const MatrixId a = engine.add(converted<T>(matrix));
  const Vec<T> x = engine.vector(as<T>(numbers(n, 1)));
  const Vec<T> y = engine.vector(as<T>(numbers(n, 2)));
  const Vec<T> z = engine.vector(as<T>(numbers(n, 3)));
  const Vec<T> out = engine.vector(n);
  const Vec<T> step = engine.vector(n);
  const auto see = [&](Vec<T> vector) { bits.add(engine.download(vector)); };
  bits.add(engine.dot(x, y));
  engine.multiply(a, x, out), see(out);
  bits.add(engine.multiply_dot(a, y, out, z)), see(out);
  bits.add(engine.multiply_dot(a, y, out, out));
  engine.residual(a, x, y, out), see(out);
  engine.add_multiplied(a, x, 1.9, out), see(out);
  engine.combine(out, {{0.3, x}}), see(out);
  engine.combine(out, {{0.3, x}, {-0.7, out}}), see(out);
  bits.add(engine.combine_dot(out, {{1, out}, {0.1, y}, {2, z}}, out)), see(out);
  bits.add(engine.combine_dot(out, {{1, out}, {0.1, y}}, z)), see(out);
  engine.scale(x, y, out), see(out);
  bits.add(engine.scale_dot(x, y, out, y)), see(out);
  for (const double keep : {0.0, 0.4}) {
    engine.smooth(a, x, y, keep, 0.8, step, z, out);
    see(step), see(out);
  }
  return bits;
}

template <class T>
void expect_obvious(Engine<T>& engine, const Csr<double>& matrix) {
  const auto judge = test::judge_of(matrix);
  const std::vector<double> x = numbers(matrix.rows, 1);
  const std::vector<double> y = numbers(matrix.rows, 2);
  const MatrixId a = engine.add(converted<T>(matrix));
  const Vec<T> at = engine.vector(as<T>(x));
  const Vec<T> b = engine.vector(as<T>(y));
  const Vec<T> out = engine.vector(matrix.rows);
  engine.residual(a, at, b, out);
  const Eigen::VectorXd expected = test::judge_of(y) - judge * test::judge_of(x);
  const std::vector<T> found = engine.download(out);
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    worst = std::max(
        worst, std::abs(static_cast<double>(found[i]) - expected[static_cast<Eigen::Index>(i)]));
  }
  const double tiny = sizeof(T) == 8 ? 1e-13 : 1e-5;
  EXPECT_LT(worst, tiny * 10);
  EXPECT_NEAR(engine.dot(at, b), test::judge_of(x).dot(test::judge_of(y)),
              tiny * std::sqrt(static_cast<double>(matrix.rows)) * 10);
}

template <class T>
void expect_same_everywhere(const std::string& backend) {
  NoProgress quiet;
  for (const std::int64_t n : {1, 31, 33, 255, 256, 257, 40000}) {
    SCOPED_TRACE(n);
    const Csr<double> matrix = test::random_matrix(n, 5, 1, static_cast<std::uint64_t>(n));
    const auto expected = all_of(*test::engine_of<T>("scalar", 1, quiet), matrix);
    for (const DeviceFormat format : {DeviceFormat::kCsr, DeviceFormat::kSell}) {
      const auto engine = test::engine_of<T>(backend, 3, quiet, format);
      EXPECT_TRUE(all_of(*engine, matrix) == expected);
    }
    expect_obvious(*test::engine_of<T>(backend, 3, quiet), matrix);
  }
  // Of rows so long that a thread takes few of them at once.
  const Csr<double> dense = test::random_matrix(700, 500, 1, 9);
  EXPECT_TRUE(all_of(*test::engine_of<T>(backend, 3, quiet), dense) ==
              all_of(*test::engine_of<T>("scalar", 1, quiet), dense));
}

TEST_P(SparseEngine, DoesTheSameInDoubleEverywhere) { expect_same_everywhere<double>(GetParam()); }
TEST_P(SparseEngine, DoesTheSameInFloatEverywhere) { expect_same_everywhere<float>(GetParam()); }

TEST_P(SparseEngine, GivesVectorsBack) {
  NoProgress quiet;
  const auto engine = test::engine_of<double>(GetParam(), 2, quiet);
  const Vec<double> kept = engine->vector(numbers(100, 1));
  const std::size_t mark = engine->mark();
  engine->vector(1000);
  engine->release(mark);
  EXPECT_EQ(engine->download(kept), numbers(100, 1));
  EXPECT_EQ(engine->download(engine->vector(50)), std::vector<double>(50));
}

}  // namespace
}  // namespace bitvox::sparse
