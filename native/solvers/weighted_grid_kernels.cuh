// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/ordered_sum.cuh"
#include "solvers/grid_kernels.cuh"
#include "solvers/weighted_grid_rows.hpp"

// What the GPU does for one cell: the same numbers as on the CPU (weighted_grid_rows.inl).
namespace bitvox::weighted_grid {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "solvers/weighted_grid_cells.inl"
#undef BITVOX_INLINE

struct LinksView {
  View<float> x, y, z, ground, diagonal;

  __device__ CellRow row(int j, int k) const {
    return {x.row(j, k),        y.row(j, k),      y.beyond(j - 1, k), z.row(j, k),
            z.beyond(j, k - 1), ground.row(j, k), diagonal.row(j, k), x.width};
  }
};

struct LevelView {
  LinksView links;
  View<float> rhs, value, other, step;
};

// ---- Making levels -----------------------------------------------------------------------------

struct SetDiagonal {
  LinksView links;

  __device__ void operator()(int x, int y, int z) const {
    links.diagonal.row(y, z)[x] = diagonal_of(links.row(y, z), x);
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

// ---- Largest values ----------------------------------------------------------------------------

__device__ __forceinline__ double warp_largest(double value) {
  for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
    value = fmax(value, __shfl_down_sync(cuda::kAllLanes, value, static_cast<unsigned>(step)));
  }
  return value;
}

// The largest term(x, y, z) of rows: a warp each.
template <class Term>
__global__ void __launch_bounds__(kThreads)
    largest_of_rows_kernel(int3 size, Term term, double* largest) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.x / cuda::kWarp;
  if (row >= static_cast<std::int64_t>(size.y) * size.z) return;
  const int y = static_cast<int>(row % size.y);
  const int z = static_cast<int>(row / size.y);
  double most = 0;
  for (int x = cuda::this_lane(); x < size.x; x += cuda::kWarp) most = fmax(most, term(x, y, z));
  most = warp_largest(most);
  if (cuda::this_lane() == 0) largest[row] = most;
}

// Of all rows, by one block.
__global__ void __launch_bounds__(cuda::kFoldThreads)
    largest_kernel(const double* rows, std::int64_t count, double* result) {
  double most = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += cuda::kFoldThreads) most = fmax(most, rows[i]);
  most = warp_largest(most);
  __shared__ double of_warps[cuda::kFoldThreads / cuda::kWarp];
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  if (cuda::this_lane() == 0) of_warps[warp] = most;
  __syncthreads();
  if (warp != 0) return;
  most = warp_largest(of_warps[cuda::this_lane()]);
  if (cuda::this_lane() == 0) *result = most;
}

struct Resistance {
  View<float> resistance;

  __device__ double operator()(int x, int y, int z) const {
    return static_cast<double>(resistance.row(y, z)[x]);
  }
};

struct Shift {
  View<float> resistance;
  View<double> r;

  __device__ double operator()(int x, int y, int z) const {
    return shift(resistance.row(y, z)[x], r.row(y, z)[x]);
  }
};

// ---- Conjugate gradients -----------------------------------------------------------------------

// Where links are read anyway the diagonal is added up anew, which is sooner than reading it.

struct Start {
  LinksView links;
  View<double> r;
  View<float> x_of, p, z_of;

  __device__ double operator()(int x, int y, int z) const {
    const double value = r.row(y, z)[x];
    x_of.row(y, z)[x] = 0;
    p.row(y, z)[x] = 0;
    z_of.row(y, z)[x] = first_sweep(value, links.diagonal.row(y, z)[x]);
    return size_of(value);
  }
};

struct Advance {
  double beta;
  View<float> t, p;

  __device__ void operator()(int x, int y, int z) const {
    float* const own = p.row(y, z) + x;
    *own = advanced(t.row(y, z)[x], beta, *own);
  }
};

struct Curvature {
  LinksView links;
  View<float> p;

  __device__ double operator()(int x, int y, int z) const {
    const float* const row = p.row(y, z);
    return product(applied<double>(links.row(y, z), row, p.around(y, z), x), row[x]);
  }
};

