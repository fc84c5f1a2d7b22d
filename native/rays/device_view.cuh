// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/projection.hpp"
#include "rays/seen_triangle.hpp"

// Where in an image a triangle may be hit, on the GPU: the boxes of projection.hpp.
namespace bitvox::rays {
namespace {

// Pixels from low to high, both included; empty if left > right.
struct PixelBox {
  std::int32_t left, top, right, bottom;
};

struct DeviceView {
  double matrix[3][3];
  std::int32_t width, height;
  bool in_cells;

  DeviceView() = default;
  explicit DeviceView(const Projection& view)
      : width(view.width), height(view.height), in_cells(view.rays == Projection::Rays::kInCells) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) matrix[i][k] = view.matrix[i][k];
    }
  }

  __device__ Vector3 project(const Vector3& v) const {
    return {matrix[0][0] * v.x + matrix[0][1] * v.y + matrix[0][2] * v.z,
            matrix[1][0] * v.x + matrix[1][1] * v.y + matrix[1][2] * v.z,
            matrix[2][0] * v.x + matrix[2][1] * v.y + matrix[2][2] * v.z};
  }
  __device__ PixelBox box(const Vector3& a, const Vector3& b, const Vector3& c) const;

 private:
  __device__ PixelBox clipped(const Vector3& a, const Vector3& b, const Vector3& c) const;
  __device__ bool is_clear(const Vector3& vertex, const Vector3& image) const {
    constexpr double kClear = 1.0 / (1 << 20);
    return image.z >
           kClear * (magnitude(matrix[2][0] * vertex.x) + magnitude(matrix[2][1] * vertex.y) +
                     magnitude(matrix[2][2] * vertex.z));
  }
};

__device__ inline std::int32_t within_line(double value, std::int32_t last) {
  return value < 0 ? 0 : value > last ? last : static_cast<std::int32_t>(value);
}

// Vertices of a parallel beam have depth 1.
__device__ inline PixelBox DeviceView::box(const Vector3& a, const Vector3& b,
                                           const Vector3& c) const {
  const Vector3 p = project(a);
  const Vector3 q = project(b);
  const Vector3 r = project(c);
  if (!is_clear(a, p) || !is_clear(b, q) || !is_clear(c, r)) return clipped(p, q, r);
  constexpr double kMargin = 1.0 / 64;
  const double before = in_cells ? 1 + kMargin : kMargin;
  const double pu = p.x / p.z;
  const double pv = p.y / p.z;
  const double qu = q.x / q.z;
  const double qv = q.y / q.z;
  const double ru = r.x / r.z;
  const double rv = r.y / r.z;
  const double left = smaller(smaller(pu, qu), ru) - before;
  const double right = larger(larger(pu, qu), ru) + kMargin;
  const double top = smaller(smaller(pv, qv), rv) - before;
  const double bottom = larger(larger(pv, qv), rv) + kMargin;
  if (right < 0 || bottom < 0 || left > width - 1 || top > height - 1) return {1, 0, 0, 0};
  PixelBox box = {whole_up(larger(left, 0)), whole_up(larger(top, 0)),
                  whole_down(smaller(right, width - 1)), whole_down(smaller(bottom, height - 1))};
  if (box.top > box.bottom) box.left = box.right + 1;
  return box;
}

// A convex polygon cut by a plane: what lies where plane . corner >= 0.
struct CutPolygon {
  static constexpr int kMost = 8;
  Vector3 corners[kMost];
  int count = 0;

  __device__ void add(const Vector3& corner) {
    if (count < kMost) corners[count++] = corner;
  }
  __device__ CutPolygon cut(const Vector3& plane) const {
    CutPolygon left;
    for (int i = 0; i < count; ++i) {
      const Vector3& a = corners[i];
      const Vector3& b = corners[(i + 1) % count];
      const double at_a = dot(plane, a.x, a.y, a.z);
      const double at_b = dot(plane, b.x, b.y, b.z);
      if (at_a >= 0) left.add(a);
      if ((at_a >= 0) != (at_b >= 0)) {
        const double share = at_a / (at_a - at_b);
        left.add({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)});
      }
    }
    return left;
  }
};

// Of a triangle with vertices that are not clearly in front of the source.
__device__ __noinline__ PixelBox DeviceView::clipped(const Vector3& a, const Vector3& b,
                                                     const Vector3& c) const {
  constexpr double kClear = 1.0 / (1 << 20);
  constexpr double kAround = 2;
  const double scale = larger(larger(magnitude(a.z), magnitude(b.z)), magnitude(c.z));
  CutPolygon polygon;
  polygon.add(a);
  polygon.add(b);
  polygon.add(c);
  polygon = polygon.cut({1, 0, kAround});
  polygon = polygon.cut({-1, 0, width + kAround});
  polygon = polygon.cut({0, 1, kAround});
  polygon = polygon.cut({0, -1, height + kAround});
  if (polygon.count == 0) return {1, 0, 0, 0};
  double low_u = 1e6;
  double low_v = 1e6;
  double high_u = -1e6;
  double high_v = -1e6;
  for (int i = 0; i < polygon.count; ++i) {
    const Vector3& corner = polygon.corners[i];
    if (corner.z <= kClear * scale) return {0, 0, width - 1, height - 1};
    low_u = smaller(low_u, corner.x / corner.z);
    low_v = smaller(low_v, corner.y / corner.z);
    high_u = larger(high_u, corner.x / corner.z);
    high_v = larger(high_v, corner.y / corner.z);
  }
  return {within_line(low_u - 2, width - 1), within_line(low_v - 2, height - 1),
          within_line(high_u + 2, width - 1), within_line(high_v + 2, height - 1)};
}

}  // namespace
}  // namespace bitvox::rays
