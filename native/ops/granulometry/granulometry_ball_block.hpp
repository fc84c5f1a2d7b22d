// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "ops/granulometry/granulometry.hpp"
#include "ops/local_thickness/local_thickness.hpp"

// The granulometry by balls of one block, for who goes through those of a volume elsewhere. The
// radius of the largest ball of the whole is known, as local thickness finds it; it is infinite
// where a volume, or per slice some slice, has nothing but object.
namespace bitvox::granulometry {

// Throws InvalidInput (options, a radius that is no number), and as measure() does.
class BallBlocks {
 public:
  // Of placed volumes; the mask may be null.
  BallBlocks(const VolumeSource& in, const VolumeSource* mask, const Options& options,
             double radius);

  Reach reach() const;

  // Ready for a block: to ask for its memory, no voxel needs to be at hand.
  local_thickness::Job job() const;

  // The sizes in its core. The map is that of the core.
  Sizes measure(const Block& block, SliceSink* map, RunReport& report, Progress& progress) const;

  // The result of the whole. Throws InvalidInput (no object voxel, or none in the mask; sizes of
  // something else).
  Result finish(const Sizes& sizes) const;

 private:
  // That of the largest ball, if voxels bound it.
  double bounded_radius() const;

  const VolumeSource& in_;
  const VolumeSource* mask_;
  Options options_;
  double radius_;
  bool planar_;
};

}  // namespace bitvox::granulometry
