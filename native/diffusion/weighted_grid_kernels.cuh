// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/ordered_sum.cuh"
#include "diffusion/grid_kernels.cuh"
#include "diffusion/weighted_grid.hpp"
#include "diffusion/weighted_grid_rows.hpp"

// What the GPU does for one cell: the same numbers as on the CPU (weighted_grid_rows.inl).
namespace bitvox::weighted_grid {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "diffusion/weighted_grid_cells.inl"
#undef BITVOX_INLINE

// A cell, and where it and its neighbours are in every array of the grid: elements from the first.
struct Place {
  int x, y, z;
  std::int64_t own, y_before, y_after, z_before, z_after;

  template <class T>
  __device__ Place(const View<T>& grid, int of_x, int of_y, int of_z)
      : x(of_x),
        y(of_y),
        z(of_z),
        own(grid.offset(y, z) + x),
        y_before(grid.offset_beyond(y - 1, z) + x),
        y_after(grid.offset_beyond(y + 1, z) + x),
        z_before(grid.offset_beyond(y, z - 1) + x),
        z_after(grid.offset_beyond(y, z + 1) + x) {}
};

__device__ __forceinline__ CellValues values_at(const View<float>& u, const Place& at) {
  return {u.first[at.own],     u.first[at.own - 1],  u.first[at.own + 1], u.first[at.y_before],
          u.first[at.y_after], u.first[at.z_before], u.first[at.z_after]};
}

struct LinksView {
  View<float> x, y, z, ground, diagonal;

  __device__ CellRow row(int j, int k) const {
    return {x.row(j, k),        y.row(j, k),      y.beyond(j - 1, k), z.row(j, k),
            z.beyond(j, k - 1), ground.row(j, k), diagonal.row(j, k), x.width};
  }
  __device__ CellLinks at(const Place& at) const {
    return {x.first[at.own - 1],  x.first[at.own], y.first[at.y_before], y.first[at.own],
            z.first[at.z_before], z.first[at.own], ground.first[at.own]};
  }
};

// A level with the vectors of one right-hand side. The steps of a cycle go from `value` to `other`
// and back: two before it goes down, three after, none where there is a single cell.
struct LevelView {
  LinksView links;
  View<float> rhs, value, other, step;

  bool single() const { return rhs.width * rhs.height * rhs.depth == 1; }
  const View<float>& after_cycle() const { return single() ? value : other; }
};

// ---- Making levels -----------------------------------------------------------------------------

struct SetDiagonal {
  LinksView links;

  __device__ void operator()(int x, int y, int z) const {
    links.diagonal.row(y, z)[x] = diagonal_of(links_at(links.row(y, z), x));
  }
};

struct SumLinks {
  LinksView fine, coarse;

  __device__ void operator()(int x, int y, int z) const {
    float along_x = 0, along_y = 0, along_z = 0, ground = 0;
    for (int k = 2 * z; k < min(fine.x.depth, 2 * z + 2); ++k)
      for (int j = 2 * y; j < min(fine.x.height, 2 * y + 2); ++j)
        for (int i = 2 * x; i < min(fine.x.width, 2 * x + 2); ++i) {
          if (i % 2 == 1) along_x += fine.x.row(j, k)[i];
          if (j % 2 == 1) along_y += fine.y.row(j, k)[i];
          if (k % 2 == 1) along_z += fine.z.row(j, k)[i];
          ground += fine.ground.row(j, k)[i];
        }
    coarse.x.row(y, z)[x] = along_x;
    coarse.y.row(y, z)[x] = along_y;
    coarse.z.row(y, z)[x] = along_z;
    coarse.ground.row(y, z)[x] = ground;
  }
};

// ---- Resistances ----------------------------------------------------------------------

struct FirstResistance {
  LinksView links;
  View<float> resistance;

  __device__ void operator()(int x, int y, int z) const {
    resistance.row(y, z)[x] =
        first_resistance(links.ground.row(y, z)[x], links.diagonal.row(y, z)[x]);
  }
};

// A thread goes along a line, both ways: `count` cells, `step` apart in memory.
__device__ __forceinline__ void relax_line(const float* links, float* resistance, int count,
                                           std::int64_t step) {
  float before = resistance[0];
  for (int i = 1; i < count; ++i) {
    before = better_way(resistance[i * step], before, links[(i - 1) * step]);
    resistance[i * step] = before;
  }
  for (int i = count - 2; i >= 0; --i) {
    before = better_way(resistance[i * step], before, links[i * step]);
    resistance[i * step] = before;
  }
}

enum class Axis { kX, kY, kZ };

inline std::int64_t lines_along(Axis axis, const Grid& grid) {
  const std::int64_t count = axis == Axis::kX   ? grid.width
                             : axis == Axis::kY ? grid.height
                                                : grid.depth;
  return grid.cells() / count;
}

__global__ void __launch_bounds__(kThreads)
    relax_lines_kernel(Axis axis, LinksView links, View<float> resistance) {
  const std::int64_t line = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const int width = resistance.width, height = resistance.height, depth = resistance.depth;
  if (axis == Axis::kX) {
    if (line >= static_cast<std::int64_t>(height) * depth) return;
    const int y = static_cast<int>(line % height), z = static_cast<int>(line / height);
    relax_line(links.x.row(y, z), resistance.row(y, z), width, 1);
  } else if (axis == Axis::kY) {
    if (line >= static_cast<std::int64_t>(width) * depth) return;
    const int x = static_cast<int>(line % width), z = static_cast<int>(line / width);
    relax_line(links.y.row(0, z) + x, resistance.row(0, z) + x, height, resistance.stride);
  } else {
    if (line >= static_cast<std::int64_t>(width) * height) return;
    const int x = static_cast<int>(line % width), y = static_cast<int>(line / width);
    relax_line(links.z.row(y, 0) + x, resistance.row(y, 0) + x, depth, resistance.stride * height);
  }
}

}  // namespace
}  // namespace bitvox::weighted_grid
