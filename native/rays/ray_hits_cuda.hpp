// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/ray_hits.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// find_hits() on the GPU, many times with the same triangles: the same hits, to the bit. Callable
// from code that knows no CUDA.
class HitFinderCuda {
 public:
  // Throws Cancelled, DeviceError, DeviceOutOfMemory.
  HitFinderCuda(const Triangles& triangles, int threads, Progress& progress);
  ~HitFinderCuda();
  HitFinderCuda(const HitFinderCuda&) = delete;
  HitFinderCuda& operator=(const HitFinderCuda&) = delete;

  // As find_hits(). Throws TooManyHits, Cancelled, DeviceError, DeviceOutOfMemory, HostOutOfMemory.
  RayHits find(const RayGrid& grid, const std::vector<int>& winding, const HitLimits& limits,
               Progress& progress);
  RayHits find(std::span<const Direction> ends, const std::vector<int>& winding,
               const HitLimits& limits, Progress& progress);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace bitvox::rays
