// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/volume_source.hpp"
#include "ops/skeleton3d/topology.hpp"

namespace bitvox::skeleton3d {

// Curve skeleton of a volume by the 12-subiteration thinning of Palagyi and Kuba.
//
//     repeat
//         for direction in US NE WD ES UW ND SW UN ED NW UE SD
//             delete, all at once, every foreground voxel whose 3 x 3 x 3 neighbourhood, turned so
//             that the direction becomes US, matches at least one of the templates T1..T14
//     until a whole round of 12 deleted nothing
//
// E = +x, N = +y, U = +z; foreground is 26-connected, background 6-connected, outside the volume is
// background and the outermost voxels may be deleted. Every subiteration decides on the picture as
// it was at its start. Keeps the topology: components, cavities and tunnels.
//
// A subiteration only looks where something can have changed: a voxel is evaluated again in the
// same direction only if one of its 27 voxels changed in the 12 subiterations since, for otherwise
// the answer is the old one.
//
// Literature: K. Palagyi, A. Kuba, "A Parallel 3D 12-Subiteration Thinning Algorithm", Graphical
// Models and Image Processing 61 (1999) 199-221. J. Jimenez, J. Ruiz de Miras, "GPU optimization
// and performance analysis of a 3D curve-skeleton generation algorithm", 2012 (nothing crosses the
// bus inside the loop, double buffers).

struct Options : RunOptions {
  bool verify = false;  // count the topology before and after, independently of the thinning

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("verify", &Options::verify);
  }
};

struct Result {
  explicit Result(const Shape& shape) : skeleton(BitVolume::unset(shape)) {}

  BitVolume skeleton;
  std::int64_t voxels_before = 0;
  std::int64_t voxels_after = 0;
  std::vector<std::int64_t> deleted;        // in each round; the last one is 0
  std::optional<Topology> topology_before;  // where it is verified
  std::optional<Topology> topology_after;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("voxels_before", &Result::voxels_before);
    field("voxels_after", &Result::voxels_after);
    field("deleted", &Result::deleted);
    field("topology_before", &Result::topology_before);
    field("topology_after", &Result::topology_after);
    field("run", &Result::run);
  }
};

// Voxels of anchors (null: none) are never deleted. The same skeleton for every backend and thread
// count. Throws InvalidInput (shapes differ, no foreground voxel at all), Cancelled,
// HostOutOfMemory, DeviceError.
Result thin(const VolumeSource& in, const VolumeSource* anchors, const Options& options,
            Progress& progress);

// ---- The twins -------------------------------------------------------------------------------

struct Thinning {
  std::int64_t voxels_before = 0;
  std::vector<std::int64_t> deleted;  // the last one is 0
};

// Both twins write the skeleton to `out`, which may hold anything before, and allocate at most
// bytes_cpu() or bytes_cuda() besides.
enum class Anchors { kNone, kSome };
std::int64_t bytes_cpu(const Shape& shape, Anchors anchors, int threads);
Thinning thin_cpu(InstructionSet instructions, const VolumeSource& in, const VolumeSource* anchors,
                  int threads, BitVolume& out, Progress& progress);
std::int64_t bytes_cuda(const Shape& shape, Anchors anchors);
Thinning thin_cuda(const VolumeSource& in, const VolumeSource* anchors, int threads, BitVolume& out,
                   Progress& progress);

}  // namespace bitvox::skeleton3d
