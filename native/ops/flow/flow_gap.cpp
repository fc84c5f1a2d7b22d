// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_gap.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bitvox::flow {
namespace {

constexpr double kTie = 1e-9;  // voxels: nearer than that is the same; a face goes before edges
constexpr double kParallel = 1e-6;  // the sine of an angle
constexpr double kPoint = 1e-6;     // voxels: between nearer points no direction is to be trusted

// How far a box goes along a direction, from its centre.
double reach_along(const Body& box, const Vector& direction) {
  double reach = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    reach += std::abs(dot(box.axes[a], direction)) * box.half[a];
  }
  return reach;
}

// Along the axis that tells boxes apart best; the exact way apart where they overlap, and never
// more than the distance.
Gap along_best_axis(const Body& a, const Body& b, const Vector& way) {
  Gap best;
  best.width = -1e300;
  const auto try_axis = [&](const Vector& axis, double margin) {
    const double along = dot(way, axis);
    const double width = std::abs(along) - reach_along(a, axis) - reach_along(b, axis);
    if (width <= best.width + margin) return;
    best.width = width;
    best.normal = scaled(axis, along < 0 ? -1 : 1);
  };
  for (const Vector& axis : a.axes) try_axis(axis, 0);
  for (const Vector& axis : b.axes) try_axis(axis, 0);
  for (const Vector& of_a : a.axes)
    for (const Vector& of_b : b.axes) {
      const Vector axis = cross(of_a, of_b);
      const double sine = length_of(axis);
      if (sine > kParallel) try_axis(scaled(axis, 1 / sine), kTie);
    }
  return best;
}

// From the centre of a box; along is one of its axes.
struct Edge {
  Vector middle, along;
  double half;
};

std::array<Edge, 12> edges_of(const Body& box) {
  std::array<Edge, 12> edges{};
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t a = i / 4, b = (a + 1) % 3, c = (a + 2) % 3;
    const Vector aside = scaled(box.axes[b], i % 2 == 0 ? -box.half[b] : box.half[b]);
    edges[i].middle = add(aside, box.axes[c], i / 2 % 2 == 0 ? -box.half[c] : box.half[c]);
    edges[i].along = box.axes[a];
    edges[i].half = box.half[a];
  }
  return edges;
}

// Of a box the point that is nearest to this one; both from its centre.
Vector nearest_point(const Body& box, const Vector& point) {
  Vector nearest{};
  for (std::size_t a = 0; a < 3; ++a) {
    const double along = std::clamp(dot(point, box.axes[a]), -box.half[a], box.half[a]);
    nearest = add(nearest, box.axes[a], along);
  }
  return nearest;
}

// Two points, from the centre of the first box.
struct Points {
  Vector of_a, of_b;
};

// Of two boxes that do not overlap. What is nearest on edges but not at their ends is found where
// lines are nearest to one another.
Points nearest_points(const Body& a, const Body& b, const Vector& way) {
  Points nearest;
  double least = 1e300;
  const auto try_points = [&](const Vector& of_a, const Vector& of_b) {
    const Vector between = add(of_b, of_a, -1);
    const double square = dot(between, between);
    if (square >= least) return;
    least = square;
    nearest = {of_a, of_b};
  };
  for (const Vector& corner : corners_of(b)) {
    const Vector at = add(way, corner);
    try_points(nearest_point(a, at), at);
  }
  for (const Vector& corner : corners_of(a)) {
    try_points(corner, add(way, nearest_point(b, add(corner, way, -1))));
  }
  const std::array<Edge, 12> of_a = edges_of(a), of_b = edges_of(b);
  for (const Edge& e : of_a)
    for (const Edge& f : of_b) {
      const double cosine = dot(e.along, f.along), square_of_sine = 1 - cosine * cosine;
      if (square_of_sine < kParallel * kParallel) continue;
      const Vector between = add(add(way, f.middle), e.middle, -1);
      const double on_e = dot(between, e.along), on_f = dot(between, f.along);
      const double s = (on_e - cosine * on_f) / square_of_sine;
      const double t = (cosine * on_e - on_f) / square_of_sine;
      if (std::abs(s) > e.half || std::abs(t) > f.half) continue;
      try_points(add(e.middle, e.along, s), add(add(way, f.middle), f.along, t));
    }
  return nearest;
}

// Adds what of a box's edges lies in another box, by its length; both grown by half a touch.
void add_common_edges(const Body& box, const Body& other, const Vector& from_other, double& length,
                      Vector& sum) {
  Body grown = box;
  for (std::size_t a = 0; a < 3; ++a) grown.half[a] += kTouch / 2;
  for (const Edge& edge : edges_of(grown)) {
    double first = -edge.half, last = edge.half;
    for (std::size_t a = 0; a < 3; ++a) {
      const double half = other.half[a] + kTouch / 2;
      const double at = dot(add(from_other, edge.middle), other.axes[a]);
      const double slope = dot(edge.along, other.axes[a]);
      if (std::abs(slope) < kParallel) {  // all of it, or nothing
        if (std::abs(at) > half) last = first;
        continue;
      }
      const double one = (-half - at) / slope, another = (half - at) / slope;
      first = std::max(first, std::min(one, another));
      last = std::min(last, std::max(one, another));
    }
    if (last <= first) continue;
    length += last - first;
    sum = add(sum, add(edge.middle, edge.along, (first + last) / 2), last - first);
  }
}

Gap gap_of_boxes(const Body& a, const Body& b, const Vector& way, double farthest) {
  Gap gap = along_best_axis(a, b, way);
  if (gap.width > farthest) return gap;
  Vector otherwise = scaled(way, 0.5);
  if (gap.width > 0) {
    const Points nearest = nearest_points(a, b, way);
    const Vector between = add(nearest.of_b, nearest.of_a, -1);
    gap.width = length_of(between);
    if (gap.width > kPoint) gap.normal = scaled(between, 1 / gap.width);
    otherwise = add(nearest.of_a, between, 0.5);
  }
  gap.at = middle_of_contact(a, b, way, otherwise);
  gap.nearest = gap.width > 0 ? otherwise : gap.at;
  return gap;
}

}  // namespace

std::array<Vector, 8> corners_of(const Body& box) {
  std::array<Vector, 8> corners{};
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t a = 0; a < 3; ++a) {
      const bool low = (i >> a) % 2 == 0;
      corners[i] = add(corners[i], box.axes[a], low ? -box.half[a] : box.half[a]);
    }
  return corners;
}

Vector middle_of_contact(const Body& a, const Body& b, const Vector& way, const Vector& otherwise) {
  double length_of_a = 0, length_of_b = 0;
  Vector sum{}, of_b{};
  add_common_edges(a, b, scaled(way, -1), length_of_a, sum);
  add_common_edges(b, a, way, length_of_b, of_b);
  const double length = length_of_a + length_of_b;
  if (length <= kTie) return otherwise;
  sum = add(add(sum, of_b), way, length_of_b);
  return scaled(sum, 1 / length);
}

Gap gap_between(const Body& a, const Body& b, const Vector& way, double farthest) {
  Gap gap;
  if (b.kind == Body::Kind::kSphere) {
    gap.width = a.distance(way, gap.normal) - b.half[0];
    gap.at = way;
  } else if (a.kind == Body::Kind::kSphere) {
    gap.width = b.distance(scaled(way, -1), gap.normal) - a.half[0];
    gap.normal = scaled(gap.normal, -1);
  } else {
    return gap_of_boxes(a, b, way, farthest);
  }
  gap.nearest = gap.at;
  return gap;
}

}  // namespace bitvox::flow
