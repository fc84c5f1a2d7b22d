// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "diffusion/aggregation.hpp"
#include "diffusion/weighted_grid_sides.cuh"

// The smallest levels of the cycle, all by one kernel, as starting one takes longer than they do: a
// block for each right-hand side. The same numbers as level by level.
namespace bitvox::weighted_grid {
namespace {

// The levels of one side, in memory of the GPU.
struct Tail {
  const LevelView* levels;
  float correction;
};

// cell(at) for every cell of a grid, which is done when it returns.
template <class Cell>
__device__ __forceinline__ void each_cell_of_block(const View<float>& grid, const Cell& cell) {
  const int count = grid.width * grid.height * grid.depth;
  for (int i = static_cast<int>(threadIdx.x); i < count; i += kTailThreads) {
    const int row = i / grid.width;
    cell(Place(grid, i % grid.width, row % grid.height, row / grid.height));
  }
  __syncthreads();
}

template <class Step>
__device__ __forceinline__ void take_step(const LinksView& links, const Step& step) {
  each_cell_of_block(links.x,
                     [&](const Place& at) { step.write(links.at(at), step.read(at), at); });
}

// A step that leaves what it makes in level.value.
__device__ __forceinline__ void smooth(LevelView& level, float keep, float scale) {
  take_step(level.links, CellStep{level, keep, scale});
  const View<float> value = level.value;
  level.value = level.other;
  level.other = value;
}

__device__ __forceinline__ void restrict_cells(const LevelView& fine, const View<float>& out) {
  const LeftOfCells left{fine};
  const View<float>& grid = fine.rhs;
  const auto left_of = [&](int x, int y, int z) {
    const Place at(grid, x, y, z);
    return left.write(fine.links.at(at), left.read(at), at);
  };
  each_cell_of_block(out, [&](const Place& at) {
    const int x = 2 * at.x;
    float sum = 0;
    for (int z = 2 * at.z; z < min(grid.depth, 2 * at.z + 2); ++z)
      for (int y = 2 * at.y; y < min(grid.height, 2 * at.y + 2); ++y) {
        sum += left_of(x, y, z) + (x + 1 < grid.width ? left_of(x + 1, y, z) : 0.0F);
      }
    out.first[at.own] = sum;
  });
}

// A cycle, from the right-hand sides of the first level to its values, which are where
// after_cycle() says.
__global__ void __launch_bounds__(kTailThreads)
    tail_kernel(const __grid_constant__ Sides<Tail, kMostSides> sides, int count,
                const __grid_constant__ Smoothing smoothing) {
  const Tail& tail = sides.of[blockIdx.x];
  int at = 0;
  for (; at + 1 < count; ++at) {
    LevelView level = tail.levels[at];
    take_step(level.links, CellStart{level, smoothing.scale[0]});
    for (int i = 1; i < kDegree; ++i) smooth(level, smoothing.keep[i], smoothing.scale[i]);
    restrict_cells(level, tail.levels[at + 1].rhs);
  }
  take_step(tail.levels[at].links, CellStart{tail.levels[at], 1});  // one cell
  View<float> coarse = tail.levels[at].value;
  while (at-- > 0) {
    LevelView level = tail.levels[at];
    take_step(level.links, AddCoarse{coarse, tail.correction, level.value});
    for (int i = 0; i < kDegree; ++i) smooth(level, smoothing.keep[i], smoothing.scale[i]);
    coarse = level.value;
  }
}

}  // namespace
}  // namespace bitvox::weighted_grid
