// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/deformation/deformation_forces.hpp"

namespace bitvox::deformation {

// What a node has of a vector, and one number more.
struct alignas(16) Quad {
  float x, y, z, w;
};

// Nodes are stored in groups of so many; the last one is filled up with held nodes without
// neighbours.
constexpr int kGroup = 16;

// Constants of a method, with a spacing for the unit of length and a step for that of time.
struct Constants {
  float keep;            // of a velocity
  float scale;           // of sums over neighbours: a stiffness over a mass, times the squared step
  float spring_damping;  // mass-spring: k_d over k_s
  float part;            // shape matching: one over the number of slots and one
  float lambda, two_mu;  // point-based: for a modulus of 1
};

// A body and its method, for the inner loops. What belongs to slot k of a node is at
// (group * neighbours + k) * kGroup + lane, what belongs to a node at group * kGroup + lane. Slots
// without a neighbour name the node itself, and have zeros.
struct ModelRows {
  int32_t neighbours;
  const int32_t* neighbour;
  // Of slots. Mass-spring: weight and length at rest. Meshless: c_1 w / L, then three numbers of
  // a vector. Point-based: a vector w X.
  const float* slots[4];
  // Of nodes. Shape matching: the place from the centre. Meshless: the scale of the sum.
  // Point-based: M^-1 as xx, yy, zz, yz, xz, xy.
  const float* nodes[6];
  const Quad* rest;  // places from the body's middle; w is 1, or 0 for nodes that are held
  Constants constants;
};

// Mass-spring moves places, the other methods displacements; w as in ModelRows::rest. Velocities
// have 0 there.
struct StateRows {
  const Quad* moving;
  const Quad* velocity;
};

// B of nodes over V, a row each.
struct StressRows {
  Quad* rows[3];
};

// The inner loops of the CPU twin, which give the same bits for each instruction set. For the
// groups `first` to `end` - 1.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // The step of a method; `turn` is the rotation less 1, of shape matching, and `stresses` what the
  // point-based method's first pass has written for all nodes.
  using Step = void (*)(const ModelRows* model, int64_t first, int64_t end, StateRows from,
                        const float* turn, const StressRows* stresses, Quad* moving,
                        Quad* velocity);
  // Accelerations alone.
  using Accelerate = void (*)(const ModelRows* model, int64_t first, int64_t end, StateRows from,
                              const float* turn, const StressRows* stresses, Quad* accelerations);
  struct OfMethod {
    Step step;
    Accelerate accelerate;
  } mass_spring, shape_matching, meshless, point_based;
  // The point-based method's first pass.
  void (*stress)(const ModelRows* model, int64_t first, int64_t end, const Quad* moving,
                 const StressRows* to);
  // Adds the products of displacements and places at rest, row after row of a matrix, as whole
  // numbers: see deformation_rotation.hpp.
  void (*add_products)(const Quad* moving, const Quad* rest, int64_t first, int64_t end,
                       double scale, double limit, int64_t* sums);
};

}  // namespace bitvox::deformation
