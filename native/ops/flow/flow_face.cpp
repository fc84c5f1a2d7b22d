// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_face.hpp"

#include <cmath>
#include <functional>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kFlat = 0.995;     // the cosine between a normal and that of a face that it is of
constexpr double kRoundOff = 1e-6;  // voxels
constexpr double kLeastPush = 1e-9;

// A face of a box: which of its axes, and the sign.
struct Side {
  std::size_t axis = 0;
  double sign = 1;
};

Side side_towards(const Body& box, const Vector& direction) {
  Side side;
  double most = -1;
  for (std::size_t a = 0; a < 3; ++a) {
    const double along = dot(box.axes[a], direction);
    if (std::abs(along) <= most) continue;
    most = std::abs(along);
    side = {a, along < 0 ? -1.0 : 1.0};
  }
  return side;
}

std::vector<Vector> corners_of_side(const Body& box, const Side& side, const Vector& centre) {
  const std::size_t b = (side.axis + 1) % 3, c = (side.axis + 2) % 3;
  const Vector middle = add(centre, box.axes[side.axis], side.sign * box.half[side.axis]);
  const Vector along = scaled(box.axes[b], box.half[b]);
  const Vector aside = scaled(box.axes[c], box.half[c]);
  return {add(add(middle, along), aside), add(add(middle, along, -1), aside),
          add(add(middle, along, -1), aside, -1), add(add(middle, along), aside, -1)};
}

// What of a polygon has a function of at most 0, which must be linear (Sutherland and Hodgman).
void clip(std::vector<Vector>& polygon, const std::function<double(const Vector&)>& outside) {
  std::vector<Vector> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    const double here = outside(from), there = outside(to);
    if (here <= 0) kept.push_back(from);
    if ((here < 0 && there > 0) || (here > 0 && there < 0)) {
      kept.push_back(add(from, add(to, from, -1), here / (here - there)));
    }
  }
  polygon = std::move(kept);
}

}  // namespace

std::vector<TouchPoint> face_between(const Body& a, const Body& b, const Vector& way,
                                     const Gap& gap, double farthest) {
  if (a.kind != Body::Kind::kBox || b.kind != Body::Kind::kBox) return {};
  const Vector back = scaled(gap.normal, -1);
  const Side of_a = side_towards(a, gap.normal), of_b = side_towards(b, back);
  const double flat_a = std::abs(dot(a.axes[of_a.axis], gap.normal));
  const double flat_b = std::abs(dot(b.axes[of_b.axis], gap.normal));
  const bool by_a = flat_a >= flat_b;
  if ((by_a ? flat_a : flat_b) < kFlat) return {};
  const Body &plane = by_a ? a : b, &other = by_a ? b : a;
  const Side side = by_a ? of_a : of_b;
  const Vector centre = by_a ? Vector{} : way;  // of the one with the plane
  const Vector outwards = scaled(plane.axes[side.axis], side.sign);
  const auto height = [&](const Vector& point) {
    return dot(add(point, centre, -1), outwards) - plane.half[side.axis];
  };
  std::vector<Vector> polygon =
      corners_of_side(other, side_towards(other, scaled(outwards, -1)), by_a ? way : Vector{});
  for (std::size_t i = 1; i < 3; ++i) {
    const std::size_t across = (side.axis + i) % 3;
    for (const double sign : {-1.0, 1.0}) {
      clip(polygon, [&](const Vector& point) {
        return sign * dot(add(point, centre, -1), plane.axes[across]) - plane.half[across];
      });
    }
  }
  clip(polygon, [&](const Vector& point) { return height(point) - farthest; });
  std::vector<TouchPoint> points;
  for (const Vector& point : polygon) {
    const double apart = height(point);
    points.push_back(
        {add(point, outwards, -apart / 2), scaled(outwards, by_a ? 1.0 : -1.0), apart});
  }
  return points;
}

std::vector<TouchPoint> touching_points(const Body& a, const Body& b, const Vector& way,
                                        const Gap& gap, double farthest) {
  std::vector<TouchPoint> points = face_between(a, b, way, gap, farthest);
  double least = 1e300;
  for (const TouchPoint& point : points) least = std::min(least, point.gap);
  if (least > gap.width + kRoundOff) points.push_back({gap.nearest, gap.normal, gap.width});
  return points;
}

std::vector<Support> supports_of(const std::vector<std::vector<TouchPoint>>& faces,
                                 double farthest) {
  std::vector<Support> supports;
  double all = 0;
  for (const std::vector<TouchPoint>& face : faces) {
    const std::size_t first = supports.size();
    for (const TouchPoint& point : face) supports.push_back({point.at, 0});
    for (std::size_t i = 2; i < face.size(); ++i) {  // triangles with the first corner
      const Vector one = add(face[i - 1].at, face[0].at, -1),
                   other = add(face[i].at, face[0].at, -1);
      const double area = length_of(cross(one, other)) / 2;
      const std::size_t corners[] = {0, i - 1, i};
      double pushes = 0;
      for (const std::size_t corner : corners) pushes += farthest - face[corner].gap;
      for (const std::size_t corner : corners) {  // the integral of push times place, linear both
        supports[first + corner].share += area / 12 * (pushes + farthest - face[corner].gap);
      }
      all += area / 3 * pushes;
    }
  }
  if (all < kLeastPush) return {};
  for (Support& support : supports) support.share /= all;
  return supports;
}

}  // namespace bitvox::flow
