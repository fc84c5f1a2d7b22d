// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>

#include "core/host_and_device.hpp"

// The mosaic of a camera with one chip: each pixel has measured one colour, in squares of 2 x 2
// pixels that hold red, blue and two greens (B. E. Bayer, US patent 3971065, 1976). The rule for
// the two other colours of a pixel is bayer_rule.hpp.
namespace bitvox::bayer {

// The colours of the first two pixels of the first row, then of the second row.
enum class Pattern { kRggb, kBggr, kGrbg, kGbrg };
constexpr std::string_view java_name(const Pattern*) { return "BayerPattern"; }

// Means of neighbours, or means corrected by the gradient of the measured colour: bayer_rule.hpp.
enum class Method { kBilinear, kGradient };
constexpr std::string_view java_name(const Method*) { return "Demosaicing"; }

// How far the methods reach.
inline constexpr std::int64_t kReach = 2;

// Where in its square the red pixel is. A row has green and one chroma: red, or else blue.
struct Phase {
  int red_x = 0;
  int red_y = 0;

  BITVOX_BOTH constexpr bool is_red_row(std::int64_t y) const { return (y & 1) == red_y; }
  // Whether the row begins with its chroma, and not with green.
  BITVOX_BOTH constexpr bool chroma_first(std::int64_t y) const {
    return is_red_row(y) == (red_x == 0);
  }
  // Of a part of the image that begins at this pixel.
  constexpr Phase from(std::int64_t x, std::int64_t y) const {
    return {red_x ^ static_cast<int>(x & 1), red_y ^ static_cast<int>(y & 1)};
  }
};

constexpr Phase phase_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::kRggb:
      return {0, 0};
    case Pattern::kBggr:
      return {1, 1};
    case Pattern::kGrbg:
      return {1, 0};
    case Pattern::kGbrg:
      break;
  }
  return {0, 1};
}

// The pixel that stands at `index` of an axis of this length: beyond both ends the image is
// reflected without its edge (c b | a b c | b a), so that each colour comes from pixels of it.
BITVOX_BOTH constexpr std::int64_t reflected(std::int64_t index, std::int64_t length) {
  while (index < 0 || index >= length) {
    if (length == 1) return 0;
    index = index < 0 ? -index : 2 * (length - 1) - index;
  }
  return index;
}

}  // namespace bitvox::bayer
