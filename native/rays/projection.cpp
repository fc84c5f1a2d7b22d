// SPDX-License-Identifier: BSD-2-Clause
#include "rays/projection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "rays/vectors.hpp"

namespace bitvox::rays {
namespace {

// In pixels: more than the error of an image point.
constexpr float kMargin = 1.0F / 64;
// A vertex whose W is smaller than this share of what it could be is not clearly in front.
constexpr double kClear = 1.0 / (1 << 20);

Vector to_vector(const Direction& d) {
  return {static_cast<double>(d[0]), static_cast<double>(d[1]), static_cast<double>(d[2])};
}
double most(const Vector& row, const Vector& vertex) {
  return std::abs(row[0] * vertex[0]) + std::abs(row[1] * vertex[1]) + std::abs(row[2] * vertex[2]);
}

// A convex polygon, cut by up to four planes.
struct Polygon {
  static constexpr std::size_t kMost = 8;
  std::array<Vector, kMost> corners{};
  std::size_t count = 0;

  void add(const Vector& corner) {
    if (count < kMost) corners[count++] = corner;
  }
};

// What lies where plane . corner >= 0.
Polygon cut(const Polygon& polygon, const Vector& plane) {
  Polygon left;
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Vector& a = polygon.corners[i];
    const Vector& b = polygon.corners[(i + 1) % polygon.count];
    const double at_a = dot(plane, a);
    const double at_b = dot(plane, b);
    if (at_a >= 0) left.add(a);
    if ((at_a >= 0) != (at_b >= 0)) {
      const double share = at_a / (at_a - at_b);
      left.add({a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]),
                a[2] + share * (b[2] - a[2])});
    }
  }
  return left;
}

// std::ceil and std::floor are calls where the compiler may use no later instructions.
std::int32_t up(float value) {
  const auto whole = static_cast<std::int32_t>(value);
  return whole + (static_cast<float>(whole) < value ? 1 : 0);
}
std::int32_t down(float value) {
  const auto whole = static_cast<std::int32_t>(value);
  return whole - (static_cast<float>(whole) > value ? 1 : 0);
}

}  // namespace

Vector Projection::project(const Vector& vertex) const {
  return {dot(matrix[0], vertex), dot(matrix[1], vertex), dot(matrix[2], vertex)};
}

ImagePoint Projection::see(const Point& vertex) const {
  constexpr double kFar = 1e6;
  const Vector place = {static_cast<double>(vertex[0]), static_cast<double>(vertex[1]),
                        is_parallel ? 1.0 : static_cast<double>(vertex[2])};
  const Vector image = project(place);
  if (!(image[2] > kClear * most(matrix[2], place))) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    return {none, none};
  }
  const double inverse = 1 / image[2];
  const double u = image[0] * inverse;
  const double v = image[1] * inverse;
  return {static_cast<float>(u < -kFar  ? -kFar
                             : u > kFar ? kFar
                                        : u),
          static_cast<float>(v < -kFar  ? -kFar
                             : v > kFar ? kFar
                                        : v)};
}

Box Projection::box(const ImagePoint& a, const ImagePoint& b, const ImagePoint& c) const {
  const float before = rays == Rays::kInCells ? 1 + kMargin : kMargin;
  const float last_column = static_cast<float>(width - 1);
  const float last_row = static_cast<float>(height - 1);
  const float left = std::min(std::min(a.u, b.u), c.u) - before;
  const float right = std::max(std::max(a.u, b.u), c.u) + kMargin;
  const float top = std::min(std::min(a.v, b.v), c.v) - before;
  const float bottom = std::max(std::max(a.v, b.v), c.v) + kMargin;
  return {up(left < 0 ? 0 : left), up(top < 0 ? 0 : top),
          down(right > last_column ? last_column : right),
          down(bottom > last_row ? last_row : bottom)};
}

Box Projection::clipped_box(const Point& a, const Point& b, const Point& c) const {
  Polygon polygon;
  for (const Point* vertex : {&a, &b, &c}) {
    polygon.add(project({static_cast<double>((*vertex)[0]), static_cast<double>((*vertex)[1]),
                         static_cast<double>((*vertex)[2])}));
  }
  double scale = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    scale = std::max(scale, std::abs(polygon.corners[i][2]));
  }
  // The image and two pixels around it: what is left has W >= 0.
  constexpr double kAround = 2;
  const double right = static_cast<double>(width) + kAround;
  const double bottom = static_cast<double>(height) + kAround;
  for (const Vector& plane : {Vector{1, 0, kAround}, Vector{-1, 0, right}, Vector{0, 1, kAround},
                              Vector{0, -1, bottom}}) {
    polygon = cut(polygon, plane);
  }
  const Box whole = {0, 0, width - 1, height - 1};
  if (polygon.count == 0) return {0, 0, -1, -1};
  Vector low = {1e6, 1e6, 0};
  Vector high = {-1e6, -1e6, 0};
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Vector& corner = polygon.corners[i];
    if (corner[2] <= kClear * scale) return whole;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], corner[axis] / corner[2]);
      high[axis] = std::max(high[axis], corner[axis] / corner[2]);
    }
  }
  const auto inside = [](double value, std::int32_t last) {
    return std::clamp(static_cast<std::int32_t>(value), 0, last);
  };
  return {inside(std::floor(low[0]) - 1, width - 1), inside(std::floor(low[1]) - 1, height - 1),
          inside(std::ceil(high[0]) + 1, width - 1), inside(std::ceil(high[1]) + 1, height - 1)};
}

Projection projection_of(const RayGrid& grid) {
  Projection view;
  view.is_parallel = grid.beam == BeamKind::kParallel;
  view.width = grid.width;
  view.height = grid.height;
  const Vector first = to_vector(grid.first);
  const Vector across = to_vector(grid.across);
  const Vector down_the_rows = to_vector(grid.down);
  view.matrix = {cross(down_the_rows, first), cross(first, across), cross(across, down_the_rows)};
  if (dot(view.matrix[2], first) < 0) {
    for (Vector& row : view.matrix) row = {-row[0], -row[1], -row[2]};
  }
  return view;
}

}  // namespace bitvox::rays
