// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

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

// The coarse levels, down to one cell.
class Levels {
 public:
  static std::int64_t bytes(const Grid& finest);

  Levels(const Rows& rows, const Links& finest, const RowLoop& loop);

  bool empty() const { return levels_.empty(); }
  GridField<float>& rhs() { return levels_.front()->rhs; }
  const GridField<float>& value() const { return levels_.front()->value; }

  // Improves the values of the first level from 0, given its right-hand side: a V-cycle with
  // Chebyshev polynomials of degree 3 as smoothers, which is symmetric. A correction from below is
  // taken so many times.
  void solve(float correction, const RowLoop& loop) { solve(0, correction, loop); }

 private:
  struct Level {
    explicit Level(const Grid& grid);
    static std::int64_t bytes(const Grid& grid);
    Links links;
    GridField<float> rhs, value, other, step;
  };
  void solve(std::size_t at, float correction, const RowLoop& loop);

  const Rows& rows_;
  std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace bitvox::weighted_grid
