// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/permeability/permeability_lattice.hpp"

namespace bitvox::permeability {

// Where the populations of a block of kLanes cells come from, and go to, in an odd step. Numbers
// are places, counted from the beginning of slot opposite(i); slot i is one stride away from it.
struct BlockLinks {
  uint32_t lone;     // bit i: the populations i are each elsewhere, at the next kLanes numbers of
                     // Links::lone, one a lane
  uint32_t special;  // bit i: the same in Links::special: numbers from the beginning of all
                     // populations, with kNegated where the sign changes (mirrored borders)
  int32_t first_lone, first_special;  // lists of kLanes of this block
  int32_t whole[kSlots];  // all others, kLanes places in a row; of those above one place
};
struct Links {
  const BlockLinks* blocks;  // and kAhead more behind them, which are only looked at
  const int32_t* lone;
  const uint64_t* special;
};
constexpr int kAhead = 6;  // blocks
constexpr uint32_t kAllLinks = (1U << kSlots) - 2;
constexpr uint64_t kNegated = uint64_t{1} << 63;

// A cell's own population, which solid sends back.
constexpr int64_t own_place(int64_t cell, int slot, int64_t stride) {
  return cell + (slot - opposite(slot)) * stride;
}

struct BlockRange {
  int64_t begin, end;
};

// Of the cells of a block, the velocity along one axis, and what find_product() finds.
struct Measured {
  float velocity[kLanes], product[kLanes];
};

// The inner loops of the CPU twin. Population i of cell n is at populations[i * stride + n].
// Stored: float or Half.
template <class Stored>
struct RowsOf {
  // Two steps that follow each other, in place. The first one finds what arrives at a cell in the
  // slots of the cell, and leaves what departs in the opposite ones. The second one fetches from
  // the neighbours what arrives, and puts there what departs: after it the slots of every cell
  // hold what arrives. So every place has one reader, which is its writer: any order will do.
  // `number`: of cell 0 in this step, for half_scales().
  void (*even_step)(Stored* populations, int64_t stride, BlockRange blocks, const Rates* rates,
                    uint32_t number);
  void (*odd_step)(Stored* populations, int64_t stride, BlockRange blocks, const Links* links,
                   const Rates* rates, uint32_t number);

  // Of cells: after an even number of steps, or, by links, after an odd number. out[0] is that of
  // the first block.
  void (*measure)(const Stored* populations, int64_t stride, BlockRange blocks, const Rates* rates,
                  int axis, Measured* out);
  void (*measure_by_links)(const Stored* populations, int64_t stride, BlockRange blocks,
                           const Links* links, const Rates* rates, int axis, Measured* out);
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  RowsOf<float> floats;
  RowsOf<Half> halves;
};

}  // namespace bitvox::permeability
