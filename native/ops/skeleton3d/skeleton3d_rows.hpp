// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <stdint.h>

namespace bitvox::skeleton3d {

// The CPU twin's own layout: bricks of 8 x 8 x 8 voxels, 8 words each. A word is 8 x 8 voxels of
// one slice (byte y, bit x), the words of a brick are successive slices, and bricks follow one
// another along z, then x, then y. So the neighbours in z of any words are the words one further,
// across bricks too. All around lies one brick of background.
struct BrickGrid {
  uint64_t* words;          // brick b is words 8 b .. 8 b + 7
  const uint64_t* anchors;  // the same for the voxels that stay, or null
  int64_t step_x;           // bricks to the next one along x,
  int64_t step_y;           // and along y
};

// Voxels to be deleted from one brick.
struct BrickDeletion {
  uint64_t voxels[8];
  int64_t count;
  uint32_t brick;
  // The bricks with a voxel next to a deleted one: bit (dz + 1) * 9 + (dy + 1) * 3 + dx + 1 is the
  // one dx, dy, dz bricks away.
  uint32_t touched;
};

// What a brick's time stamp can be besides the time of the last change in it or next to it.
constexpr int32_t kNotListed = INT32_MIN;  // its voxels have never been next to background
constexpr int32_t kEmpty = INT32_MAX;      // nothing to delete, and never will be

// Inner loops of skeleton3d, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Evaluates one direction for the listed bricks whose stamp is at least `oldest`. Writes their
  // deletions (as many as bricks, at most) and returns how many.
  int64_t (*find_deletions[12])(const BrickGrid& grid, const uint32_t* list, int64_t count,
                                const int32_t* stamps, int32_t oldest, BrickDeletion* deletions);

  // Whether brick b has a foreground voxel with a face in the background.
  bool (*is_exposed)(const BrickGrid& grid, int64_t b);

  // Between rows and bricks: the 8 slices of `rows` (the distance between them `slice` words),
  // `height` rows of `row` words, are the bricks at z of a grid from `bricks` on, the first one
  // that is not padding. Rows are only written where a voxel is set.
  void (*pack)(const uint64_t* rows, int64_t slice, int64_t row, int64_t height, int64_t step_x,
               int64_t step_y, uint64_t* bricks);
  void (*unpack)(const uint64_t* bricks, int64_t slice, int64_t row, int64_t height, int64_t slices,
                 int64_t step_x, int64_t step_y, uint64_t* rows);
};

}  // namespace bitvox::skeleton3d
