// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/progress.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::register_mi {

// The motions that are tried: from low to high along each axis, in voxels, and angles.
struct SearchLimits {
  RigidMotion low;
  RigidMotion high;
};
SearchLimits search_limits(const Geometry& geometry, const Options& options);

struct FoundMotion {
  RigidMotion motion;
  double before = 0;  // MI of no motion
  double after = 0;   // MI of the motion
  int bins = 0;
};

// The motion with the largest mutual information. The same for every matcher. Throws InvalidInput
// where a volume is constant, or no motion within the limits lets the volumes overlap.
FoundMotion find_motion(Matcher& matcher, const Geometry& geometry,
                        const std::vector<LevelFactors>& levels, const SearchLimits& limits,
                        int bins, Progress& progress);

}  // namespace bitvox::register_mi
