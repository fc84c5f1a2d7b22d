// SPDX-License-Identifier: BSD-2-Clause
// Aggregates and coarse matrices: as they are described, and the same for every engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <vector>

#include "linear_systems/aggregation.hpp"
#include "sparse_judge.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::sparse {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// Pairs as they are described in aggregation.hpp, one row after the other: the number of the pair
// of each row.
std::vector<std::int32_t> pairs_as_described(const Eigen::MatrixXd& matrix, bool leaves_out) {
  const Eigen::Index n = matrix.rows();
  constexpr Eigen::Index kNone = -1;
  std::vector<Eigen::Index> partner(at(n), kNone);
  std::vector<bool> is_done(at(n));
  for (Eigen::Index i = 0; i < n && leaves_out; ++i) {
    const double diagonal = std::abs(matrix(i, i));
    is_done[at(i)] = diagonal >= 5 * (matrix.row(i).cwiseAbs().sum() - diagonal);
  }
  const std::vector<bool> is_left_out = is_done;
  for (int round = 0; round < 16; ++round) {
    std::vector<Eigen::Index> taker(at(n), kNone);  // of each row: the one whose choice counts
    std::vector<float> bond(at(n));
    std::vector<Eigen::Index> choice(at(n), kNone);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (is_done[at(i)]) continue;
      double strongest = 0;
      for (Eigen::Index j = 0; j < n; ++j) {
        if (j != i) strongest = std::max(strongest, -matrix(i, j));
      }
      for (Eigen::Index j = i + 1; j < n; ++j) {
        const Eigen::Index best = choice[at(i)];
        if (is_done[at(j)] || -matrix(i, j) < strongest / 4 || matrix(i, j) >= 0) continue;
        if (best == kNone || -matrix(i, j) > -matrix(i, best)) choice[at(i)] = j;
      }
      const Eigen::Index j = choice[at(i)];
      if (j == kNone) continue;
      const auto now = static_cast<float>(-matrix(i, j) / strongest);
      if (now < bond[at(j)]) continue;
      bond[at(j)] = now;
      taker[at(j)] = i;
    }
    for (Eigen::Index i = 0; i < n; ++i) {  // a chain goes up: its first row comes first
      const Eigen::Index j = choice[at(i)];
      if (j == kNone || taker[at(j)] != i || is_done[at(i)]) continue;
      is_done[at(i)] = is_done[at(j)] = true;
      partner[at(i)] = j;
      partner[at(j)] = i;
    }
  }
  std::vector<std::int32_t> of(at(n), -1);
  std::int32_t count = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (is_left_out[at(i)] || of[at(i)] >= 0) continue;
    of[at(i)] = count;
    if (partner[at(i)] != kNone) of[at(partner[at(i)])] = count;
    ++count;
  }
  return of;
}

TEST(SparseAggregation, PairsRowsAsDescribed) {
  const Csr<double> matrices[] = {test::graph_laplacian(150, 2, 1),
                                  test::graph_laplacian(150, 2, 2),
                                  test::graph_laplacian(200, 5, 3),
                                  test::random_matrix(120, 4, 1.1, 7),
                                  test::grid(7, 5, 3),
                                  test::grid(200, 1, 1)};
  for (const Csr<double>& given : matrices) {
    Eigen::MatrixXd matrix = test::judge_of(given);
    std::vector<std::int32_t> expected;
    for (int pairing = 0; pairing < 3; ++pairing) {
      const std::vector<std::int32_t> of = pairs_as_described(matrix, pairing == 0);
      Eigen::MatrixXd p =
          Eigen::MatrixXd::Zero(matrix.rows(), 1 + *std::max_element(of.begin(), of.end()));
      for (std::size_t i = 0; i < of.size(); ++i) {
        if (of[i] >= 0) p(static_cast<Eigen::Index>(i), of[i]) = 1;
      }
      matrix = (p.transpose() * matrix * p).eval();
      if (pairing == 0) expected = of;
      for (std::int32_t& one : expected) {
        if (pairing > 0 && one >= 0) one = of[at(one)];
      }
    }
    NoProgress quiet;
    const Coarsening found = coarsen(given, 3, quiet);
    // Numbers are those of aggregates in the order of their first rows, or of pairs of these.
    EXPECT_EQ(found.aggregates.of, expected);
    EXPECT_LT((Eigen::MatrixXd(test::judge_of(found.matrix)) - matrix).norm(),
              1e-12 * matrix.norm());
    for (std::int64_t i = 0; i < found.aggregates.count(); ++i) {
      MemberRows rows;
      rows.fill(-1);
      std::size_t count = 0;
      for (std::size_t row = 0; row < expected.size(); ++row) {
        if (expected[row] == i) rows.at(count++) = static_cast<std::int32_t>(row);
      }
      EXPECT_EQ(found.aggregates.rows[at(i)], rows);
    }
  }
}

class SparseSetUp : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Backends, SparseSetUp,
                         testing::ValuesIn(bitvox::test::available_backends()),
                         bitvox::test::backend_name);