struct Move {
  LinksView links;
  double alpha;
  View<float> p, x_of;
  View<double> r;
  View<float> z_of;

  __device__ double operator()(int x, int y, int z) const {
    const CellRow row = links.row(y, z);
    const float* const p_row = p.row(y, z);
    float* const own = x_of.row(y, z) + x;
    *own = advanced(*own, alpha, p_row[x]);
    double* const r_of = r.row(y, z) + x;
    const double value = *r_of - alpha * applied<double>(row, p_row, p.around(y, z), x);
    *r_of = value;
    z_of.row(y, z)[x] = first_sweep(value, diagonal_of(row, x));
    return size_of(alpha * static_cast<double>(p_row[x]));
  }
};

struct Sweep {
  LinksView links;
  View<float> z_of;
  View<double> r;
  View<float> t;

  __device__ double operator()(int x, int y, int z) const {
    const double value = r.row(y, z)[x];
    const CellRow row = links.row(y, z);
    const float swept =
        last_sweep(row, z_of.row(y, z), z_of.around(y, z), value, diagonal_of(row, x), x);
    t.row(y, z)[x] = swept;
    return product(value, swept);
  }
};

// ---- The cycle ---------------------------------------------------------------------------------

struct Left {
  LinksView links;
  View<float> z_of;
  View<double> r;

  __device__ float operator()(int x, int y, int z) const {
    return left_of(links.row(y, z), z_of.row(y, z), z_of.around(y, z), r.row(y, z)[x], x);
  }
};

__device__ __forceinline__ float left_of_cell(const LevelView& level, int x, int y, int z) {
  const View<float>& value = level.value;
  return level.rhs.row(y, z)[x] -
         applied<float>(level.links.row(y, z), value.row(y, z), value.around(y, z), x);
}

struct LeftOfCells {
  LevelView level;

  __device__ float operator()(int x, int y, int z) const { return left_of_cell(level, x, y, z); }
};

struct CellStart {
  LevelView level;
  float scale;

  __device__ void operator()(int x, int y, int z) const {
    const float value = scale * (level.rhs.row(y, z)[x] / level.links.diagonal.row(y, z)[x]);
    level.step.row(y, z)[x] = value;
    level.value.row(y, z)[x] = value;
  }
};

struct CellStep {
  LevelView level;
  float keep, scale;

  __device__ void operator()(int x, int y, int z) const {
    const float rest = left_of_cell(level, x, y, z);
    float* const step = level.step.row(y, z) + x;
    const float change = keep * *step + scale * (rest / level.links.diagonal.row(y, z)[x]);
    *step = change;
    level.other.row(y, z)[x] = level.value.row(y, z)[x] + change;
  }
};

struct AddCoarse {
  View<float> coarse;
  float factor;
  View<float> value;

  __device__ void operator()(int x, int y, int z) const {
    value.row(y, z)[x] += factor * coarse.row(y / 2, z / 2)[x / 2];
  }
};

// Sums of 2 x 2 x 2 fine cells: a warp a coarse row, whose lanes go along four fine rows side by
// side.
template <class Of>
__global__ void __launch_bounds__(kThreads) restrict_kernel(int3 fine, Of of, View<float> out) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.x / cuda::kWarp;
  if (row >= static_cast<std::int64_t>(out.height) * out.depth) return;
  const int y = static_cast<int>(row % out.height);
  const int z = static_cast<int>(row / out.height);
  for (int first = 0; first < fine.x; first += cuda::kWarp) {
    const int x = first + cuda::this_lane();
    float sum = 0;
    for (int k = 2 * z; k < min(fine.z, 2 * z + 2); ++k)
      for (int j = 2 * y; j < min(fine.y, 2 * y + 2); ++j) {
        const float value = x < fine.x ? of(x, j, k) : 0.0F;
        sum += value + __shfl_down_sync(cuda::kAllLanes, value, 1);
      }
    if (x % 2 == 0 && x < fine.x) out.row(y, z)[x / 2] = sum;
  }
}

}  // namespace
}  // namespace bitvox::weighted_grid
