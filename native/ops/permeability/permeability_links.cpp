// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability_links.hpp"

#include <algorithm>
#include <bit>

namespace bitvox::permeability {
namespace {

#define BITVOX_INLINE inline
#define BITVOX_POPCOUNT std::popcount
#include "ops/permeability/permeability_places.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_INLINE

// Where the populations of one velocity of a block are.
struct BlockPlaces {
  std::int64_t cells[kLanes];
  PopulationPlace places[kLanes];
};

bool is_own(const PopulationPlace& place, std::int64_t cell, int slot) {
  return place.cell == cell && place.slot == slot && !place.negated;
}

bool all_own(const BlockPlaces& block, int slot) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!is_own(block.places[lane], block.cells[lane], slot)) return false;
  }
  return true;
}

bool in_a_row(const BlockPlaces& block, int slot) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const PopulationPlace& place = block.places[lane];
    if (place.cell != block.places[0].cell + lane || place.slot != opposite(slot) ||
        place.negated) {
      return false;
    }
  }
  return true;
}

bool any_special(const BlockPlaces& block, int slot) {
  for (const PopulationPlace& place : block.places) {
    if (place.negated || (place.slot != opposite(slot) && place.slot != slot)) return true;
  }
  return false;
}

// A link of a block whose lists are the last ones of the piece.
void add_link(const BlockPlaces& block, int slot, std::int64_t stride, BlockLinks& links,
              LinksOfPiece& piece) {
  const auto place_in = [&](const PopulationPlace& place) {
    return static_cast<std::int32_t>(place.slot == slot ? own_place(place.cell, slot, stride)
                                                        : place.cell);
  };
  const bool in_row = in_a_row(block, slot);
  links.whole[slot] = place_in(block.places[0]);
  if (in_row || all_own(block, slot)) return;
  const std::uint32_t bit = 1U << slot;
  if (any_special(block, slot)) {
    links.special |= bit;
    for (const PopulationPlace& place : block.places) {
      piece.special.push_back(static_cast<std::uint64_t>(place.slot * stride + place.cell) |
                              (place.negated ? kNegated : 0));
    }
    return;
  }
  links.lone |= bit;
  for (const PopulationPlace& place : block.places) {
    piece.lone.push_back(place_in(place));
  }
}

}  // namespace

LinksOfPiece find_links(const Grid& grid, const std::vector<std::uint32_t>& voxels,
                        BlockRange range, std::int64_t stride) {
  const PorePlaces pores = grid.places();
  const Shape& shape = grid.shape();
  LinksOfPiece piece;
  piece.range = range;
  piece.blocks.resize(static_cast<std::size_t>(range.end - range.begin + kAhead));
  BlockPlaces of_slots[kSlots];
  for (std::int64_t block = range.begin; block < range.end; ++block) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::int64_t cell = block * kLanes + lane;
      const bool there = cell < grid.cells();  // or a cell that has no pore, closed all around
      const std::int64_t voxel = there ? voxels[static_cast<std::size_t>(cell)] : 0;
      const int x = static_cast<int>(voxel % shape.width);
      const int y = static_cast<int>(voxel / shape.width % shape.height);
      const int z = static_cast<int>(voxel / shape.width / shape.height);
      for (int slot = 1; slot < kSlots; ++slot) {
        of_slots[slot].cells[lane] = cell;
        of_slots[slot].places[lane] =
            there ? place_of(pores, cell, x, y, z, slot) : PopulationPlace{cell, slot};
      }
    }
    BlockLinks& links = piece.blocks[static_cast<std::size_t>(block - range.begin)];
    links.first_lone = static_cast<std::int32_t>(piece.lone.size() / kLanes);
    links.first_special = static_cast<std::int32_t>(piece.special.size() / kLanes);
    for (int slot = 1; slot < kSlots; ++slot) add_link(of_slots[slot], slot, stride, links, piece);
  }
  piece.lone.shrink_to_fit();
  piece.special.shrink_to_fit();
  return piece;
}

}  // namespace bitvox::permeability
