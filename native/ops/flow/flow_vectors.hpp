// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <string_view>

namespace bitvox::flow {

struct Vector {
  double x = 0;
  double y = 0;
  double z = 0;

  double operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  double& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  friend bool operator==(const Vector&, const Vector&) = default;

  template <class Each>
  static void fields(Each&& field) {
    field("x", &Vector::x);
    field("y", &Vector::y);
    field("z", &Vector::z);
  }
};
constexpr std::string_view java_name(const Vector*) { return "FlowVector"; }

inline Vector add(const Vector& a, const Vector& b, double factor = 1) {
  return {a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}
inline Vector scaled(const Vector& a, double factor) { return add({}, a, factor); }
inline double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double length_of(const Vector& a) { return std::sqrt(dot(a, a)); }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace bitvox::flow
