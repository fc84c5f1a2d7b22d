// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/beam_geometry.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// The rays of a detector that turns around the middle of a box, in whole numbers.
struct DetectorRays {
  Frame frame;
  RayGrid grid;
  // Of a parallel beam: depth zero is so far from the middle of the box.
  double depth_offset = 0;
};

// At an angle in degrees; bounds: that box. Throws InvalidInput (what is not finite; rays in one
// plane; places that are out of reach).
DetectorRays detector_rays(const Detector& detector, double angle, const Bounds& bounds);

// Rays first .. first + count - 1, row by row: whole rows, or a part of one.
RayGrid part_of(const RayGrid& grid, std::int64_t first, std::int64_t count);

}  // namespace bitvox::rays
