// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "paths/path_sum.hpp"

namespace bitvox::paths {

// A tile of voxels and one voxel around it, of which a copy is worked on: kTileWidth along x, and
// so many rows that kTileRows are not exceeded.
constexpr int kTileWidth = 32;
constexpr int kTileRows = 256;
constexpr int kTileStride = 48;  // from row to row
constexpr int kTileLead = 8;     // before a row's first voxel

// The row beside another one, and the lengths of steps from there; 0 where there are none.
struct RowStep {
  int dy, dz;
  uint32_t step;  // straight
  uint32_t side;  // and one along x
};

// Why a row must be looked at.
constexpr uint8_t kRowBeside = 1;  // one of the rows beside it has changed
constexpr uint8_t kRowEnds = 2;    // or what is before its first voxel or behind its last one

// Of the 27 tiles around and including one.
constexpr int tile_side(int dx, int dy, int dz) { return (dz + 1) * 9 + (dy + 1) * 3 + dx + 1; }

template <class Algebra>
struct Tile {
  using Word = typename Algebra::Word;
  using Node = typename Algebra::Node;

  Algebra algebra;
  RowStep beside[8];
  int beside_count;
  uint32_t step_x;  // 0: none
  int height, depth;
  Word* words;  // of the first voxel; none is above kLimit
  Node* nodes;
  // A flag a row, the first row's; rows around the tile have some too.
  uint8_t* waiting;
  uint8_t* changed;

  // From slice to slice; flags lie as rows do.
  int64_t slice_rows() const { return height + 2; }
  int64_t row(int64_t y, int64_t z) const { return z * slice_rows() + y; }
};

template <class Algebra>
struct TileRows {
  using Word = typename Algebra::Word;

  // Copies words and makes them ready to compute with, and back.
  void (*load)(const Word* from, int64_t count, Word* to);
  void (*store)(const Word* from, int64_t count, Word* to);
  // Looks at all rows that wait, and at those that wait then, until none does.
  void (*settle)(Tile<Algebra>& tile);
  // The smallest word that each of the tiles around would get from rows that have changed and that
  // improves on what it has, as far as is known here; else kFar.
  void (*wake)(const Tile<Algebra>& tile, Word (&smallest)[27]);
};

// One of each algebra, by its type.
struct Rows : TileRows<Sum<uint32_t, uint8_t>>,
              TileRows<Sum<uint32_t, uint16_t>>,
              TileRows<Sum<uint64_t, uint8_t>>,
              TileRows<Sum<uint64_t, uint16_t>> {
  static const Rows scalar, avx2, avx512;
};

}  // namespace bitvox::paths
