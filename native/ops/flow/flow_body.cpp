// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_body.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

double Body::volume() const {
  return (kind == Kind::kSphere ? 4 * std::numbers::pi / 3 : 8) * half[0] * half[1] * half[2];
}

Vector Body::moments() const {
  if (kind == Kind::kSphere) {
    const double all = 0.4 * volume() * half[0] * half[0];
    return {all, all, all};
  }
  const auto of = [&](double a, double b) { return volume() * (a * a + b * b) / 3; };
  return {of(half[1], half[2]), of(half[0], half[2]), of(half[0], half[1])};
}

double Body::reach() const { return kind == Kind::kSphere ? half[0] : length_of(half); }

Vector Body::extent() const {
  if (kind == Kind::kSphere) return {half[0], half[0], half[0]};
  Vector extent{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) extent[a] += std::abs(axes[b][a]) * half[b];
  return extent;
}

double Body::distance(const Vector& point, Vector& normal) const {
  if (kind == Kind::kSphere) {
    const double r = length_of(point);
    normal = r > 0 ? scaled(point, 1 / r) : Vector{1, 0, 0};
    return r - half[0];
  }
  Vector beyond{};  // each face, along the sides
  std::size_t nearest = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    beyond[a] = std::abs(dot(point, axes[a])) - half[a];
    if (beyond[a] > beyond[nearest]) nearest = a;
  }
  normal = {};
  const auto along = [&](std::size_t a, double by) {
    normal = add(normal, axes[a], dot(point, axes[a]) < 0 ? -by : by);
  };
  if (beyond[nearest] <= 0) {
    along(nearest, 1);
    return beyond[nearest];
  }
  for (std::size_t a = 0; a < 3; ++a) along(a, std::max(0.0, beyond[a]));
  const double outside = length_of(normal);
  normal = scaled(normal, 1 / outside);
  return outside;
}

double surface_speed(const Body& body) {
  return length_of(body.velocity) + length_of(body.spin) * body.reach();
}

void turn(Body& body, const Vector& by) {
  const double angle = length_of(by);
  if (angle == 0) return;
  const Vector about = scaled(by, 1 / angle);
  for (Vector& axis : body.axes) {  // Rodrigues' rotation
    const Vector turned = add(scaled(axis, std::cos(angle)), cross(about, axis), std::sin(angle));
    axis = add(turned, about, dot(about, axis) * (1 - std::cos(angle)));
    axis = scaled(axis, 1 / length_of(axis));
  }
}

}  // namespace bitvox::flow
