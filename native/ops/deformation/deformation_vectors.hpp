// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "ops/deformation/deformation.hpp"
#include "ops/minkowski/minkowski_ellipsoid.hpp"

namespace bitvox::deformation {

using Matrix3 = std::array<Vector, 3>;  // rows

inline double product(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector difference(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// A symmetric matrix: xx, yy, zz, yz, xz, xy.
using Symmetric = std::array<double, 6>;

// m += weight * v v^T.
inline void add_square(double weight, const Vector& v, Symmetric& m) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t a = i == 0 ? 1 : 0, b = i == 2 ? 1 : 2;
    m[i] += weight * v[i] * v[i];
    m[3 + i] += weight * v[a] * v[b];
  }
}

inline Vector times(const Symmetric& m, const Vector& v) {
  return {m[0] * v[0] + m[5] * v[1] + m[4] * v[2], m[5] * v[0] + m[1] * v[1] + m[3] * v[2],
          m[4] * v[0] + m[3] * v[1] + m[2] * v[2]};
}

// At least the largest eigenvalue of a matrix that has none below 0.
inline double largest_row(const Symmetric& m) {
  const auto row = [&](double own, double a, double b) { return own + std::abs(a) + std::abs(b); };
  return std::max({row(m[0], m[5], m[4]), row(m[1], m[5], m[3]), row(m[2], m[4], m[3])});
}

// The inverse, where eigenvalues below 1e-3 of the largest count as that: of neighbours in a plane
// or on a line too. 0 of 0.
inline Symmetric safe_inverse(const Symmetric& m) {
  const double third = (m[0] + m[1] + m[2]) / 3;
  if (third <= 0) return {};
  const Symmetric cofactors = {m[1] * m[2] - m[3] * m[3], m[0] * m[2] - m[4] * m[4],
                               m[0] * m[1] - m[5] * m[5], m[4] * m[5] - m[0] * m[3],
                               m[3] * m[5] - m[1] * m[4], m[3] * m[4] - m[2] * m[5]};
  const double determinant = m[0] * cofactors[0] + m[5] * cofactors[5] + m[4] * cofactors[4];
  Symmetric out{};
  // Then no eigenvalue is as small: the product of the two others is at most 9/4 of third^2.
  if (determinant > 0.01 * third * third * third) {
    for (std::size_t i = 0; i < 6; ++i) out[i] = cofactors[i] / determinant;
    return out;
  }
  const minkowski::Ellipsoid found = minkowski::principal_axes(m);
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::max(found.eigenvalues[i], 1e-3 * found.eigenvalues[2]);
    add_square(1 / value, {found.axes[3 * i], found.axes[3 * i + 1], found.axes[3 * i + 2]}, out);
  }
  return out;
}

}  // namespace bitvox::deformation
