// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/flow/flow_body.hpp"
#include "ops/flow/flow_grid.hpp"

namespace bitvox::flow {

// Voxels that are solid as a whole, of which none is in two boxes. Where a face is periodic they go
// on beyond it.
struct SolidBox {
  std::array<std::int64_t, 3> first, last;

  Body as_body() const;
};

// All of the solid that is within a distance of a body, in few boxes. Throws Cancelled.
std::vector<SolidBox> solid_near(const Grid& grid, const Body& body, double distance,
                                 Progress& progress);

// Whether a surface of a box is one of the solid, at a point of it: none of another box lies before
// it, against a normal into the box.
bool is_surface(const Grid& grid, const SolidBox& box, const Vector& point, const Vector& normal);

}  // namespace bitvox::flow
