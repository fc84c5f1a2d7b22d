// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "linear_systems/csr.hpp"

// Matrices and vectors for Eigen, which judges what is computed of them.
namespace bitvox::sparse::test {

using Judge = Eigen::SparseMatrix<double, Eigen::RowMajor>;

inline Judge judge_of(const Csr<double>& matrix) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    matrix.each(i, [&](std::int64_t j, double a) {
      entries.emplace_back(static_cast<int>(i), static_cast<int>(j), a);
    });
  }
  Judge judge(static_cast<int>(matrix.rows), static_cast<int>(matrix.columns));
  judge.setFromTriplets(entries.begin(), entries.end());
  return judge;
}

inline Eigen::VectorXd judge_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace bitvox::sparse::test
