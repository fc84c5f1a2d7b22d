// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/plan_blocks.hpp"

#include <algorithm>
#include <string>

#include "core/blocks/slabs.hpp"
#include "core/error.hpp"

namespace bitvox {
namespace {

std::int64_t voxels_read(const Block& block) { return block.read.shape().voxel_count(); }

Index sides_asked_for(const BlockRules& rules) {
  const Index size = sides_of(rules.whole);
  Index sides = rules.requested;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sides[axis] = sides[axis] == 0 ? size[axis] : std::min(sides[axis], size[axis]);
  }
  sides[2] = std::min(sides[2], rules.most_slices);
  return sides;
}

// In the middle of the volume, so that it reads as much as any of this depth.
Block slab_of(const BlockRules& rules, std::int64_t depth) {
  Box core = box_of(rules.whole);
  core.begin[2] = std::clamp<std::int64_t>(rules.reach.low[2], 0, rules.whole.depth - depth);
  core.end[2] = core.begin[2] + depth;
  return block_at(rules.whole, core, rules.reach);
}

// The most slices at a time for which there is memory.
std::int64_t plan_depth(const BlockRules& rules, const MemoryUser& user, const Memory& memory,
                        const std::function<std::int64_t(const Block&)>& bytes) {
  const std::int64_t most = std::min(rules.whole.depth, rules.most_slices);
  const std::int64_t halo = rules.reach.low[2] + rules.reach.high[2];
  return plan_slab_depth({most, std::clamp<std::int64_t>(halo / 4, 1, most)}, user, memory,
                         [&](std::int64_t depth) { return bytes(slab_of(rules, depth)); });
}

}  // namespace

void check_sides(const Index& requested) {
  const std::int64_t least = *std::min_element(requested.begin(), requested.end());
  if (least < 0) {
    throw InvalidInput("a block of side " + std::to_string(least) +
                       " is not allowed; use 0 (automatic) or more");
  }
}

std::vector<Block> plan_blocks(const BlockRules& rules, const MemoryUser& user,
                               const Memory& memory,
                               const std::function<std::int64_t(const Block&)>& bytes) {
  Index sides = sides_asked_for(rules);
  if (rules.is_planned()) sides[2] = plan_depth(rules, user, memory, bytes);
  std::vector<Block> blocks = cut_blocks(rules.whole, sides, rules.reach);
  if (!rules.is_planned()) require_memory(user, memory, bytes(largest_of(blocks)));
  return blocks;
}

Block largest_of(const std::vector<Block>& blocks) {
  return *std::max_element(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
    return voxels_read(a) < voxels_read(b);
  });
}

}  // namespace bitvox
