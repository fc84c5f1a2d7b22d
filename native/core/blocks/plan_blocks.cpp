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
  sides[rules.axis] = std::min(sides[rules.axis], rules.most);
  return sides;
}

// In the middle of the volume, so that it reads as much as any of this side along the axis.
Block slab_of(const BlockRules& rules, std::int64_t side) {
  const std::size_t axis = rules.axis;
  Box core = box_of(rules.whole);
  core.begin[axis] =
      std::clamp<std::int64_t>(rules.reach.low[axis], 0, sides_of(rules.whole)[axis] - side);
  core.end[axis] = core.begin[axis] + side;
  return block_at(rules.whole, core, rules.reach);
}

// The longest side along the axis for which there is memory.
std::int64_t plan_side(const BlockRules& rules, const MemoryUser& user, const Memory& memory,
                       const std::function<std::int64_t(const Block&)>& bytes) {
  const std::size_t axis = rules.axis;
  const std::int64_t most = std::min(rules.most, sides_of(rules.whole)[axis]);
  const std::int64_t halo = rules.reach.low[axis] + rules.reach.high[axis];
  const std::int64_t least = halo < Reach::kEverything ? halo / 4 : 1;
  return plan_slab_depth({most, std::clamp<std::int64_t>(least, 1, most)}, user, memory,
                         [&](std::int64_t side) { return bytes(slab_of(rules, side)); });
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
  if (rules.is_planned()) sides[rules.axis] = plan_side(rules, user, memory, bytes);
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
