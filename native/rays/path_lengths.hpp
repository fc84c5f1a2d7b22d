// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/bins.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// How long each ray of a detector is inside each material: the sum of the distances at which it
// leaves, less those at which it enters. Sums of whole numbers: the same for any order of
// triangles, passes and threads. A material that lies inside another one counts in both.
struct PathLengths {
  std::vector<std::int64_t> sums;  // [material][row][column], in units of 2^-exponent
  int exponent = 48;  // of the ray's length to the detector; of a parallel beam, of the step
  std::int64_t odd_rays = 0;  // whose signed number of hits is not the expected one
};

// winding: of each material, how often its meshes wind around the source (winding.hpp); empty: 0
// for all. Throws Cancelled, HostOutOfMemory.
PathLengths path_lengths(const Triangles& triangles, const RayGrid& grid,
                         const std::vector<int>& winding, const PassLimits& limits, int threads,
                         Progress& progress);

// The sums as lengths, in the unit of the frame: [material][row][column]. Those below 0, of meshes
// that are open, are 0. Throws Cancelled.
void to_lengths(const PathLengths& lengths, const RayGrid& grid, const Frame& frame, int threads,
                float* images, Progress& progress);
// What to_lengths() multiplies with, and of a cone with the length of a ray of the grid.
double length_scale(const RayGrid& grid, const Frame& frame, int exponent);

}  // namespace bitvox::rays
