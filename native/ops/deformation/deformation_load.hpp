// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/deformation/deformation_rows.hpp"

// Freestanding, see cpu/rows.cpp.in.
namespace bitvox::deformation {

// What a load does to nodes, in spacings from the body's middle. It grows from 0 to 1.
struct LoadRows {
  const Quad* goals;  // displacements of held nodes at a load of 1
  int moves_places;   // see StateRows
  int has_ball;
  Three<float> start, way;  // of the ball's centre
  float radius;
};

BITVOX_PART Three<float> centre_of_ball(const LoadRows& rows, float load) {
  return rows.start + load * rows.way;
}

// Puts a node where the load wants it. `rest` is its place at rest.
BITVOX_PART void enforce(const LoadRows& rows, float load, const Quad& rest, const Quad& goal,
                         Quad& moving, Quad& velocity) {
  const Three<float> at_rest = {rest.x, rest.y, rest.z};
  if (rest.w == 0) {
    Three<float> to = load * Three<float>{goal.x, goal.y, goal.z};
    if (rows.moves_places != 0) to = at_rest + to;
    moving = {to.x, to.y, to.z, moving.w};
    return;
  }
  if (rows.has_ball == 0) return;
  const Three<float> now = {moving.x, moving.y, moving.z};
  const Three<float> place = rows.moves_places != 0 ? now : at_rest + now;
  const Three<float> from_centre = place - centre_of_ball(rows, load);
  const float inverse = inverse_length(from_centre);
  const float depth = rows.radius - dot(from_centre, from_centre) * inverse;
  if (!(depth > 0)) return;
  const Three<float> outwards = inverse * from_centre;
  const Three<float> to = now + depth * outwards;
  moving = {to.x, to.y, to.z, moving.w};
  const Three<float> speed = {velocity.x, velocity.y, velocity.z};
  const float out = dot(speed, outwards);
  if (out < 0) {
    const Three<float> kept = speed - out * outwards;
    velocity = {kept.x, kept.y, kept.z, 0.0F};
  }
}

}  // namespace bitvox::deformation
