// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "diffusion/link_nodes.hpp"
#include "diffusion/plain_vector.hpp"
#include "diffusion/weighted_grid_levels.hpp"

namespace bitvox::weighted_grid {

// Coarse levels that follow the links. Blocks of 2 x 2 x 2 cells (see CellLevels) put cells
// together that hardly know of each other, where weights differ much; here every level puts
// together what holds together:
//
// - the bond of two nodes is link (1 / d + 1 / e), with d and e the sums of all that joins them to
//   others and to grounds: it is strong where one of them hangs on the other;
// - in order, a node and the node of its strongest bond, of those not yet in a pair, become a pair;
//   unless that bond is less than half the strongest of all that the node has, its ground's too
//   (within blocks of nodes, then within blocks that have other borders);
// - then a node alone joins the pair to which its strongest link leads, by the same rule;
// - what is left is alone in the coarser level as well. Nodes that mostly their ground holds are in
//   none: sweeps do for them.
//
// The links of a level are sums of those of the finer one, of whatever weight, so that nothing
// cancels: a room that only links of 1e-10 join to others has just these links once it is one node.
//
// Literature: Y. Notay, "Aggregation-based algebraic multigrid for convection-diffusion equations",
// SIAM Journal on Scientific Computing 34 (2012) A2288-A2316 (what makes a pair a good one).

// Corrections are this much longer than the coarser level says: less than for blocks, as there are
// three times as many levels.
inline constexpr float kLinkCorrection = 1.2F;

// Instead of the number of one: of what is in no aggregate.
inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

struct LinkLevel {
  PlainVector<std::int64_t> first_link, first_member;  // and the end
  PlainVector<std::uint32_t> to, member;
  PlainVector<float> weight, ground, diagonal;

  std::int64_t count() const { return static_cast<std::int64_t>(ground.size()); }
};

// The coarse levels of a grid of cells that are no neighbours of themselves, on so many threads as
// the loop has; the same for any number of them. Progress is reported to, to be stopped.
std::vector<LinkLevel> link_levels(const Links& finest, const RowLoop& loop);

// Whether cells of such a grid can be numbered, and about how many bytes its levels take, what is
// needed while they are made included.
bool can_have_link_levels(const Grid& grid);
std::int64_t link_levels_bytes(const Grid& grid);

}  // namespace bitvox::weighted_grid
