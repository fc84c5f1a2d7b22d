// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/host_and_device.hpp"

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

// For matrices that have each(), as Csr does.
template <class Matrix>
BITVOX_BOTH bool is_left_out(const Matrix& matrix, std::int64_t i) {
  double diagonal = 0;
  double others = 0;
  matrix.each(i, [&](std::int64_t j, double a) { (i == j ? diagonal : others) += fabs(a); });
  return diagonal >= kLeftOut * others;
}

// Whom a row would have as its partner, or kNobody.
struct Choice {
  std::int64_t row;
  double strength;  // as a part of the strongest that it has
};

// Of the free rows after row i the one it is joined to most strongly, if strongly enough.
template <class Matrix>
BITVOX_BOTH Choice choice_of(const Matrix& matrix, const std::int32_t* partner, std::int64_t i) {
  double sign = 1;
  matrix.each(i, [&](std::int64_t j, double a) {
    if (i == j && a < 0) sign = -1;
  });
  double strongest = 0;
  double best = 0;
  std::int64_t row = kNobody;
  matrix.each(i, [&](std::int64_t j, double a) {
    if (j == i) return;
    const double strength = -sign * a;
    strongest = strongest < strength ? strength : strongest;
    if (strength > best && j > i && partner[j] == kFree) {
      best = strength;
      row = j;
    }
  });
  return {best >= kStrong * strongest ? row : kNobody, best / strongest};
}

// The larger, the stronger; of equally strong ones the last row has the largest one. 0 is none.
BITVOX_BOTH inline std::uint64_t bid_of(const Choice& choice, std::int64_t row) {
  const auto strength = static_cast<float>(choice.strength);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &strength, sizeof(bits));
  return std::uint64_t{bits} << 32 | static_cast<std::uint32_t>(row);
}
BITVOX_BOTH inline std::int32_t who(std::uint64_t bid) {
  return static_cast<std::int32_t>(bid & 0xffffffffU);
}

}  // namespace bitvox::sparse
