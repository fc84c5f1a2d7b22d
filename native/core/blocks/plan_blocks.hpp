// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/memory/memory.hpp"

namespace bitvox {

// How a volume may be cut.
struct BlockRules {
  Shape whole;
  Reach reach;
  // Sides of cores that somebody asked for, 0 for those along which the whole is taken. All 0: as
  // much along the axis as memory allows.
  Index requested{};
  std::int64_t most = Reach::kEverything;  // of a core along the axis, whatever was asked for
  // Slices, since whole slices go on as they come, where nothing speaks for another axis.
  std::size_t axis = 2;

  bool is_planned() const { return requested == Index{}; }
};

// Throws InvalidInput where a side that somebody asked for is negative.
void check_sides(const Index& requested);

// The blocks of a volume, as large as memory allows, if not asked for by their sides. bytes(block)
// is what computing a block takes; it must not fall with the block's side along the axis. Slabs
// thinner than half of what they read besides are not planned: they would be mostly that, unless
// all read everything. Throws as require_memory() where not even these fit.
std::vector<Block> plan_blocks(const BlockRules& rules, const MemoryUser& user,
                               const Memory& memory,
                               const std::function<std::int64_t(const Block&)>& bytes);

// The one that reads most.
Block largest_of(const std::vector<Block>& blocks);

}  // namespace bitvox
