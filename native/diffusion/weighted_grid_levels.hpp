// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "diffusion/cell_levels.hpp"
#include "diffusion/grid.hpp"
#include "diffusion/weighted_grid_rows.hpp"

namespace bitvox::weighted_grid {

// The links of one level on the CPU. Whoever fills the finest one sets x, y, z (to the next cell;
// 0 at the last) and ground, then calls set_diagonal().
struct Links {
  explicit Links(const Grid& grid);
  static std::int64_t bytes(const Grid& grid);

  void clear(const RowLoop& loop);
  void set_diagonal(const Rows& rows, const RowLoop& loop);

  CellRow row(std::int64_t j, std::int64_t k) const {
    return {x.row(j, k),        y.row(j, k),      y.beyond(j - 1, k), z.row(j, k),
            z.beyond(j, k - 1), ground.row(j, k), diagonal.row(j, k), grid.width};
  }

  const Grid grid;
  GridField<float> x, y, z, ground, diagonal;
};

// A coarse level; see CellLevels.
struct Level : Links {
  Level(const Rows& rows, const Grid& grid, const RowLoop& loop);
  static std::int64_t bytes(const Grid& grid);

  void start(std::int64_t j, std::int64_t k, float scale) {
    rows.cell_start(row(j, k), rhs.row(j, k), scale, change.row(j, k), value.row(j, k));
  }
  void step(std::int64_t j, std::int64_t k, float keep, float scale) {
    rows.cell_step(row(j, k), value.row(j, k), value.around(j, k), rhs.row(j, k), keep, scale,
                   change.row(j, k), other.row(j, k));
  }
  void left(std::int64_t j, std::int64_t k, float* out) const {
    rows.cell_left(row(j, k), value.row(j, k), value.around(j, k), rhs.row(j, k), out);
  }
  void add(std::int64_t j, std::int64_t k, const float* coarse, float factor) {
    rows.add_coarse(grid.width, coarse, factor, value.row(j, k));
  }

  const Rows& rows;
  GridField<float> rhs, value, other;
  GridField<float> change;  // of the last step
};

using Levels = CellLevels<Level>;
Levels coarse_levels(const Rows& rows, const Links& finest, const RowLoop& loop);

}  // namespace bitvox::weighted_grid
