// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"

namespace bitvox::register_mi {

inline constexpr double RigidMotion::*kMotionParts[] = {
    &RigidMotion::dx,    &RigidMotion::dy,      &RigidMotion::dz,
    &RigidMotion::angle, &RigidMotion::angle_x, &RigidMotion::angle_y};

// The motions that are tried: from low to high along each axis, in voxels, and angles.
struct SearchLimits {
  RigidMotion low;
  RigidMotion high;
};

// The parts of a motion that are not fixed.
std::vector<double RigidMotion::*> free_parts(const SearchLimits& limits);

// The nearest motion within them.
RigidMotion within(const SearchLimits& limits, RigidMotion motion);

// What the options allow, as far as the volumes can overlap.
SearchLimits search_limits(const Geometry& geometry, const Options& options);

// A sentence for the user where a motion, found in such last steps, is at the limit of the shift or
// the angle, so that a better one may lie beyond; else empty.
std::string limit_note(const RigidMotion& motion, const SearchLimits& limits,
                       const RigidMotion& last_steps);

// Makes a note one sentence longer, if there is one.
inline void add_sentence(std::string& note, const std::string& sentence) {
  note += (note.empty() || sentence.empty() ? "" : " ") + sentence;
}

}  // namespace bitvox::register_mi
