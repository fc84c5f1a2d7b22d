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

// The sums of one material as lengths, in the unit of the frame: width x height numbers.
void to_lengths(const PathLengths& lengths, int material, const RayGrid& grid, const Frame& frame,
                float* image);

}  // namespace bitvox::rays
