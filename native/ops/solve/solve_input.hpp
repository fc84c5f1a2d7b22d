// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/solve/solve.hpp"

namespace bitvox::solve {

// Each throws InvalidInput for what cannot be solved, or be done; those of threads Cancelled too.
void check_matrix(const sparse::Properties& properties);
// Numbers that 32-bit floats do not hold.
void check_single(const sparse::Csr<double>& matrix, int threads, Progress& progress);
// is_made: it was not given.
void check_right_side(const sparse::Csr<double>& matrix, const std::vector<double>& b, bool is_made,
                      int threads, Progress& progress);
// x that is too large to be written down.
void check_solution(const std::vector<double>& x, int threads, Progress& progress);

// The sum of squares of b, and what b is made of, must not overflow: whether b has a number from
// 2^959 on.
bool is_huge(const std::vector<double>& b, int threads, Progress& progress);

}  // namespace bitvox::solve
