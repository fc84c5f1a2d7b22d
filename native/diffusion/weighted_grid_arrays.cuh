// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "diffusion/weighted_grid_tail.cuh"

namespace bitvox::weighted_grid {
namespace {

// The vectors of one right-hand side.
struct SideArrays {
  View<float> x, p, z, t;
  View<double> r;
  std::vector<LevelView> levels;
};

// All arrays of the equations, cut from one piece of memory: about 28 bytes a cell and 27 for each
// right-hand side.
struct EquationArrays {
  LinksView links;
  View<float> resistance;
  std::vector<SideArrays> sides;
  // What follows has room for all sides, one after the other: levels of the tail, numbers of rows,
  // of lanes, and results.
  LevelView* tail = nullptr;
  double* row_numbers = nullptr;
  double* lanes = nullptr;
  double* results = nullptr;

  EquationArrays(cuda::DeviceArena& arena, const Grid& grid, int count)
      : sides(static_cast<std::size_t>(count)) {
    links = take_links(arena, grid);
    resistance = take<float>(arena, grid);
    for (SideArrays& side : sides) {
      for (View<float>* field : {&side.x, &side.p, &side.z, &side.t}) {
        *field = take<float>(arena, grid);
      }
      side.r = take<double>(arena, grid);
    }
    for (Grid coarse = grid; coarse.cells() > 1;) {
      coarse = coarse.coarse();
      const LinksView of_level = take_links(arena, coarse);
      for (SideArrays& side : sides) {
        LevelView& level = side.levels.emplace_back();
        level.links = of_level;
        for (View<float>* field : {&level.rhs, &level.value, &level.other, &level.step}) {
          *field = take<float>(arena, coarse);
        }
      }
    }
    tail = arena.take<LevelView>(count * levels_in_tail());
    row_numbers = arena.take<double>(count * grid.rows());
    lanes = arena.take<double>(count * kRowLanes);
    results = arena.take<double>(count);
  }

  std::int64_t levels_in_tail() const {
    const std::vector<LevelView>& levels = sides.front().levels;
    return std::count_if(levels.begin(), levels.end(), [](const LevelView& level) {
      return grid_of(level.rhs).cells() <= kTailCells;
    });
  }

 private:
  static LinksView take_links(cuda::DeviceArena& arena, const Grid& grid) {
    LinksView result;
    for (View<float>* field : {&result.x, &result.y, &result.z, &result.ground, &result.diagonal}) {
      *field = take<float>(arena, grid);
    }
    return result;
  }
};

}  // namespace
}  // namespace bitvox::weighted_grid
