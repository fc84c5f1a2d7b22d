// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_standing.hpp"

#include <algorithm>
#include <cmath>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

std::vector<Wall> walls_of(const Grid& grid) {
  std::vector<Wall> walls;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      const Face face = grid.faces[2 * axis + side];
      if (face == Face::kPeriodic || face == Face::kFree) continue;
      Wall& wall = walls.emplace_back();
      wall.normal[axis] = side == 0 ? -1 : 1;
      wall.at = side == 0 ? 0.5 : static_cast<double>(grid.size(axis)) - 0.5;
    }
  return walls;
}

double reach_towards(const Body& body, const Wall& wall) {
  const Vector extent = body.extent();
  double reach = 0;
  for (std::size_t a = 0; a < 3; ++a) reach += std::abs(wall.normal[a]) * extent[a];
  return reach;
}

double gap_to(const Wall& wall, const Body& body) {
  return wall.at - dot(body.centre, wall.normal) - reach_towards(body, wall);
}

std::vector<TouchPoint> touching_points(const Body& body, const Wall& wall, double farthest) {
  std::vector<Vector> corners;
  if (body.kind == Body::Kind::kSphere) {
    corners.push_back(scaled(wall.normal, body.half[0]));
  } else {
    const auto all = corners_of(body);
    corners.assign(all.begin(), all.end());
  }
  std::vector<TouchPoint> points;
  for (const Vector& corner : corners) {
    const double gap = wall.at - dot(add(body.centre, corner), wall.normal);
    if (gap <= farthest) points.push_back({corner, wall.normal, gap});
  }
  return points;
}

std::vector<SolidGap> gaps_to(const Grid& grid, const Body& body,
                              const std::vector<SolidBox>& solid, double farthest) {
  std::vector<SolidGap> gaps;
  for (const SolidBox& voxels : solid) {
    SolidGap one{voxels.as_body(), {}, {}, {}};
    one.way = add(one.box.centre, body.centre, -1);
    Vector normal;
    if (one.box.distance(scaled(one.way, -1), normal) > body.reach() + farthest) continue;
    one.gap = gap_between(body, one.box, one.way, farthest);
    if (one.gap.width > farthest) continue;
    for (TouchPoint point : touching_points(body, one.box, one.way, one.gap, farthest)) {
      Vector at = add(body.centre, point.at);  // of a sphere its centre, which a normal moves
      if (body.kind == Body::Kind::kSphere) {
        at = add(body.centre, point.normal, body.half[0] + point.gap);
      }
      if (is_surface(grid, voxels, at, point.normal)) one.points.push_back(point);
    }
    if (!one.points.empty()) gaps.push_back(std::move(one));
  }
  return gaps;
}

}  // namespace bitvox::flow
