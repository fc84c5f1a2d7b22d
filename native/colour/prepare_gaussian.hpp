// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <numbers>

#include "colour/prepared_model.hpp"
#include "core/elementary.hpp"
#include "core/host_and_device.hpp"

namespace bitvox::colour {

// The lower triangle L of a covariance L L^T; not numbers where there is none.
struct Triangle {
  double l11, l21, l22, l31, l32, l33;
};
BITVOX_BOTH inline Triangle triangle_of(const double* covariance) {
  Triangle t{};
  t.l11 = std::sqrt(covariance[0]);
  t.l21 = covariance[1] / t.l11;
  t.l31 = covariance[2] / t.l11;
  t.l22 = std::sqrt(covariance[3] - t.l21 * t.l21);
  t.l32 = (covariance[4] - t.l31 * t.l21) / t.l22;
  t.l33 = std::sqrt(covariance[5] - t.l31 * t.l31 - t.l32 * t.l32);
  return t;
}

// Of part times the density, of a mean of 3 numbers and a covariance of 6: 11, 12, 13, 22, 23, 33.
// The same bits on the CPU and the GPU.
BITVOX_BOTH inline PreparedGaussian prepare_gaussian(double part, const double* mean,
                                                     const double* covariance) {
  using elementary::log_of;
  constexpr double kLog2e = std::numbers::log2e;
  const Triangle t = triangle_of(covariance);
  // The inverse of the triangle, so scaled that squares are bits.
  const double scale = std::sqrt(kLog2e / 2);
  const double i11 = scale / t.l11;
  const double i22 = scale / t.l22;
  const double i33 = scale / t.l33;
  const double i21 = -t.l21 * i11 / t.l22;
  const double i31 = -(t.l31 * i11 + t.l32 * i21) / t.l33;
  const double i32 = -t.l32 * i22 / t.l33;
  const double nats = 1.5 * log_of(2 * std::numbers::pi) + log_of(t.l11 * t.l22 * t.l33);
  PreparedGaussian out{};
  out.bits = static_cast<float>((nats - log_of(part)) * kLog2e);
  for (int d = 0; d < 3; ++d) out.mean[d] = static_cast<float>(mean[d]);
  const double rows[] = {i11, i21, i22, i31, i32, i33};
  for (int r = 0; r < 6; ++r) out.rows[r] = static_cast<float>(rows[r]);
  return out;
}

}  // namespace bitvox::colour
