// SPDX-License-Identifier: BSD-2-Clause
// What many threads see of a matrix, and make of it, is what one does.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "linear_systems/aggregation.hpp"
#include "linear_systems/properties.hpp"
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
    EXPECT_EQ(found.aggregates.rows, expected.aggregates.rows);
    EXPECT_EQ(found.aggregates.of, expected.aggregates.of);
    EXPECT_EQ(found.matrix.starts, expected.matrix.starts);
    EXPECT_EQ(found.matrix.column, expected.matrix.column);
    EXPECT_EQ(found.matrix.value, expected.matrix.value);
  }
}

}  // namespace
}  // namespace bitvox::sparse
