// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// What a square matrix can be seen to be by one look at its entries. One that is 0 is as good as
// none, but for the number of entries, the longest row and the bandwidth.
struct Properties {
  std::int64_t rows = 0;
  std::int64_t entries = 0;
  std::int64_t longest_row = 0;
  std::int64_t bandwidth = 0;  // largest |i - j| of an entry
  bool pattern_symmetric = false;
  bool symmetric = false;          // bit for bit
  bool skew_symmetric = false;     // A = -A^T
  std::int64_t zero_diagonal = 0;  // rows without a diagonal entry other than 0
  bool positive_diagonal = false;  // all of it
  std::int64_t empty_row = -1;     // the first row of zeros, from 0; -1: there is none
  std::int64_t empty_column = -1;
  // "Up to rounding" is here and below: up to 2.2e-16 for each entry of the row times the sum of
  // its magnitudes. |a_ii| against the sum of the others of row i, up to rounding: at least as
  // large everywhere, and larger everywhere.
  bool dominant = false;
  bool strictly_dominant = false;
  bool nonpositive_off_diagonal = false;
  bool zeros = false;  // some entry off the diagonal is 0
  // Where the matrix is symmetric: of its graph, the parts that no entry joins to others.
  std::int64_t components = 0;

  // A graph Laplacian: symmetric, off the diagonal no entry above 0, rows that add up to 0 up
  // to rounding.
  bool laplacian = false;

  // The number, from 0, of each row's component if all of its rows add up to 0 up to rounding, so
  // that the matrix takes a constant on it to 0; else -1. Empty where there is no such component.
  std::vector<std::int32_t> singular;
  std::int64_t singular_components = 0;

  // By Gershgorin: symmetric, dominant, positive diagonal.
  bool semidefinite() const { return symmetric && dominant && positive_diagonal; }
  // "symmetric, positive definite (strictly diagonally dominant), a graph Laplacian"
  std::string words() const;
};

// Throws InvalidInput unless it is.
void require_square(const Csr<double>& matrix);

// Throws InvalidInput unless the matrix is square, Cancelled. On the GPU: see on_gpu.hpp.
Properties properties_of(const Csr<double>& matrix, int threads, Progress& progress);

}  // namespace bitvox::sparse
