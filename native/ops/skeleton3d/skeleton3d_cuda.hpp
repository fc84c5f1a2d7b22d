// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/skeleton3d/skeleton3d.hpp"

namespace bitvox::skeleton3d {

// How much one launch does, so that the user can stop it and a display stays alive: about so many
// nanoseconds, and of a step at most so many tiles. Tests make both small.
struct ThinLimits {
  unsigned long long nanoseconds = 30'000'000;
  int tiles = 400'000;
};

// As thin_cuda() of skeleton3d.hpp.
Thinning thin_cuda(const Job& job, const ThinLimits& limits, BitVolume& out, Progress& progress);

inline Thinning thin_cuda(const VolumeSource& in, const VolumeSource* anchors, int threads,
                          const ThinLimits& limits, BitVolume& out, Progress& progress) {
  return thin_cuda({in, anchors, nullptr, 0, threads}, limits, out, progress);
}

}  // namespace bitvox::skeleton3d
