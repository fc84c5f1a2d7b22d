// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

namespace bitvox::rays {

using Vector = std::array<double, 3>;

inline Vector plus(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vector minus(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vector scaled(const Vector& a, double by) { return {a[0] * by, a[1] * by, a[2] * by}; }
inline double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace bitvox::rays
