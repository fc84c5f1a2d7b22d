// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

// What CPU and GPU must do alike to make the same aggregates.
namespace bitvox::sparse {

// A row of which the diagonal is at least this many times the sum of all others is left out.
inline constexpr double kLeftOut = 5;
// A partner is joined at least so strongly, as a part of the strongest one that the row has.
inline constexpr double kStrong = 0.25;
// So often rows that are left over choose again: where many choose the same one, few get a partner
// each time.
inline constexpr int kRounds = 16;
// A sum of which rounding alone is left, as a part of its terms' magnitudes, is 0.
inline constexpr double kNothing = 1e-12;

// Rows that are in no pair: none, or those by kLeftOut.
enum class LeftOut { kNone, kDominant };

// Instead of a partner.
inline constexpr std::int32_t kNobody = -1;  // left out, or nobody to choose
inline constexpr std::int32_t kFree = -2;    // may still find one

}  // namespace bitvox::sparse
