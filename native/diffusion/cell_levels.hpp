// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "diffusion/aggregation.hpp"

namespace bitvox {

// The coarse levels of a grid on the CPU, down to one cell, and the cycle over them. A Level has
// its grid, the fields rhs, value and other, rows.add_pairs, and for a row of its cells
//
//     start(y, z, scale)         the first step, from 0: value = scale times rhs over the diagonal;
//     step(y, z, keep, scale)    a further one, see Chebyshev: from value, the new ones to other;
//     left(y, z, out)            what is left over: rhs - A value;
//     add(y, z, coarse, factor)  value += factor times that of the coarse cell. What the change
//                                before was does not count in the next step.
template <class Level>
class CellLevels {
 public:
  static std::int64_t bytes(const Grid& finest) {
    std::int64_t sum = 0;
    for (Grid grid = finest; grid.cells() > 1;) {
      grid = grid.coarse();
      sum += Level::bytes(grid);
    }
    return sum;
  }

  CellLevels() = default;
  // make(grid, finer) makes a level; of the first one `finer` is null.
  template <class Make>
  CellLevels(const Grid& finest, const Make& make) {
    for (Grid grid = finest; grid.cells() > 1;) {
      grid = grid.coarse();
      levels_.push_back(make(grid, empty() ? nullptr : levels_.back().get()));
    }
  }

  bool empty() const { return levels_.empty(); }
  Level& first() const { return *levels_.front(); }

  // Improves the values of the first level from 0, given its right-hand side: a V-cycle with
  // polynomials as smoothers, which is symmetric. A correction from below is taken so many times.
  void solve(float correction, const RowLoop& loop) const { solve(0, correction, loop); }

 private:
  void solve(std::size_t at, float correction, const RowLoop& loop) const {
    Level& level = *levels_[at];
    const auto start = [&](float scale) {
      loop(level.grid, [&](std::int64_t y, std::int64_t z) {
        level.start(y, z, scale);
        level.value.close_row(level.value.row(y, z));
      });
    };
    const auto step = [&](float keep, float scale) {
      loop(level.grid, [&](std::int64_t y, std::int64_t z) {
        level.step(y, z, keep, scale);
        level.other.close_row(level.other.row(y, z));
      });
      level.value.swap(level.other);
    };
    if (at + 1 == levels_.size()) {  // one cell
      start(1);
      return;
    }
    start(1 / kSmoother.middle());
    kSmoother.each(1, step);
    Level& coarse = *levels_[at + 1];
    restrict_to(coarse.rhs, level.grid, level.rows.add_pairs, loop,
                [&](std::int64_t y, std::int64_t z, float* out) { level.left(y, z, out); });
    solve(at + 1, correction, loop);
    loop(level.grid, [&](std::int64_t y, std::int64_t z) {
      level.add(y, z, coarse.value.row(y / 2, z / 2), correction);
      level.value.close_row(level.value.row(y, z));
    });
    kSmoother.each(0, step);
  }

  std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace bitvox
