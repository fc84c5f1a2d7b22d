// SPDX-License-Identifier: BSD-2-Clause
// What the GPU sees of a matrix is what the CPU sees of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/backends/built_with_cuda.hpp"
#include "core/backends/dispatch.hpp"
#include "linear_systems/on_gpu.hpp"
#include "linear_systems/properties.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::sparse {
namespace {

void expect_seen(const Csr<double>& matrix) {
  if constexpr (kBuiltWithCuda) {
    NoProgress quiet;
    const auto on_gpu = copy_to_gpu(matrix, 3, quiet);
    ASSERT_NE(on_gpu, nullptr);
    const Properties found = properties_on_gpu(*on_gpu, quiet);
    const Properties expected = properties_of(matrix, 3, quiet);
    EXPECT_EQ(found.rows, expected.rows);
    EXPECT_EQ(found.entries, expected.entries);
    EXPECT_EQ(found.longest_row, expected.longest_row);
    EXPECT_EQ(found.bandwidth, expected.bandwidth);
    EXPECT_EQ(found.pattern_symmetric, expected.pattern_symmetric);
    EXPECT_EQ(found.symmetric, expected.symmetric);
    EXPECT_EQ(found.skew_symmetric, expected.skew_symmetric);
    EXPECT_EQ(found.zero_diagonal, expected.zero_diagonal);
    EXPECT_EQ(found.positive_diagonal, expected.positive_diagonal);
    EXPECT_EQ(found.empty_row, expected.empty_row);
    EXPECT_EQ(found.empty_column, expected.empty_column);
    EXPECT_EQ(found.dominant, expected.dominant);
    EXPECT_EQ(found.strictly_dominant, expected.strictly_dominant);
    EXPECT_EQ(found.nonpositive_off_diagonal, expected.nonpositive_off_diagonal);
    EXPECT_EQ(found.zeros, expected.zeros);
    EXPECT_EQ(found.components, expected.components);
    EXPECT_EQ(found.laplacian, expected.laplacian);
    EXPECT_EQ(found.singular, expected.singular);
    EXPECT_EQ(found.singular_components, expected.singular_components);
  }
}

TEST(SparseOnGpu, IsSeenAsOnTheCpu) {
  const std::vector<std::string> backends = bitvox::test::available_backends();
  if (std::find(backends.begin(), backends.end(), "cuda") == backends.end()) {
    GTEST_SKIP() << "no GPU";
  }
  expect_seen(test::grid(41, 33, 25, test::Border::kNoFlux));
  expect_seen(test::grid(12, 12, 40, test::Border::kZero, 5));
  expect_seen(test::grid(300000, 1, 1));
  expect_seen(test::graph_laplacian(5000, 3, 4));
  expect_seen(test::random_matrix(2000, 6, 0.9, 5));
  Coo parts = test::square(60000);  // small ones, some of which have a ground
  for (std::int64_t i = 0; i < parts.rows; ++i) {
    parts.add(i, i, i % 5000 == 7 ? 3 : i % 3 == 1 ? 2 : 1);
    if (i % 3 == 0) continue;
    parts.add(i, i - 1, -1);
    parts.add(i - 1, i, -1);
  }
  expect_seen(test::made(parts));
  Coo columns = test::square(20000);  // one of which is empty
  for (std::int64_t i = 0; i < columns.rows; ++i) columns.add(i, i == 12345 ? 3 : i, 1);
  expect_seen(test::made(columns));
  Coo zeros = test::square(1000);
  for (std::int64_t i = 1; i < zeros.rows; ++i) {
    if (i % 7 != 0) zeros.add(i, i, static_cast<double>(i % 5 - 1));
    zeros.add(i, i - 1, i % 9 == 0 ? 0 : 2);
    zeros.add(i - 1, i, 2);
  }
  expect_seen(test::made(zeros));
  Coo skew = test::square(1000);
  for (std::int64_t i = 1; i < skew.rows; ++i) skew.add(i, i - 1, 2), skew.add(i - 1, i, -2);
  expect_seen(test::made(skew));
}

}  // namespace
}  // namespace bitvox::sparse
