// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "diffusion/cell_levels.hpp"
#include "ops/tortuosity/tortuosity_rows.hpp"

namespace bitvox::tortuosity {

// One coarse level: cells of 2 x 2 x 2 of the level before, constants on them as its only
// functions, so that a link is the sum of the links across the face: here the number of links
// between voxels, to which their weights are applied where it is used.
struct Level {
  Level(const Rows& rows, Weights weights, const Grid& grid, const RowLoop& loop);
  static std::int64_t bytes(const Grid& grid);

  // See CellLevels; before the first step values were 0, or what they were does not count.
  void start(std::int64_t j, std::int64_t k, float scale) {
    rows.cell_start(row(j, k), rhs.row(j, k), scale, value.row(j, k));
    std::fill_n(other.row(j, k), grid.width, 0.0F);
  }
  void step(std::int64_t j, std::int64_t k, float keep, float scale) {
    rows.cell_step(row(j, k), value.row(j, k), value.around(j, k), rhs.row(j, k), keep, scale,
                   other.row(j, k));
  }
  void left(std::int64_t j, std::int64_t k, float* out) const {
    rows.cell_residual(row(j, k), value.row(j, k), value.around(j, k), rhs.row(j, k), out);
  }
  // A cell without links has a value now, which nothing reads: it conducts to no other.
  void add(std::int64_t j, std::int64_t k, const float* coarse, float factor) {
    rows.add_coarse(grid.width, coarse, factor, value.row(j, k));
    std::fill_n(other.row(j, k), grid.width, 0.0F);
  }

  CellRow row(std::int64_t j, std::int64_t k) const {
    return {x.row(j, k),        y.row(j, k), y.beyond(j - 1, k), z.row(j, k), z.beyond(j, k - 1),
            diagonal.row(j, k), weights,     grid.width};
  }

  const Rows& rows;
  const Weights weights;
  const Grid grid;
  GridField<float> x, y, z;  // links to the next cell
  GridField<float> diagonal;
  GridField<float> rhs, value, other;
  std::vector<float> first_face, last_face;  // what the cells of the outer layers conduct to faces
};

using Levels = CellLevels<Level>;
Levels coarse_levels(const Rows& rows, const GridField<Code>& codes, Weights weights,
                     const RowLoop& loop);

// The right-hand side times the values.
double product(const Level& level, const RowLoop& loop);

}  // namespace bitvox::tortuosity
