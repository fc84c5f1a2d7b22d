// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/threads/progress.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_comparison.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_limits.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::register_mi {

struct FoundMotion {
  RigidMotion motion;
  double before = 0;       // MI of no motion
  double after = 0;        // MI of the motion
  RigidMotion last_steps;  // no motion so near is better
  int bins = 0;
  std::string note;  // what is doubtful about it; empty: nothing
};

// The motion with the largest information. The same for every matcher. Throws
// InvalidInput where a volume is constant, or no motion within the limits lets the volumes overlap;
// HostOutOfMemory where there are too many motions, Cancelled.
FoundMotion find_motion(Matcher& matcher, const Geometry& geometry,
                        const std::vector<LevelFactors>& levels, const SearchLimits& limits,
                        const Options& options, Noise noise, Progress& progress);

}  // namespace bitvox::register_mi
