// SPDX-License-Identifier: BSD-2-Clause
// The pores around a voxel, three of a row at a time, for the GPU, and for the CPU to test. Before
// it is included, BITVOX_INLINE, BITVOX_UNROLL and BITVOX_POPCOUNT are defined, and
// permeability_places.inl and permeability_table.hpp are included.

// Where a voxel is in the table.
BITVOX_INLINE std::uint32_t table_place(const TableShape& shape, int x, int y, int z) {
  const std::uint32_t row =
      static_cast<std::uint32_t>(z + 1) * shape.rows_per_slice + static_cast<std::uint32_t>(y + 1);
  return row * shape.words_per_row * kTableVoxels + static_cast<std::uint32_t>(x);
}

// The word for the voxels x, x + 1, ... of a row, x being a multiple of kTableVoxels.
BITVOX_INLINE std::uint64_t table_word_in_row(const PorePlaces& pores, std::int64_t row, int x) {
  const std::uint64_t* const words = pores.words + row * pores.words_per_row;
  const std::uint32_t* const ranks = pores.ranks + row * pores.words_per_row;
  const int width = pores.size[0];
  if (x >= width) {
    const std::int64_t last = pores.words_per_row - 1;
    const std::uint64_t before =
        ranks[last] + static_cast<std::uint64_t>(BITVOX_POPCOUNT(words[last]));
    return before << kTablePores;
  }
  const std::uint64_t whole = words[x >> 6];
  const std::uint64_t mask = (std::uint64_t{1} << kTableVoxels) - 1;
  std::uint64_t bits = (whole >> (x & 63) & mask) << 1;
  const auto pore_at = [&](int i) { return words[i >> 6] >> (i & 63) & 1U; };
  const bool periodic = pores.borders[0] == Border::kPeriodic;
  if (x > 0) {
    bits |= pore_at(x - 1);
  } else if (periodic) {
    bits |= pore_at(width - 1);
  }
  if (x + kTableVoxels < width) {
    bits |= pore_at(x + kTableVoxels) << (kTableVoxels + 1);
  } else if (periodic) {
    bits |= pore_at(0) << (width - x + 1);
  }
  const std::uint64_t before = whole & ((std::uint64_t{1} << (x & 63)) - 1);
  const std::uint64_t rank = ranks[x >> 6] + static_cast<std::uint64_t>(BITVOX_POPCOUNT(before));
  return bits | rank << kTablePores;
}
BITVOX_INLINE std::uint64_t table_word(const PorePlaces& pores, const TableShape& shape,
                                       std::int64_t number) {
  const std::int64_t row = number / shape.words_per_row;
  const auto x = static_cast<int>(number % shape.words_per_row) * kTableVoxels;
  int at[2] = {static_cast<int>(row % shape.rows_per_slice) - 1,
               static_cast<int>(row / shape.rows_per_slice) - 1};
  for (int i = 0; i < 2; ++i) {
    const int size = pores.size[i + 1];
    if (at[i] >= 0 && at[i] < size) continue;
    if (pores.borders[i + 1] != Border::kPeriodic) return 0;
    at[i] = at[i] < 0 ? size - 1 : 0;
  }
  return table_word_in_row(pores, static_cast<std::int64_t>(at[1]) * pores.size[1] + at[0], x);
}

// Whether place_of() has to be asked, for which voxels are mirrored.
BITVOX_INLINE bool is_mirrored(Border border) {
  return border == Border::kMirrored || border == Border::kReversed;
}
BITVOX_INLINE bool any_mirrored(const PorePlaces& pores) {
  return is_mirrored(pores.borders[0]) || is_mirrored(pores.borders[1]) ||
         is_mirrored(pores.borders[2]);
}
BITVOX_INLINE bool at_mirror(const PorePlaces& pores, int axis, int at) {
  return is_mirrored(pores.borders[axis]) && (at == 0 || at == pores.size[axis] - 1);
}

// Whether x is where a periodic row begins, and whether it is where it ends.
struct RowEnds {
  bool first, last;
};
BITVOX_INLINE RowEnds row_ends(const PorePlaces& pores, int x) {
  const bool periodic = pores.borders[0] == Border::kPeriodic;
  return {periodic && x == 0, periodic && x == pores.size[0] - 1};
}

// Calls take(slot, pore, from) for each of the velocities but that at rest: whether there is a pore
// where its population comes from, and if so, its cell. `cell` is a pore at no mirror, and in bit
// `bit` of *word of the table.
template <class Take>
BITVOX_INLINE void for_neighbours(const TableShape& shape, const std::uint64_t* word,
                                  std::uint32_t bit, RowEnds ends, std::uint32_t cell,
                                  const Take& take) {
  const auto per_row = static_cast<std::int32_t>(shape.words_per_row);
  const auto per_slice = per_row * static_cast<std::int32_t>(shape.rows_per_slice);
  const std::uint32_t before = (2U << bit) - 2;  // the voxels before it, of its 32
  BITVOX_UNROLL
  for (int row = 0; row < 9; ++row) {
    const int aside = row % 3 - 1, up = row / 3 - 1;
    const std::uint64_t* const at = word + (aside * per_row + up * per_slice);
    const std::uint64_t found = *at;
    const auto pores = static_cast<std::uint32_t>(found >> bit) & 7U;  // x - 1, x and x + 1
    std::uint32_t middle = cell;
    if (row != 4) {
      middle =
          static_cast<std::uint32_t>(found >> kTablePores) +
          static_cast<std::uint32_t>(BITVOX_POPCOUNT(static_cast<std::uint32_t>(found) & before));
    }
    std::uint32_t cells[3] = {middle - 1, middle, middle + (pores >> 1 & 1U)};
    // Beyond the end of a row is the last or the first pore of it.
    if (ends.first || ends.last) {
      const auto other =
          static_cast<std::uint32_t>(at[ends.first ? per_row - 1 : 2 - per_row] >> kTablePores);
      (ends.first ? cells[0] : cells[2]) = ends.first ? other - 1 : other;
    }
    BITVOX_UNROLL
    for (int slot = 1; slot < kSlots; ++slot) {
      const Velocity c = velocity_of(slot);
      if (c.y != -aside || c.z != -up) continue;
      take(slot, (pores >> (1 - c.x) & 1U) != 0, cells[1 - c.x]);
    }
  }
}
