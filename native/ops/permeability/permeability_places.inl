// SPDX-License-Identifier: BSD-2-Clause
// Which population arrives where, for CPU and GPU. Before it is included, BITVOX_INLINE is defined.
#pragma once  // in a build with one unit an operation two files of it include this

BITVOX_INLINE bool is_pore(const PorePlaces& pores, int x, int y, int z) {
  const std::int64_t row = static_cast<std::int64_t>(z) * pores.size[1] + y;
  return (pores.words[row * pores.words_per_row + (x >> 6)] >> (x & 63) & 1U) != 0;
}

BITVOX_INLINE std::int64_t cell_of(const PorePlaces& pores, int x, int y, int z) {
  const std::int64_t row = static_cast<std::int64_t>(z) * pores.size[1] + y;
  const std::int64_t word = row * pores.words_per_row + (x >> 6);
  const std::uint64_t before = pores.words[word] & ((std::uint64_t{1} << (x & 63)) - 1);
  return static_cast<std::int64_t>(pores.ranks[word]) + BITVOX_POPCOUNT(before);
}

// The velocity of a slot, and the slot of a velocity.
BITVOX_INLINE Velocity velocity_of(int slot) {
  const Velocity v = velocity_of_pair((slot - 1) >> 1);
  return (slot & 1) != 0 ? v : Velocity{-v.x, -v.y, -v.z};
}
BITVOX_INLINE int slot_of(const Velocity& v) {
  for (int slot = 1; slot < kSlots; ++slot) {
    const Velocity other = velocity_of(slot);
    if (other.x == v.x && other.y == v.y && other.z == v.z) return slot;
  }
  return 0;
}

// For the velocity of `slot` at the cell of a pore, `cell`, of the voxel x, y, z.
BITVOX_INLINE PopulationPlace place_of(const PorePlaces& pores, std::int64_t cell, int x, int y,
                                       int z, int slot) {
  Velocity c = velocity_of(slot);
  int from[3] = {x - c.x, y - c.y, z - c.z};
  int along[3] = {c.x, c.y, c.z};
  bool negated = false;
  bool turned = false;
  for (int a = 0; a < 3; ++a) {
    if (from[a] >= 0 && from[a] < pores.size[a]) continue;
    if (pores.borders[a] == Border::kWall) return {cell, slot};
    if (pores.borders[a] == Border::kPeriodic) {
      from[a] = from[a] < 0 ? pores.size[a] - 1 : 0;
    } else {
      from[a] = from[a] < 0 ? 0 : pores.size[a] - 1;
      along[a] = -along[a];
      turned = true;
      negated = negated != (pores.borders[a] == Border::kReversed);
    }
  }
  if (!is_pore(pores, from[0], from[1], from[2])) return {cell, slot};
  const int arrives = turned ? slot_of({along[0], along[1], along[2]}) : slot;
  return {cell_of(pores, from[0], from[1], from[2]), opposite(arrives), negated};
}
