// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox::stiffness {

// Of the sweep on the finest level, over the largest eigenvalue: below 2, or the cycle would not be
// definite.
inline constexpr float kSweep = 1.8F;

// Of the polynomials on the levels below. What is below this part of the largest eigenvalue is left
// to the next level.
inline constexpr float kLowest = 1.0F / 30;
// A degree of 6 takes as long where it is easy, and where it is hard a tenth less.
inline constexpr int kDegree = 4;

}  // namespace bitvox::stiffness
