// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/flow/flow_body.hpp"
#include "ops/flow/flow_face.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_solid.hpp"

namespace bitvox::flow {

// What stands around a body: walls, half a voxel beyond the last centres, and solid.
struct Wall {
  Vector normal;  // outwards, along an axis
  double at = 0;  // along the normal
};
std::vector<Wall> walls_of(const Grid& grid);

double reach_towards(const Body& body, const Wall& wall);
double gap_to(const Wall& wall, const Body& body);
std::vector<TouchPoint> touching_points(const Body& body, const Wall& wall, double farthest);

// From a body to a box of solid.
struct SolidGap {
  Body box;
  Vector way;  // to its centre
  Gap gap;
  std::vector<TouchPoint> points;
};

// To all boxes that are no farther, by what of their surfaces is that of the solid.
std::vector<SolidGap> gaps_to(const Grid& grid, const Body& body,
                              const std::vector<SolidBox>& solid, double farthest);

}  // namespace bitvox::flow
