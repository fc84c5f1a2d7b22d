// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/angle.hpp"

namespace bitvox::minkowski {
namespace {

double dot(const Vector3& a, const Vector3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Vector3 combine(double s, const Vector3& a, double t, const Vector3& b) {
  return {s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}

Vector3 unit(const Vector3& v) {
  const double l = length(v);
  return {v.x / l, v.y / l, v.z / l};
}

// The part of a convex polygon, given by rays through its corners, where dot(v, normal) >= 0.
std::vector<Vector3> clip(const std::vector<Vector3>& corners, const Vector3& normal) {
  std::vector<Vector3> kept;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3& a = corners[i];
    const Vector3& b = corners[(i + 1) % corners.size()];
    const double at_a = dot(a, normal);
    const double at_b = dot(b, normal);
    if (at_a >= 0) {
      kept.push_back(a);
    }
    if ((at_a >= 0) != (at_b >= 0)) {
      kept.push_back(combine(at_b / (at_b - at_a), a, -at_a / (at_b - at_a), b));
    }
  }
  return kept;
}

// Of a triangle on the unit sphere (A. Van Oosterom, J. Strackee 1983).
double solid_angle(const Vector3& a, const Vector3& b, const Vector3& c) {
  return 2 * angle_of(std::abs(dot(a, cross(b, c))), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

}  // namespace

double length(const Vector3& v) { return std::sqrt(dot(v, v)); }

std::vector<double> weights_on_sphere(const std::vector<Vector3>& directions) {
  std::vector<double> weights;
  for (const Vector3& direction : directions) {
    const Vector3 centre = unit(direction);
    // A square on the plane that touches the sphere there. No point is further than 55 degrees
    // from an axis, so the cell of a direction ends within 1.5 of the centre.
    const Vector3 some = std::abs(centre.x) < 0.9 ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
    const Vector3 u = unit(cross(centre, some));
    const Vector3 v = cross(centre, u);
    std::vector<Vector3> cell;
    for (const auto& [s, t] : {std::pair{2, 2}, {-2, 2}, {-2, -2}, {2, -2}}) {
      cell.push_back(combine(1, centre, 1, combine(s, u, t, v)));
    }
    for (const Vector3& other : directions) {
      const Vector3 rival = unit(other);
      if (&other != &direction) {
        cell = clip(cell, combine(1, centre, -1, rival));
      }
      cell = clip(cell, combine(1, centre, 1, rival));
    }
    double area = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      area += solid_angle(centre, unit(cell[i]), unit(cell[(i + 1) % cell.size()]));
    }
    weights.push_back(2 * area / (4 * std::numbers::pi));
  }
  return weights;
}

std::vector<double> weights_on_circle(const std::vector<Vector3>& directions) {
  std::vector<double> angles;  // of lines: 0 to pi
  for (const Vector3& direction : directions) {
    const double angle = angle_of(direction.y, direction.x);
    angles.push_back(angle < 0 ? angle + std::numbers::pi : angle);
  }
  std::vector<double> weights;
  for (const double angle : angles) {
    double before = std::numbers::pi;
    double after = std::numbers::pi;
    for (const double other : angles) {
      const double turn = other - angle;
      if (turn != 0) {
        after = std::min(after, turn > 0 ? turn : turn + std::numbers::pi);
        before = std::min(before, turn < 0 ? -turn : std::numbers::pi - turn);
      }
    }
    weights.push_back((before + after) / (2 * std::numbers::pi));
  }
  return weights;
}

}  // namespace bitvox::minkowski
