// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/bit_volume.hpp"

namespace bitvox::permeability {

// A table with one word for each 32 voxels of a row: bit j, from 0 to 33, is the pore at voxel
// j - 1 of them, and above these bits are the pores before voxel 0. Beyond a periodic end of the
// row is its other end, beyond any other one nothing. Each row ends with one word more, which has
// the pores before all that follows. Around the volume lies a layer of such rows, in y and z:
// beyond a periodic border those of the other end, else rows without pores. So the rows around a
// voxel are always as many words away.
inline constexpr int kTableVoxels = 32;
inline constexpr int kTablePores = kTableVoxels + 2;

// What fits: cells into the bits of a word, and words into those of a place in the table, which is
// the number of a word times kTableVoxels, and a bit.
inline constexpr std::int64_t kMostTableCells = (std::int64_t{1} << (64 - kTablePores)) - 1;
inline constexpr std::int64_t kMostTableWords = (std::int64_t{1} << 32) / kTableVoxels;

struct TableShape {
  std::uint32_t words_per_row, rows_per_slice, slices;
};

inline TableShape table_shape(const Shape& volume) {
  return {static_cast<std::uint32_t>((volume.width + kTableVoxels - 1) / kTableVoxels + 1),
          static_cast<std::uint32_t>(volume.height + 2),
          static_cast<std::uint32_t>(volume.depth + 2)};
}

inline std::int64_t table_words(const TableShape& shape) {
  return std::int64_t{shape.words_per_row} * shape.rows_per_slice * shape.slices;
}

}  // namespace bitvox::permeability
