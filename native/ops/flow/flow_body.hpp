// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

// A sphere or a box that moves through the fluid. Positions are in voxels, of which centres are
// whole numbers; velocities and spins (in radians) are those of a step.
struct Body {
  enum class Kind { kSphere, kBox } kind = Kind::kSphere;
  int line = 0;   // of the text that described it
  Vector half{};  // of the sides; of a sphere its radius, three times
  Vector centre{};
  Vector velocity{};
  Vector spin{};
  double density = 0;  // 0: it moves as it began, whatever pushes it
  std::array<Vector, 3> axes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};  // of the sides

  Vector last_velocity{}, last_spin{};  // of the step before; at first the fluid within is at rest
  Vector force{}, torque{};             // of the fluid, in the last step
  Vector push{}, twist{};               // of springs

  bool free() const { return density > 0; }
  double volume() const;
  Vector moments() const;  // of inertia about the axes, for a density of 1
  double reach() const;    // no point is farther from the centre
  Vector extent() const;   // along x, y and z

  // How far a point (from the centre) is outside, less than 0 within; `normal` points outwards.
  double distance(const Vector& point, Vector& normal) const;
};

// Of its surface, at most.
double surface_speed(const Body& body);

// Turns it about its centre, by an angle along an axis.
void turn(Body& body, const Vector& by);

}  // namespace bitvox::flow
