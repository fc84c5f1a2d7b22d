// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"

namespace bitvox::register_mi {

// The motions that are tried: from low to high along each axis, in voxels, and angles.
struct SearchLimits {
  RigidMotion low;
  RigidMotion high;
};

// What the options allow, as far as the volumes can overlap.
SearchLimits search_limits(const Geometry& geometry, const Options& options);

// A sentence for the user where a motion, found in such last steps, is at the limit of the shift or
// the angle, so that a better one may lie beyond; else empty.
std::string limit_note(const RigidMotion& motion, const SearchLimits& limits,
                       const RigidMotion& last_steps);

}  // namespace bitvox::register_mi
