// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::skeleton2d {

// Skeleton of every slice on its own, by parallel thinning: a pass deletes at once all foreground
// pixels that its rule lets go, from the picture at its start, and passes are repeated until a
// whole round of them deletes nothing. Outside the slice is background. North is the row above.
//
//     N W  N  N E        A neighbourhood is numbered clockwise from north-west: 0 = NW, 1 = N,
//      W  (p)  E         2 = NE, 3 = E, 4 = SE, 5 = S, 6 = SW, 7 = W.
//     S W  S  S E

enum class Rule {
  // Z. Guo, R. W. Hall, "Parallel thinning with two-subiteration algorithms", Communications of
  // the ACM 32 (1989) 359-373, algorithm A1. A round: a pass for north and east borders, one for
  // south and west ones. Keeps the topology.
  kGuoHall,
  // Hilditch's rule, all borders in one pass, as in: S. Kashani-Akhavan, "Parallel binary image
  // skeletonization with CUDA", 2017. With NZ the number of foreground neighbours and TR the
  // number of steps from background to foreground around a pixel, it deletes where 2 <= NZ <= 6,
  // TR = 1, (N W E are not all foreground, or TR(N) != 1) and (N W S are not, or TR(W) != 1).
  // Objects that are, or become, a single 2 x 2 square vanish.
  kHilditch,
  // Process > Binary > Skeletonize of ImageJ with a black background, pixel for pixel. After its
  // rounds of two passes come rounds of two others, which take away single stray pixels.
  kImagej,
};

struct Options : RunOptions {
  Rule rule = Rule::kGuoHall;
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows. Slices are thinned whole, once for each block of their voxels.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("rule", &Options::rule);
  }
};

// Numbers are summed over the slices; objects are 8-connected.
struct Result {
  explicit Result(const Shape& shape) : skeleton(BitVolume::unset(shape)) {}

  BitVolume skeleton;
  std::int64_t pixels_before = 0;
  std::int64_t pixels_after = 0;
  std::int64_t objects_before = 0;
  std::int64_t objects_after = 0;
  std::int64_t iterations = 0;  // rounds of the slowest slice, the last one, without effect, too
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("pixels_before", &Result::pixels_before);
    field("pixels_after", &Result::pixels_after);
    field("objects_before", &Result::objects_before);
    field("objects_after", &Result::objects_after);
    field("iterations", &Result::iterations);
    field("run", &Result::run);
  }
};

// The same skeleton and numbers for every backend, thread count and block. Throws InvalidInput
// (options, no foreground pixel at all), Cancelled, HostOutOfMemory, DeviceError.
Result thin(const VolumeSource& in, const Options& options, Progress& progress);

}  // namespace bitvox::skeleton2d
