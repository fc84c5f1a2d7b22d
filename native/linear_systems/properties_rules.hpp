// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <limits>

// What CPU and GPU must do alike to see the same in a matrix.
namespace bitvox::sparse {

// What rounding may leave of a sum over a row that is 0 is this times the row's length times the
// sum of its magnitudes: its diagonal entry is a sum itself, rounded as often as the row is long,
// and so is the sum over it. More than that is a number of the matrix, however small it is beside
// the others.
inline constexpr double kRounding = std::numeric_limits<double>::epsilon();

}  // namespace bitvox::sparse
