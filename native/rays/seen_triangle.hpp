// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/host_and_device.hpp"
#include "rays/predicates.hpp"

namespace bitvox::rays {

// A triangle as the source sees it. Signs are such that a ray meets it if it lies on the positive
// side of all three edges.
struct SeenTriangle {
  Vector3 edges[3];  // exact: b x c, c x a, a x b
  Vector3 face;      // (b - a) x (c - a), rounded
  Vector3 a;         // a corner; of a parallel beam with its depth
  double det;        // det(a, b, c) > 0
  double low, high;  // depths of a parallel beam
  double grazing;    // below this times the ray's magnitude, products are computed exactly
  bool leaves;       // whether rays leave there, or enter
};

// Below this share of what it could be, a product is computed exactly, so that the distances of
// triangles that are seen from the side are as good as others.
inline constexpr double kGrazing = 1.0 / 1024;

// False if it is seen edge-on, or has no area: no ray meets it.
template <bool kIsParallel>
BITVOX_BOTH inline bool see(const Vector3& a, const Vector3& b, const Vector3& c,
                            SeenTriangle& seen) {
  const Vector3 at = {a.x, a.y, kIsParallel ? 1 : a.z};
  const Vector3 bt = {b.x, b.y, kIsParallel ? 1 : b.z};
  const Vector3 ct = {c.x, c.y, kIsParallel ? 1 : c.z};
  seen.edges[0] = cross(bt, ct);
  seen.edges[1] = cross(ct, at);
  seen.edges[2] = cross(at, bt);
  seen.det = dot(seen.edges[0], at.x, at.y, at.z);
  const double most = sum_of_magnitudes(seen.edges[0]) * sum_of_magnitudes(at);
  if (magnitude(seen.det) <= kGrazing * most) {
    const Int128 det = exact_dot(seen.edges[0], to_ray(at.x, at.y, at.z));
    if (det == 0) return false;
    seen.det = to_double(det);
  }
  seen.leaves = seen.det > 0;
  seen.a = a;
  seen.face =
      cross(Vector3{b.x - a.x, b.y - a.y, b.z - a.z}, Vector3{c.x - a.x, c.y - a.y, c.z - a.z});
  if (!seen.leaves) {
    for (Vector3& edge : seen.edges) edge = minus(edge);
    seen.face = minus(seen.face);
    seen.det = -seen.det;
  }
  if (kIsParallel) {
    seen.low = smaller(smaller(a.z, b.z), c.z);
    seen.high = larger(larger(a.z, b.z), c.z);
  } else {
    seen.grazing = kGrazing * sum_of_magnitudes(seen.face);
  }
  return true;
}

// A ray that meets it, exactly.
BITVOX_BOTH inline bool is_inside(const SeenTriangle& seen, const WholeRay& ray) {
  return exact_side(seen.edges[0], ray) > 0 && exact_side(seen.edges[1], ray) > 0 &&
         exact_side(seen.edges[2], ray) > 0;
}

// The share of a ray (x, y, z), finer than the steps by `fine`, up to the triangle that it meets.
// magnitude: the sum of its components' magnitudes.
BITVOX_BOTH inline double share_of_ray(const SeenTriangle& seen, double x, double y, double z,
                                       double magnitude, double fine) {
  double product = dot(seen.face, x, y, z);
  double det = seen.det;
  if (product <= seen.grazing * magnitude) {
    const WholeRay ray = to_ray(x, y, z);
    product = to_double(exact_dot(seen.edges[0], ray) + exact_dot(seen.edges[1], ray) +
                        exact_dot(seen.edges[2], ray));
    det = to_double(exact_dot(seen.edges[0], to_ray(seen.a.x, seen.a.y, seen.a.z)));
  }
  return det * fine / product;
}

// Whether it meets it before its end.
BITVOX_BOTH inline bool is_before_end(const SeenTriangle& seen, double share, double x, double y,
                                      double z, int shift) {
  constexpr double kNear = 1.0 / (1 << 20);
  if (magnitude(share - 1) > kNear) return share < 1;
  const WholeRay ray = to_ray(x, y, z);
  const Int128 product =
      exact_dot(seen.edges[0], ray) + exact_dot(seen.edges[1], ray) + exact_dot(seen.edges[2], ray);
  const Int128 det = exact_dot(seen.edges[0], to_ray(seen.a.x, seen.a.y, seen.a.z));
  return det * (Int128{1} << shift) < product;
}

// The depth at which the line through (x, y) of a parallel beam meets it, in steps.
BITVOX_BOTH inline double depth_on_line(const SeenTriangle& seen, double x, double y, double step) {
  const double across = x * step - seen.a.x;
  const double down = y * step - seen.a.y;
  const double depth = seen.a.z - (seen.face.x * across + seen.face.y * down) / seen.det;
  return larger(smaller(depth, seen.high), seen.low);
}

// The order of hits on a ray.
BITVOX_BOTH inline uint64_t key_of(uint32_t distance_bits, uint32_t triangle, bool leaves) {
  return (static_cast<uint64_t>(distance_bits) << 32) | (triangle << 1) | (leaves ? 1U : 0U);
}

}  // namespace bitvox::rays