// Every level of the engine against one thread's, and what comes of the aggregates.
template <class T>
void expect_levels_of_one_thread(const std::string& backend, const Csr<double>& given) {
  NoProgress quiet;
  const auto engine = test::engine_of<T>(backend, 3, quiet);
  const auto set_up = engine->set_up(given);
  Csr<double> matrix = given;
  for (int level = 0;; ++level) {
    SCOPED_TRACE(level);
    ASSERT_EQ(set_up->rows(), matrix.rows);
    const Csr<double> found = set_up->matrix();
    ASSERT_EQ(found.starts, matrix.starts);
    ASSERT_EQ(found.column, matrix.column);
    ASSERT_EQ(found.value, matrix.value);
    std::vector<T> inverse;
    double largest = 0;
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      double sum = 0;
      matrix.each(i, [&](std::int64_t, double a) { sum += std::abs(a); });
      const double diagonal = matrix.at(i, i);
      inverse.push_back(diagonal == 0 ? T{0} : static_cast<T>(0.3 / diagonal));
      if (diagonal != 0) largest = std::max(largest, sum / std::abs(diagonal));
    }
    EXPECT_EQ(set_up->largest_eigenvalue(), largest > 0 ? largest : 1);
    EXPECT_EQ(engine->download(set_up->inverse_diagonal(0.3)), inverse);

    std::vector<T> x(at(matrix.rows));
    std::iota(x.begin(), x.end(), T{1});
    const Vec<T> product = engine->vector(matrix.rows);
    engine->multiply(set_up->add(), engine->vector(x), product);
    std::vector<T> expected_product;
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      T sum = 0;
      matrix.each(i, [&](std::int64_t j, double a) { sum += static_cast<T>(a) * x[at(j)]; });
      expected_product.push_back(sum);
    }
    ASSERT_EQ(engine->download(product), expected_product);

    Coarsening coarse = coarsen(matrix, 1, quiet);
    if (coarse.aggregates.count() == 0 || coarse.aggregates.count() == matrix.rows) break;
    EXPECT_FALSE(set_up->coarsen(coarse.aggregates.count() - 1).has_value());
    const auto aggregates = set_up->coarsen(coarse.aggregates.count());
    ASSERT_TRUE(aggregates.has_value());
    std::vector<T> sums(coarse.aggregates.rows.size());
    std::vector<T> spread = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::int32_t aggregate = coarse.aggregates.of[i];
      if (aggregate < 0) continue;
      sums[at(aggregate)] += x[i];
      spread[i] = T(1.9) * x[at(aggregate)] + x[i];
    }
    const Vec<T> fine = engine->vector(x);
    const Vec<T> few = engine->vector(coarse.aggregates.count());
    engine->add_up(*aggregates, fine, few);
    EXPECT_EQ(engine->download(few), sums);
    engine->add_spread(*aggregates, engine->vector(x), 1.9, fine);
    EXPECT_EQ(engine->download(fine), spread);
    matrix = std::move(coarse.matrix);
  }
}

// A row that all others are joined to.
Csr<double> hub(std::int64_t rows) {
  const std::int64_t middle = rows / 3;
  Coo matrix = test::square(rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    matrix.add(i, i, i == middle ? static_cast<double>(rows) : 2);
    if (i == middle) continue;
    matrix.add(i, middle, -1);
    matrix.add(middle, i, -1);
    if (i % 3 == 0 && i + 1 != middle) matrix.add(i, i + 1, -0.5), matrix.add(i + 1, i, -0.5);
  }
  return test::made(matrix);
}

void expect_levels_of_one_thread(const std::string& backend,
                                 std::initializer_list<Csr<double>> matrices) {
  for (const Csr<double>& matrix : matrices) {
    expect_levels_of_one_thread<double>(backend, matrix);
    expect_levels_of_one_thread<float>(backend, matrix);
  }
}

TEST_P(SparseSetUp, HasTheLevelsOfOneThread) {
  expect_levels_of_one_thread(GetParam(), {test::grid(11, 13, 7, test::Border::kNoFlux),
                                           test::grid(5, 6, 20, test::Border::kZero, 5),
                                           test::grid(2500, 1, 1), test::graph_laplacian(700, 3, 4),
                                           test::random_matrix(300, 6, 1.1, 5), hub(600)});
}

// The same with many blocks of rows.
class SparseSetUpThorough : public SparseSetUp {};
INSTANTIATE_TEST_SUITE_P(Backends, SparseSetUpThorough,
                         testing::ValuesIn(bitvox::test::available_backends()),
                         bitvox::test::backend_name);

TEST_P(SparseSetUpThorough, HasTheLevelsOfOneThread) {
  expect_levels_of_one_thread(
      GetParam(),
      {test::grid(21, 33, 15, test::Border::kNoFlux),
       test::grid(12, 12, 40, test::Border::kZero, 5), test::grid(20000, 1, 1),
       test::graph_laplacian(5000, 3, 4), test::random_matrix(2000, 6, 1.1, 5), hub(3000)});
}

}  // namespace
}  // namespace bitvox::sparse
