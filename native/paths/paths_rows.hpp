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
// A row of the copy: its voxels in an order that suits registers, but the first and the last one in
// their places, then the voxel before it and that behind it.
constexpr int kRowBefore = kTileWidth;
constexpr int kRowAfter = kTileWidth + 1;
constexpr int kRowWords = 40;

// A row beside another one: where it is, and how many rows further on in the copy.
struct RowBeside {
  int dy, dz;
  int64_t rows;
};

constexpr int kMostKinds = 7;

// Steps of one length: along the row, and from the rows beside it, straight or from one voxel
// further on or back.
struct StepKind {
  uint32_t length;
  int straight_count, side_count;
  RowBeside straight[8], side[8];
};

// Why a row must be looked at.
constexpr uint8_t kNewAround = 1;  // beside it, before or behind it
constexpr uint8_t kNewWithin = 2;

// Of the 27 tiles around and including one.
constexpr int tile_side(int dx, int dy, int dz) { return (dz + 1) * 9 + (dy + 1) * 3 + dx + 1; }

template <class Algebra>
struct Tile {
  using Word = typename Algebra::Word;

  Algebra algebra;
  StepKind kinds[kMostKinds];
  int kind_count;
  int along;  // the kind of steps along a row; -1: there are none
  RowBeside beside[8];
  int beside_count;
  int height, depth;
  int64_t slice_rows;  // from slice to slice
  int64_t all_rows;    // from kind to kind
  // Of the first row. Rows around the tile have all of this too.
  Word* words;       // none is above kLimit
  Word* longer;      // what entering a voxel adds, by each kind of step
  uint8_t* waiting;  // why it must be looked at; 0: it need not
  uint8_t* changed;

  int64_t row(int64_t y, int64_t z) const { return z * slice_rows + y; }
  Word* words_of(int64_t at) const { return words + at * kRowWords; }
  Word* longer_of(int kind, int64_t at) const {
    return longer + (kind * all_rows + at) * kRowWords;
  }
};

// A row of a volume from the tile's first voxel on. None: nothing leads there.
template <class Algebra>
struct RowOfVolume {
  typename Algebra::Word* words;
  const typename Algebra::Node* nodes;
  int64_t count;
  bool before, after;  // whether there are voxels before and behind it
};

template <class Algebra>
struct TileRows {
  using Word = typename Algebra::Word;

  // Copies a row into the tile, and its words back.
  void (*load)(const RowOfVolume<Algebra>& from, const Tile<Algebra>& tile, int64_t at);
  void (*store)(const Tile<Algebra>& tile, int64_t at, const RowOfVolume<Algebra>& to);
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
