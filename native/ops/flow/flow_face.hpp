// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "ops/flow/flow_body.hpp"
#include "ops/flow/flow_gap.hpp"

namespace bitvox::flow {

// A point at which bodies touch, or may; from the centre of the first.
struct TouchPoint {
  Vector at, normal;  // from the first to the second
  double gap = 0;
};

// Of boxes that meet with a face: the corners, in order, of what that face and the one opposite to
// it have in common and is no farther apart than `farthest`. Empty for others.
std::vector<TouchPoint> face_between(const Body& a, const Body& b, const Vector& way,
                                     const Gap& gap, double farthest);

// All that keep two bodies apart: a point, or the corners of a face.
std::vector<TouchPoint> touching_points(const Body& a, const Body& b, const Vector& way,
                                        const Gap& gap, double farthest);

// Points of two bodies that share what pushes them apart, all shares together 1.
struct Support {
  Vector at;  // from the centre of the first
  double share = 0;
};

// The corners of faces, if each part of a face is pushed the more the nearer it is; nothing of what
// is as far as `farthest`. However a face is divided, the whole is pushed in the same middle.
std::vector<Support> supports_of(const std::vector<std::vector<TouchPoint>>& faces,
                                 double farthest);

}  // namespace bitvox::flow
