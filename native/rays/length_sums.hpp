// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/host_and_device.hpp"
#include "rays/beam_geometry.hpp"
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

// What one counts along a ray (x, y, z) of a cone; scale: of one of its components.
BITVOX_BOTH inline double unit_of_ray(double x, double y, double z, double scale) {
  return length({x, y, z}) * scale;
}
// A sum as a length. That of a mesh which is open can be below 0, which no length is.
BITVOX_BOTH inline float length_of_sum(int64_t sum, double unit) {
  return sum > 0 ? static_cast<float>(static_cast<double>(sum) * unit) : 0.0F;
}

}  // namespace bitvox::rays
