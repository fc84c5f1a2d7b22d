// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/volumes/half.hpp"

// Halves by their definition, in doubles, which hold them and the middles between them.
namespace bitvox::test {

inline double value_of(Half half) {
  const int exponent = half.bits >> 10 & 31, fraction = half.bits & 1023;
  const double size = exponent == 0   ? std::ldexp(fraction, -24)
                      : exponent < 31 ? std::ldexp(1024 + fraction, exponent - 25)
                      : fraction == 0 ? std::numeric_limits<double>::infinity()
                                      : std::numeric_limits<double>::quiet_NaN();
  return (half.bits & 0x8000) != 0 ? -size : size;
}

// Of a number.
inline Half nearest_half(double value) {
  const int sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::abs(value);
  const int exponent = size > 0 ? std::max(std::ilogb(size), -14) : -14;
  if (exponent > 15) return {static_cast<std::uint16_t>(sign | 0x7c00)};
  // Rounded to even, as doubles are. Where it reaches 2048 the exponent grows by itself.
  const int count = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return {static_cast<std::uint16_t>(sign | ((exponent + 14) * 1024 + count))};
}

// All halves that are not negative, the middles between them, and the floats beside these.
inline std::vector<float> floats_where_halves_turn() {
  std::vector<float> all;
  for (int bits = 0; bits < 0x7c00; ++bits) {
    const Half half{static_cast<std::uint16_t>(bits)};
    const Half next{static_cast<std::uint16_t>(bits + 1)};
    const double end = bits + 1 < 0x7c00 ? value_of(next) : 65536;
    const auto middle = static_cast<float>((value_of(half) + end) / 2);
    all.push_back(static_cast<float>(value_of(half)));
    all.push_back(std::nextafter(middle, 0.0F));
    all.push_back(middle);
    all.push_back(std::nextafter(middle, 1e30F));
  }
  return all;
}

// From -2^-10 to 2^-10, for a voxel in a step of a flow: the sum of two throws of 13 bits.
inline double chance_at(std::uint32_t voxel, std::int64_t step) {
  std::uint32_t n = voxel + static_cast<std::uint32_t>(step) * 0x9e3779b9U;
  n = (n ^ n >> 16) * 0x85ebca6bU;
  n = (n ^ n >> 13) * 0xc2b2ae35U;
  n ^= n >> 16;
  return (static_cast<double>(n % 8192) + static_cast<double>(n >> 19) - 8191) / (1 << 23);
}

}  // namespace bitvox::test
