// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/solve/solve.hpp"

namespace bitvox::solve {

// Each throws InvalidInput for what cannot be solved, or be done.
void check_matrix(const sparse::Properties& properties);
// Numbers that 32-bit floats do not hold. Throws Cancelled too.
void check_single(const sparse::Csr<double>& matrix, Progress& progress);
// is_made: it was not given.
void check_right_side(const sparse::Csr<double>& matrix, const std::vector<double>& b,
                      bool is_made);
// x that is too large to be written down.
void check_solution(const std::vector<double>& x);

}  // namespace bitvox::solve
