// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <stdint.h>

#include "core/host_and_device.hpp"

namespace bitvox::deformation {

// The rotation of a body, from the sum of x X^T over its nodes, X being places at rest from the
// body's middle and x = X + u. The products u X^T are rounded to whole numbers of which any sum is
// exact, so that it does not matter who adds up what, and the sum of X X^T is added. Translations
// add nothing, as the X have the mean 0.
struct RotationUnit {
  double scale;       // of products
  double limit;       // of the components of u: twice the body's radius
  double at_rest[9];  // sum of X X^T times the scale
};

// The rotation of the polar decomposition, by Newton's method X <- (g X + X^-T / g) / 2 with
// Higham's factor g: row after row, less 1. The steps end when they change nothing that a float
// shows. A trace of the matrix at rest keeps flat bodies from having none.
BITVOX_BOTH inline void find_turn(const RotationUnit& unit, const int64_t* sums, float* turn) {
  constexpr int kNewtonSteps = 10;
  constexpr double kSmall = 1e-14;  // its root is 1e-7, and errors are squared from step to step
  constexpr double kTrace = 1e-9;
  double a[9];
  const double least = kTrace * ((unit.at_rest[0] + unit.at_rest[4]) + unit.at_rest[8]);
  for (int i = 0; i < 9; ++i) {
    a[i] = (unit.at_rest[i] + static_cast<double>(sums[i])) + (i % 4 == 0 ? least : 0.0);
  }
  for (int step = 0; step < kNewtonSteps; ++step) {
    double cofactors[9];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        cofactors[3 * i + j] = a[3 * i1 + j1] * a[3 * i2 + j2] - a[3 * i1 + j2] * a[3 * i2 + j1];
      }
    const double determinant = (a[0] * cofactors[0] + a[1] * cofactors[1]) + a[2] * cofactors[2];
    double square = 0, inverse_square = 0;
    for (int i = 0; i < 9; ++i) {
      square += a[i] * a[i];
      inverse_square += cofactors[i] * cofactors[i];
    }
    const double size = determinant < 0 ? -determinant : determinant;
    const double factor = __builtin_sqrt(__builtin_sqrt(inverse_square / square) / size);
    const double of_inverse = 1.0 / (determinant * factor);
    double change = 0;
    for (int i = 0; i < 9; ++i) {
      const double next = 0.5 * (factor * a[i] + cofactors[i] * of_inverse);
      change += (next - a[i]) * (next - a[i]);
      a[i] = next;
    }
    if (!(change > kSmall)) break;
  }
  for (int i = 0; i < 9; ++i) turn[i] = static_cast<float>(a[i] - (i % 4 == 0 ? 1.0 : 0.0));
}

}  // namespace bitvox::deformation
