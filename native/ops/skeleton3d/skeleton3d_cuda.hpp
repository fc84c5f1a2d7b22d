// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/skeleton3d/skeleton3d.hpp"

namespace bitvox::cuda {

// How much one launch does, so that the user can stop it and a display stays alive: about so many
// nanoseconds, and of a step at most so many tiles. Tests make both small.
struct ThinLimits {
  unsigned long long nanoseconds = 30'000'000;
  int tiles = 400'000;
};

// As thin() of the CUDA twin.
Thinning thin(const VolumeSource& in, const VolumeSource* anchors, int threads,
              const ThinLimits& limits, BitVolume& out, Progress& progress);

}  // namespace bitvox::cuda
