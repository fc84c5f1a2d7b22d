// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/permeability/permeability_grid.hpp"
#include "ops/permeability/permeability_rows.hpp"

namespace bitvox::permeability {

// The links of some blocks of cells, see permeability_rows.hpp. A grid is cut into such pieces so
// that they can be made, and worked on, side by side.
struct LinksOfPiece {
  BlockRange range{};
  std::vector<BlockLinks> blocks;
  std::vector<std::int32_t> lone;
  std::vector<std::uint64_t> special;

  Links links() const { return {blocks.data(), lone.data(), special.data()}; }
};

inline std::int64_t blocks_of(std::int64_t cells) { return (cells + kLanes - 1) / kLanes; }

// voxels: of the cells.
LinksOfPiece find_links(const Grid& grid, const std::vector<std::uint32_t>& voxels,
                        BlockRange range, std::int64_t stride);

}  // namespace bitvox::permeability
