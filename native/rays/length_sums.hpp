// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/host_and_device.hpp"
#include "rays/seen_triangle.hpp"

namespace bitvox::rays {

// What path lengths are counted in: 2^-exponent of a ray, or of the step.
inline constexpr int kShareExponent = 48;
inline constexpr int kDepthExponent = 21;  // depths are up to 2^27 steps

// To the nearest; of a number that is not negative.
BITVOX_BOTH inline int64_t rounded_length(double value) {
  const auto whole = static_cast<int64_t>(value);
  return whole + (value - static_cast<double>(whole) >= 0.5 ? 1 : 0);
}

// To a triangle that a ray hits: from the source, at most to the ray's end; or from the plane that
// depths count from.
BITVOX_BOTH inline int64_t length_of_share(double share) {
  constexpr auto kUnit = static_cast<double>(int64_t{1} << kShareExponent);
  return rounded_length(smaller(share, 1) * kUnit);
}
BITVOX_BOTH inline int64_t length_of_depth(double depth) {
  constexpr auto kUnit = static_cast<double>(int64_t{1} << kDepthExponent);
  return rounded_length(depth * kUnit);
}

}  // namespace bitvox::rays
