// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::granulometry {

// The inner loops of the CPU twin. They work on bricks of 512 voxels, bit-sliced: a brick is a few
// vectors of 512 bits ("planes"), and plane p holds bit p of all its values.
//
//   volume:  8 x 8 x 8 voxels;  voxel (x, y, z) is bit 8 y + x of 64-bit lane z
//   planar:  8 x 64 x 1 voxels; voxel (x, y) is bit 8 (y % 8) + x of lane y / 8
//
// In memory, in units of 8 words (one vector):
//
//   P planes | Q each of: first y, first z, last y, last z        Q = ceil(P / 8)
//
// The last four are copies of the brick's faces, so that a neighbour reads one vector instead of P:
// the faces across y have plane p of their group of 8 in byte p of each lane, those across z in
// lane p. (Planar bricks meet along y as if the lanes were z.) Bricks for the cube have no faces,
// its passes run along lines of whole bricks.
//
// "Row": the bricks that share y and z, ascending in x. "Changed" sets have a bit for each brick of
// a row, kChangedKinds of them one after the other.
constexpr int kVectorWords = 8;

enum Face { kFirstYFace, kFirstZFace, kLastYFace, kLastZFace, kFaces };

enum ChangedKind {
  kChangedAround,  // what makes this brick or one beside it in x worth another look
  kChangedFirstY,  // on this face
  kChangedLastY,
  kChangedFirstZ,
  kChangedLastZ,
  kChangedKinds
};

// One step in one row. Neighbouring rows are numbered 3 (dz + 1) + (dy + 1): 4 is the row itself.
struct BrickRowStep {
  int planar;
  int planes;
  int bricks;      // in the row
  int set_words;   // of 64 bricks each
  int64_t stride;  // words from brick to brick
  int step;

  uint64_t* data;              // the row's bricks
  const uint64_t* rows[9];     // see erode_row and grow_row
  const uint64_t* changed[9];  // in the step before
  uint64_t* changed_now;
  const uint64_t* inside;  // two vectors, the voxels inside the volume: most bricks, last brick
  uint16_t* least;         // of each brick: the least and the largest distance in it (0: none)
  uint16_t* largest;
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  // Bit-packed image rows to bricks of one plane and back: lines[8 z + y] (planar: lines[y]) are
  // the 64 rows of voxels that a row of bricks covers, null for those outside. to: one vector a
  // brick.
  void (*rows_to_bricks)(const uint64_t* const lines[64], int bricks, uint64_t* to);

  // One erosion. rows[]: the object before this step, one vector a brick, with one more on either
  // side; `to` gets it after this step. What is removed has its distance, `step`: it is written to
  // the planes. Bricks that become empty are `finished`. Returns how many.
  int (*erode_row)(const BrickRowStep& row, int cube, uint64_t* to);

  // What is left after the last erosion has distance `step`.
  void (*finish_row)(const BrickRowStep& row, const uint64_t* left);

  // One step of the recursion for the cross. rows[1, 3, 5, 7]: the bricks of the rows below,
  // before, after, above.
  void (*grow_row)(const BrickRowStep& row);

  // All steps of the recursion along one line of `bricks` bricks, for the cube. axis: 0 x, 1 y, 2
  // z. scratch: (cap + 3) * (bricks / 64 + 1) words.
  void (*grow_line)(uint64_t* data, int planes, int bricks, int64_t stride, int axis, int planar,
                    int cap, uint64_t* scratch);

  // Adds how often each value occurs in a row of bricks, among the voxels in counted (one vector a
  // brick).
  void (*count_values)(const uint64_t* data, int planes, int bricks, int64_t stride,
                       const uint64_t* counted, int64_t* histogram);

  // The 512 values of a brick, voxel (x, y, z) at 64 z + 8 y + x.
  void (*read_values)(const uint64_t* brick, int planes, uint16_t* values);
};

}  // namespace bitvox::granulometry
