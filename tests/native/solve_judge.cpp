// SPDX-License-Identifier: BSD-2-Clause
#include "solve_judge.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include "sparse_judge.hpp"

namespace bitvox::solve::judge {

using sparse::test::judge_of;

std::vector<double> direct_solution(const Csr<double>& matrix, const std::vector<double>& b) {
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  lu.compute(Eigen::SparseMatrix<double>(judge_of(matrix)));
  EXPECT_EQ(lu.info(), Eigen::Success);
  const Eigen::VectorXd x = lu.solve(judge_of(b));
  return {x.begin(), x.end()};
}

std::vector<double> dense_solution(const Csr<double>& matrix, const std::vector<double>& b) {
  const Eigen::VectorXd x = Eigen::MatrixXd(judge_of(matrix)).lu().solve(judge_of(b));
  return {x.begin(), x.end()};
}

std::vector<double> pseudo_solution(const Csr<double>& matrix, const std::vector<double>& b) {
  const Eigen::MatrixXd dense = judge_of(matrix);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(dense);
  Eigen::VectorXd inverse = eigen.eigenvalues();
  const double largest = inverse.maxCoeff();
  for (double& value : inverse) value = value > 1e-11 * largest ? 1 / value : 0;
  const Eigen::VectorXd x =
      eigen.eigenvectors() * inverse.cwiseProduct(eigen.eigenvectors().transpose() * judge_of(b));
  return {x.begin(), x.end()};
}

double residual(const Csr<double>& matrix, const std::vector<double>& x,
                const std::vector<double>& b) {
  const Eigen::VectorXd right = judge_of(b);
  return (right - judge_of(matrix) * judge_of(x)).norm() / right.norm();
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& expected) {
  const Eigen::VectorXd right = judge_of(expected);
  return (judge_of(x) - right).lpNorm<Eigen::Infinity>() / right.lpNorm<Eigen::Infinity>();
}

double distance(const std::vector<double>& x, const std::vector<double>& expected) {
  const Eigen::VectorXd right = judge_of(expected);
  return (judge_of(x) - right).norm() / right.norm();
}

}  // namespace bitvox::solve::judge
