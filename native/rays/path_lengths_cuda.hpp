// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/path_lengths.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// path_lengths() on the GPU, many times with the same triangles: the same sums. Callable from code
// that knows no CUDA.
class PathLengthsCuda {
 public:
  // Throws Cancelled, DeviceError, DeviceOutOfMemory.
  PathLengthsCuda(const Triangles& triangles, int threads, Progress& progress);
  ~PathLengthsCuda();
  PathLengthsCuda(const PathLengthsCuda&) = delete;
  PathLengthsCuda& operator=(const PathLengthsCuda&) = delete;

  // As path_lengths(). Throws Cancelled, DeviceError, DeviceOutOfMemory, HostOutOfMemory.
  PathLengths measure(const RayGrid& grid, const std::vector<int>& winding,
                      const PassLimits& limits, Progress& progress);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace bitvox::rays
