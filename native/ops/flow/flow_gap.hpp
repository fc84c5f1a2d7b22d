// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

#include "ops/flow/flow_body.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

inline constexpr double kTouch = 1;  // voxels: what is nearer pushes each other

// Where two bodies are nearest to one another.
struct Gap {
  double width = 1e300;  // less than 0 where they overlap: the shortest way apart
  Vector normal{};       // from the first to the second, of length 1
  Vector at{};           // where they push each other, from the centre of the first
  Vector nearest{};      // half-way between the points that are nearest, or as `at`
};

// Between two bodies, the second one's centre `way` from the first one's: exact, but where boxes
// are farther apart than `farthest`, of which the width then is one at least. Of boxes that overlap
// the way apart is along a normal of a face or across two edges (the separating axes of S.
// Gottschalk, M. C. Lin and D. Manocha, "OBBTree: a hierarchical structure for rapid interference
// detection", SIGGRAPH 1996, 171-180); of others the nearest points are a corner and a box, or on
// two edges.
Gap gap_between(const Body& a, const Body& b, const Vector& way, double farthest);

// Of a box, from its centre.
std::array<Vector, 8> corners_of(const Body& box);

// The middle of where two boxes are, or nearly, in touch, from the centre of the first; `otherwise`
// where they are not. It does not jump as they move, nor do what they push and turn.
Vector middle_of_contact(const Body& a, const Body& b, const Vector& way, const Vector& otherwise);

}  // namespace bitvox::flow
