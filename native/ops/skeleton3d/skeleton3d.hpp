// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/run_block.hpp"
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

inline constexpr std::int64_t kMostRounds = 1'000'000;

struct Options : RunOptions {
  bool verify = false;  // count the topology before and after, independently of the thinning
  std::int64_t max_rounds = 0;  // 0: until one deletes nothing

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("verify", &Options::verify);
    field("max_rounds", &Options::max_rounds,
          within(1, kMostRounds).or_zero("until one deletes nothing"));
  }
};

struct Result {
  explicit Result(const Shape& shape) : skeleton(BitVolume::unset(shape)) {}

  BitVolume skeleton;
  std::int64_t voxels_before = 0;
  std::int64_t voxels_after = 0;
  std::vector<std::int64_t> deleted;        // in each round; the last one is 0, but for max_rounds
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

// Checked and ready.
struct Job {
  const VolumeSource& in;
  const VolumeSource* anchors = nullptr;  // voxels that are never deleted; null: none
  const VolumeSource* counted = nullptr;  // of which deletions are counted; null: of all
  std::int64_t max_rounds = 0;            // as in the options
  int threads = 1;

  // Besides the volume itself.
  int pictures() const { return (anchors != nullptr ? 1 : 0) + (counted != nullptr ? 1 : 0); }
  bool is_part() const { return counted != nullptr || max_rounds > 0; }
};

struct Thinning {
  std::int64_t voxels_before = 0;
  std::vector<std::int64_t> deleted;  // as in the result

  void add(const Thinning& other);

  template <class Each>
  static void fields(Each&& field) {
    field("voxels_before", &Thinning::voxels_before);
    field("deleted", &Thinning::deleted);
  }
};

// Both twins write the skeleton to `out`, which may hold anything before, and allocate at most
// bytes_cpu() or bytes_cuda() besides.
std::int64_t bytes_cpu(const Job& job, const Shape& shape);
Thinning thin_cpu(InstructionSet instructions, const Job& job, BitVolume& out, Progress& progress);
std::int64_t bytes_cuda(const Job& job, const Shape& shape);
Thinning thin_cuda(const Job& job, BitVolume& out, Progress& progress);

// ---- One block, for who goes through those of a volume elsewhere -------------------------------

// A subiteration depends on the voxels next to one, and there are 12 in a round: so much is read
// for max_rounds of them, and all where these have no limit.
Reach reach_of(const Options& options);

// The core after at most max_rounds, to `core`, a volume of its own; what is deleted in it in each
// of these rounds. in: what the block reads, as a volume of its own; anchors (or null) likewise.
Thinning thin_block(const VolumeSource& in, const VolumeSource* anchors, const Block& block,
                    const Options& options, BitVolume& core, RunReport& report, Progress& progress);

// Beside the volumes. Some anchors, or none, as max_rounds says.
BlockMemory memory_for(const Block& block, const Options& options);

// What was deleted in some rounds, and then in others.
Thinning one_after_the_other(const Thinning& first, const Thinning& then);

// The numbers of the whole, from those of all cores in all rounds. Throws InvalidInput (no
// foreground voxel at all).
void finish(const Thinning& thinning, Result& result);

}  // namespace bitvox::skeleton3d
