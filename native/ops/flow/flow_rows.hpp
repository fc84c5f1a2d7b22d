// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/flow/flow_lattice.hpp"

namespace bitvox::flow {

// What arrives at a cell from beyond a face that is not closed.
struct FaceLink {
  int32_t x;     // of the cell
  int32_t slot;  // what arrives
  int32_t free;  // whether the face is, and not moving
};

// One row of cells in a step from one copy of the populations to the other. Population i of cell x
// is at own[i * stride + x]; arrays go on to a multiple of kLanes, and one cell further both ways.
// Stored: float or Half, see flow_lattice.hpp.
template <class Stored>
struct RowStep {
  const Stored* arrives[kSlots];  // [i][x]: population i of the neighbour x - c_i
  const Stored* own;
  Stored* to;
  int64_t stride;
  int64_t blocks;         // of kLanes cells
  const uint32_t* links;  // of each cell; null where no cell has any
  const FaceLink* faces;  // by x
  const FaceLink* faces_end;
  const float* add;    // of each slot, what a moving face adds
  uint32_t number;     // of the first cell, for half_scales()
  const float* solid;  // B of each cell; null where it is 0
  float* motion[3];    // of the solid, becomes the momentum that it got; null where it is at rest
};

// The inner loops of the CPU twin. Every cell writes its own populations alone.
template <class Stored>
struct RowsOf {
  void (*step)(const RowStep<Stored>* row, const Rates* rates);

  // The velocity of each cell of a row, and by how much its density exceeds 1; 0 in solid.
  void (*velocities)(const Stored* own, int64_t stride, int64_t blocks, const uint32_t* links,
                     const float* solid, const Rates* rates, float* const* out);
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  RowsOf<float> floats;
  RowsOf<Half> halves;
};

}  // namespace bitvox::flow
