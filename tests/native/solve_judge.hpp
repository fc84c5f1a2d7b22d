// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "linear_systems/csr.hpp"

// What Eigen makes of the systems that are given to solve(). Apart from the tests, as it takes a
// compiler longer than all of them.
namespace bitvox::solve::judge {

using sparse::Csr;

// Direct solutions, of a sparse matrix and of a dense one. The first is a failure of the test where
// there is none.
std::vector<double> direct_solution(const Csr<double>& matrix, const std::vector<double>& b);
std::vector<double> dense_solution(const Csr<double>& matrix, const std::vector<double>& b);

// That of the pseudo-inverse of a symmetric matrix, by all eigenvectors.
std::vector<double> pseudo_solution(const Csr<double>& matrix, const std::vector<double>& b);

// The true residual.
double residual(const Csr<double>& matrix, const std::vector<double>& x,
                const std::vector<double>& b);

// Of the largest difference, and of all, relative to what is expected.
double largest_difference(const std::vector<double>& x, const std::vector<double>& expected);
double distance(const std::vector<double>& x, const std::vector<double>& expected);

}  // namespace bitvox::solve::judge
