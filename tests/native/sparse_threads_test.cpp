// SPDX-License-Identifier: BSD-2-Clause
// What many threads see of a matrix, and make of it, is what one does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linear_systems/aggregation.hpp"
#include "linear_systems/properties.hpp"
#include "sparse_judge.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::sparse {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// The Laplacian of a graph of a large part and many small ones, of which some do not take constants
// to 0.
Csr<double> parts_of_a_graph() {
  constexpr std::int64_t kRows = 30000;
  Coo coo = test::square(kRows);
  test::Random random(5);
  for (std::int64_t i = 0; i < kRows; ++i) {
    coo.add(i, i, i % 3000 == 7 ? 1 : 0);
    const std::int64_t j = random.below(kRows);
    if (i % 5 > 2 || j == i) continue;
    const auto weight = static_cast<double>(1 + random.below(9));
    coo.add(i, j, -weight);
    coo.add(j, i, -weight);
    coo.add(i, i, weight);
    coo.add(j, j, weight);
  }
  return test::made(coo);
}

// The least row of the part of every row, by going on until nothing changes.
std::vector<std::int64_t> least_rows(const Csr<double>& matrix) {
  std::vector<std::int64_t> least(at(matrix.rows));
  std::iota(least.begin(), least.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      matrix.each(i, [&](std::int64_t j, double) {
        if (least[at(j)] >= least[at(i)]) return;
        least[at(i)] = least[at(j)];
        changed = true;
      });
    }
  }
  return least;
}

TEST(SparseThreads, FindTheSameParts) {
  const Csr<double> matrix = parts_of_a_graph();
  const std::vector<std::int64_t> least = least_rows(matrix);
  std::vector<bool> is_regular(at(matrix.rows));
  for (std::int64_t i = 7; i < matrix.rows; i += 3000) is_regular[at(least[at(i)])] = true;
  std::int64_t parts = 0;
  std::int32_t singular = 0;
  std::vector<std::int32_t> number(at(matrix.rows), -1);
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    if (least[at(i)] != i) continue;
    ++parts;
    if (!is_regular[at(i)]) number[at(i)] = singular++;
  }
  EXPECT_GT(singular, 1000);
  EXPECT_LT(singular, parts);
  NoProgress quiet;
  for (const int threads : {1, 2, 7}) {
    const Properties found = properties_of(matrix, threads, quiet);
    EXPECT_EQ(found.components, parts);
    EXPECT_EQ(found.singular_components, singular);
    ASSERT_EQ(std::ssize(found.singular), matrix.rows);
    for (std::int64_t i = 0; i < matrix.rows; ++i) {
      ASSERT_EQ(found.singular[at(i)], number[at(least[at(i)])]) << i << ", threads " << threads;
    }
  }
}

TEST(SparseThreads, FindTheEmptyColumn) {
  Coo coo = test::square(20000);
  for (std::int64_t i = 0; i < coo.rows; ++i) coo.add(i, i == 12345 ? 3 : i, 1);
  NoProgress quiet;
  for (const int threads : {1, 7}) {
    const Properties found = properties_of(test::made(coo), threads, quiet);
    EXPECT_FALSE(found.pattern_symmetric);
    EXPECT_EQ(found.empty_column, 12345);
    EXPECT_EQ(found.empty_row, -1);
  }
}

TEST(SparseThreads, MakeTheSameAggregates) {
  NoProgress quiet;
  for (const Csr<double>& matrix : {parts_of_a_graph(), test::grid(40, 30, 20)}) {
    const Coarsening expected = coarsen(matrix, 1, quiet);
    const Coarsening found = coarsen(matrix, 7, quiet);
    EXPECT_EQ(found.aggregates.count, expected.aggregates.count);
    EXPECT_EQ(found.aggregates.of, expected.aggregates.of);
    EXPECT_EQ(found.matrix.starts, expected.matrix.starts);
    EXPECT_EQ(found.matrix.column, expected.matrix.column);
    EXPECT_EQ(found.matrix.value, expected.matrix.value);
  }
}

// Rows as they are described: each in turn is paired with the free one that it is most strongly
// joined to, of equal ones the first.
std::vector<std::int32_t> pairs_in_order(const Eigen::MatrixXd& matrix, bool leaves_out) {
  const Eigen::Index n = matrix.rows();
  std::vector<std::int32_t> of(static_cast<std::size_t>(n), -2);
  for (Eigen::Index i = 0; i < n && leaves_out; ++i) {
    const double diagonal = std::abs(matrix(i, i));
    if (diagonal >= 5 * (matrix.row(i).cwiseAbs().sum() - diagonal)) of[at(i)] = -1;
  }
  std::int32_t count = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (of[at(i)] != -2) continue;
    double strongest = 0, best = 0;
    Eigen::Index partner = i;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j == i) continue;
      strongest = std::max(strongest, -matrix(i, j));
      if (of[at(j)] != -2 || -matrix(i, j) <= best) continue;
      best = -matrix(i, j);
      partner = j;
    }
    of[at(i)] = count;
    if (best >= strongest / 4) of[at(partner)] = count;
    ++count;
  }
  return of;
}

TEST(SparseThreads, RowsChooseInOrder) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Csr<double> given = test::graph_laplacian(150, 2, seed);
    Eigen::MatrixXd matrix = test::judge_of(given);
    std::vector<std::int32_t> expected;
    for (int pairing = 0; pairing < 3; ++pairing) {
      const std::vector<std::int32_t> of = pairs_in_order(matrix, pairing == 0);
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
    EXPECT_EQ(coarsen(given, 3, quiet).aggregates.of, expected);
  }
}

}  // namespace
}  // namespace bitvox::sparse
