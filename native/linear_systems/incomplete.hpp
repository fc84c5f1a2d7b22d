// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// A = (L + I) (U + D), nearly: L below the diagonal, U above it, of D the inverses.
template <class T>
struct Factors {
  Csr<T> lower;
  Csr<T> upper;
  std::vector<T> inverse_diagonal;
  // Empty, or why there are no factors: "row 7 (from 1) has the pivot 0", of A as it is.
  std::string failure;
  // What was added to the diagonal, as a part of it.
  double shift = 0;
};

// No entry where A has none. Rows by their columns, of A as it stands.
Factors<double> ilu0(const Csr<double>& matrix, Progress& progress);

// With fill: entries of a row below `drop` times its norm are left out, and of the rest the `most`
// largest ones are kept in each of L and U (a tie: the one further to the left).
// Y. Saad, "ILUT: a dual threshold incomplete LU factorization", Numerical Linear Algebra with
// Applications 1 (1994) 387-402.
Factors<double> ilut(const Csr<double>& matrix, int most, double drop, Progress& progress);

// Incomplete Cholesky, as L D L^T with D > 0: of a symmetric matrix ILU(0) is that. Where a pivot
// is not above 0, a growing part of the diagonal is added to it.
// T. A. Manteuffel, "An incomplete factorization technique for positive definite linear systems",
// Mathematics of Computation 34 (1980) 473-497.
Factors<double> ic0(const Csr<double>& matrix, Progress& progress);

}  // namespace bitvox::sparse
