// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/mesh_views.hpp"
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

// Path lengths through meshes at many angles: their vertices stay in the GPU's memory, which places
// them for each angle as MeshViews::snap() does. The lengths are those of path_lengths() and
// to_lengths().
class MeshLengthsCuda {
 public:
  // Throws Cancelled, DeviceError, DeviceOutOfMemory.
  MeshLengthsCuda(const MeshViews& views, int threads, Progress& progress);
  ~MeshLengthsCuda();
  MeshLengthsCuda(const MeshLengthsCuda&) = delete;
  MeshLengthsCuda& operator=(const MeshLengthsCuda&) = delete;

  // About the bytes on the GPU, besides those of lengths.
  static std::int64_t bytes(const MeshViews& views, std::int64_t pixels);

  // lengths, in the GPU's memory: [material][row][column]. Waits until they are there. Returns the
  // number of rays whose signed number of hits is not the expected one. Throws Cancelled,
  // DeviceError, DeviceOutOfMemory.
  std::int64_t measure(const MeshViews::At& at, float* lengths, Progress& progress);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace bitvox::rays
