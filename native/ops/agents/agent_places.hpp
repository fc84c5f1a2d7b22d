// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

// Where agents are, in whole numbers, so that all backends agree.
namespace bitvox::agents {

// Counted from the arena's corner; of discs (kAxes = 2) x and y, of spheres z too. Also a move.
template <int kAxes>
struct Point {
  std::int32_t at[kAxes];

  bool operator==(const Point&) const = default;
};

// A cell's side is so much. Its diagonal is 2 * radius, so that two in one cell touch.
template <int kAxes>
inline constexpr std::int32_t kSide = kAxes == 2 ? 1 << 15 : 1 << 14;

// The square of 2 * radius: who is no further apart touches.
template <int kAxes>
inline constexpr std::int64_t kTouch = kAxes* std::int64_t{kSide<kAxes>} * kSide<kAxes>;

// 2 * radius, rounded down.
template <int kAxes>
inline constexpr std::int32_t kDiameter = kAxes == 2 ? 46340 : 28377;
template <int kAxes>
inline constexpr bool kIsDiameter =
    std::int64_t{kDiameter<kAxes>} * kDiameter<kAxes> <=
    kTouch<kAxes>&& std::int64_t{kDiameter<kAxes> + 1} * (kDiameter<kAxes> + 1) > kTouch<kAxes>;
static_assert(kIsDiameter<2> && kIsDiameter<3>);

// Who touches a request is at most kAround cells away from its cell, along each axis, if nobody
// asks to move by more than kMostPart along any.
inline constexpr int kAround = 2;
template <int kAxes>
inline constexpr std::int32_t kMostPart = kAround* kSide<kAxes> - kDiameter<kAxes>;

// How far from its mother a daughter begins, before it is rounded, and the cells around for that.
template <int kAxes>
inline constexpr std::int32_t kBeside = kDiameter<kAxes> + 3;
template <int kAxes>
inline constexpr int kAroundBirth = kAxes == 2 ? 3 : 4;
template <int kAxes>
inline constexpr bool kSeesBirths =
    kDiameter<kAxes> + kBeside<kAxes> + 1 <= kAroundBirth<kAxes>* kSide<kAxes>;
static_assert(kSeesBirths<2> && kSeesBirths<3>);

// The cells around a cell, so many to each side, and itself.
template <int kAxes, int kCells>
inline constexpr int kWindow = (2 * kCells + 1) * (2 * kCells + 1) *
                               (kAxes == 3 ? 2 * kCells + 1 : 1);

// The largest coordinate: differences of two and their squares fit their types.
inline constexpr std::int64_t kMostUnits = std::int64_t{1} << 30;

template <int kAxes>
BITVOX_BOTH inline std::int64_t squared_distance(const Point<kAxes>& a, const Point<kAxes>& b) {
  std::int64_t sum = 0;
  for (int i = 0; i < kAxes; ++i) {
    const std::int32_t d = a.at[i] - b.at[i];
    sum += std::int64_t{d} * d;
  }
  return sum;
}

template <int kAxes>
BITVOX_BOTH inline bool touching(const Point<kAxes>& a, const Point<kAxes>& b) {
  return squared_distance(a, b) <= kTouch<kAxes>;
}

template <int kAxes>
BITVOX_BOTH inline Point<kAxes> sum(const Point<kAxes>& a, const Point<kAxes>& b) {
  Point<kAxes> c;
  for (int i = 0; i < kAxes; ++i) c.at[i] = a.at[i] + b.at[i];
  return c;
}

template <int kAxes>
BITVOX_BOTH inline bool is_zero(const Point<kAxes>& move) {
  bool zero = true;
  for (int i = 0; i < kAxes; ++i) zero = zero && move.at[i] == 0;
  return zero;
}

}  // namespace bitvox::agents
