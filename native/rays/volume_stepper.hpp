// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/volume_ray.hpp"

#ifdef __CUDACC__
#define BITVOX_BOTH __host__ __device__
#else
#define BITVOX_BOTH
#endif

namespace bitvox::rays {

// How a ray goes along one axis through blocks of so many voxels in memory.
template <class Offset = std::int64_t>
struct VolumeStepper {
  BITVOX_BOTH VolumeStepper(const AxisPlanes& planes, std::int64_t block, std::int64_t voxels,
                            std::int64_t blocks)
      : origin(planes.origin()),
        inverse(planes.inverse()),
        step(static_cast<double>(planes.step() * voxels)),
        plane(static_cast<double>(planes.exit_of(block * voxels, voxels))),
        stride(static_cast<Offset>(planes.step() * blocks)),
        time(planes.time(plane)) {}

  // To the next block where it is this axis's turn, else nowhere, without a branch.
  BITVOX_BOTH void advance(bool turn, Offset& at) {
    plane += turn ? step : 0.0;
    at += turn ? stride : Offset{0};
    time = (plane - origin) * inverse;
  }

  double origin;
  double inverse;
  double step;
  double plane;  // the next one
  Offset stride;
  double time;  // of that plane
};

}  // namespace bitvox::rays

#undef BITVOX_BOTH
