// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/flow/flow_lattice.hpp"

namespace bitvox::flow {

// What arrives at a cell from beyond a face that is not closed.
struct FaceLink {
  int32_t x;      // of the cell
  int32_t slot;   // what arrives
  int32_t free;   // whether the face is, and not moving
  float arrives;  // in the next step, where it is free
};

// One row of cells in a step. There is one copy of the populations: each cell leaves what departs
// in the places where it found what arrived, turned over (Bailey and others 2009). Population i
// arrives at cell x in places[i][x], and the opposite one departs into it. In every second step
// these places are the cell's own. In the others they are the neighbours', population opposite(i)
// of cell x - c_i, or, where a link says that no fluid is there, population i of the cell itself.
// What departs in a step is so found by the next one, and each place is read and written by one
// cell alone. Arrays go on to a multiple of kLanes, and one cell further both ways.
// Stored: float or Half, see flow_lattice.hpp.
template <class Stored>
struct RowStep {
  Stored* places[kSlots];
  Stored* own;  // population i of cell x is at own[i * stride + x]
  int64_t stride;
  int64_t blocks;         // of kLanes cells
  bool of_neighbours;     // the places
  const uint32_t* links;  // of each cell; null where no cell has any
  FaceLink* faces;        // by x
  FaceLink* faces_end;
  const float* add;    // of each slot, what a moving face adds
  uint32_t number;     // of the first cell, for half_scales()
  const float* solid;  // B of each cell; null where it is 0
  float* motion[3];    // of the solid, becomes the momentum that it got; null where it is at rest
};

// The inner loops of the CPU twin.
template <class Stored>
struct RowsOf {
  // With the rates of this step and of the next one.
  void (*step)(const RowStep<Stored>* row, const Rates* rates, const Rates* next);

  // The velocity of each cell of a row after that step, and by how much its density exceeds 1; 0 in
  // solid.
  void (*velocities)(const RowStep<Stored>* row, const Rates* rates, float* const* out);
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  RowsOf<float> floats;
  RowsOf<Half> halves;
};

}  // namespace bitvox::flow
