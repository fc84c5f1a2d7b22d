// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <utility>
#include <vector>

#include "cuda/copy.hpp"
#include "cuda/launch.hpp"
#include "solvers/aggregation.hpp"
#include "solvers/weighted_grid.hpp"
#include "solvers/weighted_grid_kernels.cuh"
#include "solvers/weighted_grid_resistance.hpp"

namespace bitvox::weighted_grid {
namespace {

// All arrays of the equations, cut from one piece of memory: about 55 bytes a cell.
struct EquationArrays {
  LinksView links;
  View<float> x, p, z, t, resistance;
  View<double> r;
  double* row_sums = nullptr;
  double* lanes = nullptr;
  double* result = nullptr;
  std::vector<LevelView> levels;

  EquationArrays(cuda::DeviceArena& arena, const Grid& grid) {
    links = take_links(arena, grid);
    for (View<float>* field : {&x, &p, &z, &t, &resistance}) *field = take<float>(arena, grid);
    r = take<double>(arena, grid);
    row_sums = arena.take<double>(grid.rows());
    lanes = arena.take<double>(kRowLanes);
    result = arena.take<double>(1);
    for (Grid coarse = grid; coarse.cells() > 1;) {
      coarse = coarse.coarse();
      LevelView& level = levels.emplace_back();
      level.links = take_links(arena, coarse);
      for (View<float>* field : {&level.rhs, &level.value, &level.other, &level.step}) {
        *field = take<float>(arena, coarse);
      }
    }
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

// The equations on the GPU, in memory that is cleared already. Fill links() and call set_up();
// then, for every right-hand side, fill r() and solve().
class EquationsCuda final : public Equations {
 public:
  EquationsCuda(const EquationArrays& arrays, const Grid& grid, const cuda::Stream& stream,
                Progress& progress)
      : grid_(grid), arrays_(arrays), stream_(stream), progress_(progress) {}

  const Grid& grid() const { return grid_; }
  const LinksView& links() const { return arrays_.links; }
  const View<double>& r() const { return arrays_.r; }
  const View<float>& x() const { return arrays_.x; }

  // cell(x, y, z) for every cell.
  template <class Cell>
  void each(const Grid& grid, const Cell& cell) {
    cuda::launch(each_cell_kernel<Cell>, {cuda::blocks_for(grid.rows(), kRowsPerBlock), kThreads},
                 stream_, size_of_grid(grid), cell);
  }

  // Of term(x, y, z) over all cells.
  template <class Term>
  double sum(const Term& term) {
    progress_.report(0, 1);
    cuda::launch(sum_rows_kernel<Term>, {cuda::blocks_for(grid_.rows(), kRowsPerBlock), kThreads},
                 stream_, size_of_grid(grid_), term, arrays_.row_sums);
    cuda::sum_rows(arrays_.row_sums, grid_.rows(), arrays_.lanes, arrays_.result, stream_);
    return cuda::read_back(arrays_.result, stream_);
  }

  void set_up() {
    each(grid_, SetDiagonal{arrays_.links});
    const LinksView* fine = &arrays_.links;
    for (const LevelView& level : arrays_.levels) {
      const Grid grid = grid_of(level.rhs);
      each(grid, SumLinks{*fine, level.links});
      each(grid, SetDiagonal{level.links});
      fine = &level.links;
    }
    each(grid_, FirstResistance{arrays_.links, arrays_.resistance});
    find_ways(
        [&] {
          for (const Axis axis : {Axis::kX, Axis::kY, Axis::kZ}) {
            cuda::launch(relax_lines_kernel,
                         {cuda::blocks_for(lines_along(axis, grid_), kThreads), kThreads}, stream_,
                         axis, arrays_.links, arrays_.resistance);
          }
        },
        [&] { return largest(Resistance{arrays_.resistance}); });
  }

  double start() override {
    return largest(Start{arrays_.links, arrays_.r, arrays_.x, arrays_.p, arrays_.z});
  }

  double precondition(float correction) override {
    if (!arrays_.levels.empty()) {
      const LevelView& first = arrays_.levels.front();
      restrict_to(first.rhs, grid_, Left{arrays_.links, arrays_.z, arrays_.r});
      solve_level(0, correction);
      each(grid_, AddCoarse{arrays_.levels.front().value, correction, arrays_.z});
    }
    return sum(Sweep{arrays_.links, arrays_.z, arrays_.r, arrays_.t});
  }

  double advance(double beta) override {
    each(grid_, Advance{beta, arrays_.t, arrays_.p});
    return sum(Curvature{arrays_.links, arrays_.p});
  }

  double move(double alpha) override {
    return largest(Move{arrays_.links, alpha, arrays_.p, arrays_.x, arrays_.r, arrays_.z});
  }

  double largest_shift() override { return largest(Shift{arrays_.resistance, arrays_.r}); }

 private:
  static int3 size_of_grid(const Grid& grid) {
    return {static_cast<int>(grid.width), static_cast<int>(grid.height),
            static_cast<int>(grid.depth)};
  }
  static Grid grid_of(const View<float>& view) {
    return {view.width, view.height, view.depth, false};
  }

  template <class Of>
  void restrict_to(const View<float>& rhs, const Grid& fine, const Of& of) {
    cuda::launch(restrict_kernel<Of>,
                 {cuda::blocks_for(grid_of(rhs).rows(), kRowsPerBlock), kThreads}, stream_,
                 size_of_grid(fine), of, rhs);
  }

  template <class Term>
  double largest(const Term& term) {
    progress_.report(0, 1);
    cuda::launch(largest_of_rows_kernel<Term>,
                 {cuda::blocks_for(grid_.rows(), kRowsPerBlock), kThreads}, stream_,
                 size_of_grid(grid_), term, arrays_.row_sums);
    cuda::launch(largest_kernel, {1, cuda::kFoldThreads}, stream_, arrays_.row_sums, grid_.rows(),
                 arrays_.result);
    return cuda::read_back(arrays_.result, stream_);
  }

  void solve_level(std::size_t at, float correction) {
    LevelView& level = arrays_.levels[at];
    const Grid grid = grid_of(level.rhs);
    const auto step = [&](float keep, float scale) {
      each(grid, CellStep{level, keep, scale});
      std::swap(level.value, level.other);
    };
    if (at + 1 == arrays_.levels.size()) {  // one cell
      each(grid, CellStart{level, 1});
      return;
    }
    each(grid, CellStart{level, 1 / kMiddle});
    smooth_cells(1, step);
    restrict_to(arrays_.levels[at + 1].rhs, grid, LeftOfCells{level});
    solve_level(at + 1, correction);
    each(grid, AddCoarse{arrays_.levels[at + 1].value, correction, level.value});
    smooth_cells(0, step);
  }

  const Grid grid_;
  EquationArrays arrays_;
  const cuda::Stream& stream_;
  Progress& progress_;
};

}  // namespace
}  // namespace bitvox::weighted_grid
