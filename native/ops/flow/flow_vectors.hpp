// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cmath>

namespace bitvox::flow {

using Vector = std::array<double, 3>;

inline Vector add(const Vector& a, const Vector& b, double factor = 1) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
inline Vector scaled(const Vector& a, double factor) { return add({}, a, factor); }
inline double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline double length_of(const Vector& a) { return std::sqrt(dot(a, a)); }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace bitvox::flow
