// SPDX-License-Identifier: BSD-2-Clause
// The pores around a voxel, three of a row at a time, for the GPU, and for the CPU to test. Before
// it is included, BITVOX_INLINE and BITVOX_POPCOUNT are defined, and permeability_places.inl is
// included.

// A table with one word for each 32 voxels of a row: bit j, from 0 to 33, is the pore at voxel
// j - 1 of them, and above these bits are the pores before voxel 0. Beyond a periodic end of the
// row is its other end, beyond any other one nothing. After the last row comes a word with the
// number of all pores.
constexpr int kTableVoxels = 32;
constexpr int kTablePores = kTableVoxels + 2;
constexpr std::int64_t kMostTableCells = (std::int64_t{1} << (64 - kTablePores)) - 1;

BITVOX_INLINE std::int64_t table_words_per_row(const PorePlaces& pores) {
  return (pores.size[0] + kTableVoxels - 1) / kTableVoxels;
}

// The word for the voxels x, x + 1, ... of a row, x being a multiple of kTableVoxels.
BITVOX_INLINE std::uint64_t table_word(const PorePlaces& pores, std::int64_t row, int x) {
  const std::uint64_t* const words = pores.words + row * pores.words_per_row;
  const int width = pores.size[0];
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
  const std::uint64_t rank = pores.ranks[row * pores.words_per_row + (x >> 6)] +
                             static_cast<std::uint64_t>(BITVOX_POPCOUNT(before));
  return bits | rank << kTablePores;
}

// The voxels x - 1, x and x + 1 of a row: which of them are pores, from bit 0 on, and their cells.
struct Three {
  std::uint32_t pores;
  std::uint32_t cells[3];  // of those that are pores
};
// `first`: the place of the row's first word in the table.
BITVOX_INLINE Three three_at(const std::uint64_t* table, std::uint32_t words_per_row,
                             std::uint32_t first, int x, int width) {
  const std::uint64_t word = table[first + static_cast<std::uint32_t>(x) / kTableVoxels];
  const int bit = x % kTableVoxels;
  const auto pores = static_cast<std::uint32_t>(word >> bit) & 7U;
  const auto before = static_cast<std::uint32_t>(word >> 1) & ((1U << bit) - 1);
  const auto cell = static_cast<std::uint32_t>(word >> kTablePores) +
                    static_cast<std::uint32_t>(BITVOX_POPCOUNT(before));
  Three three{pores, {cell - 1, cell, cell + (pores >> 1 & 1U)}};
  // Beyond the end of a row is the last or the first pore of it.
  if (x == 0 || x == width - 1) {
    const std::uint64_t other = table[first + (x == 0 ? words_per_row : 0)];
    const auto found = static_cast<std::uint32_t>(other >> kTablePores);
    if (x == 0) three.cells[0] = found - 1;
    if (x == width - 1) three.cells[2] = found;
  }
  return three;
}

// Whether place_of() has to be asked, for which voxels are too far apart, or mirrored.
BITVOX_INLINE bool mirrors(const PorePlaces& pores, int axis, int at) {
  const Border border = pores.borders[axis];
  return (border == Border::kMirrored || border == Border::kReversed) &&
         (at == 0 || at == pores.size[axis] - 1);
}

// Calls take(slot, place) for each of the velocities but that at rest. table may be null.
template <class Take>
BITVOX_INLINE void for_places(const PorePlaces& pores, const std::uint64_t* table,
                              std::int64_t cell, int x, int y, int z, const Take& take) {
  if (table == nullptr || mirrors(pores, 0, x) || mirrors(pores, 1, y) || mirrors(pores, 2, z)) {
    BITVOX_UNROLL
    for (int slot = 1; slot < kSlots; ++slot) take(slot, place_of(pores, cell, x, y, z, slot));
    return;
  }
  const auto words_per_row = static_cast<std::uint32_t>(table_words_per_row(pores));
  const int height = pores.size[1], depth = pores.size[2];
  BITVOX_UNROLL
  for (int row = 0; row < 9; ++row) {
    const int aside = row % 3 - 1, up = row / 3 - 1;
    int from_y = y + aside, from_z = z + up;
    bool open = true;
    if (from_y < 0 || from_y >= height) {
      open = pores.borders[1] == Border::kPeriodic;
      from_y = from_y < 0 ? height - 1 : 0;
    }
    if (from_z < 0 || from_z >= depth) {
      open = open && pores.borders[2] == Border::kPeriodic;
      from_z = from_z < 0 ? depth - 1 : 0;
    }
    Three three{0, {0, 0, 0}};
    if (open) {
      const std::uint32_t row_number =
          static_cast<std::uint32_t>(from_z) * static_cast<std::uint32_t>(height) +
          static_cast<std::uint32_t>(from_y);
      three = three_at(table, words_per_row, row_number * words_per_row, x, pores.size[0]);
    }
    BITVOX_UNROLL
    for (int slot = 1; slot < kSlots; ++slot) {
      const Velocity c = velocity_of(slot);
      if (c.y != -aside || c.z != -up) continue;
      const bool pore = (three.pores >> (1 - c.x) & 1U) != 0;
      take(slot, PopulationPlace{pore ? three.cells[1 - c.x] : cell, pore ? opposite(slot) : slot,
                                 false});
    }
  }
}
