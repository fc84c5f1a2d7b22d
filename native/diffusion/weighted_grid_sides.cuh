// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "diffusion/weighted_grid_steps.cuh"

// How the GPU takes a step for several right-hand sides: a warp a row, each thread of which reads
// the links of a cell once for all sides.
namespace bitvox::weighted_grid {
namespace {

template <class Step, int kCount>
struct Sides {
  Step of[kCount];
};

// take(side, of_links, of_read) for every side, after all has been read.
template <class Step, int kCount, class Take>
__device__ __forceinline__ void each_side(const LinksView& links, const Sides<Step, kCount>& sides,
                                          const Place& at, const Take& take) {
  const CellLinks of_cell = links.at(at);
  typename Step::Read read[kCount];
#pragma unroll
  for (int side = 0; side < kCount; ++side) read[side] = sides.of[side].read(at);
#pragma unroll
  for (int side = 0; side < kCount; ++side) take(side, of_cell, read[side]);
}

// The row of a warp.
struct WarpRow {
  std::int64_t row;
  int y, z;
  bool inside;

  __device__ WarpRow(int height, int depth)
      : row(static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.x / cuda::kWarp),
        y(static_cast<int>(row % height)),
        z(static_cast<int>(row / height)),
        inside(z < depth) {}
};

inline cuda::LaunchShape blocks_for_rows(const Grid& grid) {
  return {cuda::blocks_for(grid.rows(), kRowsPerBlock), kThreads};
}

// Every cell.
template <class Step, int kCount>
__global__ void __launch_bounds__(kThreads)
    step_kernel(const __grid_constant__ LinksView links,
                const __grid_constant__ Sides<Step, kCount> sides) {
  const View<float>& grid = links.x;
  const WarpRow row(grid.height, grid.depth);
  if (!row.inside) return;
  for (int x = cuda::this_lane(); x < grid.width; x += cuda::kWarp) {
    const Place at(grid, x, row.y, row.z);
    each_side(links, sides, at, [&](int side, const CellLinks& of_cell, const auto& read) {
      sides.of[side].write(of_cell, read, at);
    });
  }
}

// The numbers of a row: add(so far, number) of its cells, then of the lanes.
struct Sum {
  static __device__ double add(double a, double b) { return a + b; }
  static __device__ double of_warp(double lane) { return cuda::warp_sum(lane); }
};
struct Largest {
  static __device__ double add(double a, double b) { return fmax(a, b); }
  static __device__ double of_warp(double lane) {
    for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
      lane = fmax(lane, __shfl_down_sync(cuda::kAllLanes, lane, static_cast<unsigned>(step)));
    }
    return lane;
  }
};

// What comes of rows, as the CPU adds them up; the rows of a side follow one another.
template <class Fold, class Step, int kCount>
__global__ void __launch_bounds__(kThreads)
    fold_rows_kernel(const __grid_constant__ LinksView links,
                     const __grid_constant__ Sides<Step, kCount> sides, double* rows) {
  const View<float>& grid = links.x;
  const WarpRow row(grid.height, grid.depth);
  if (!row.inside) return;
  double folded[kCount] = {};
  for (int x = cuda::this_lane(); x < grid.width; x += cuda::kWarp) {
    const Place at(grid, x, row.y, row.z);
    each_side(links, sides, at, [&](int side, const CellLinks& of_cell, const auto& read) {
      folded[side] = Fold::add(folded[side], sides.of[side].write(of_cell, read, at));
    });
  }
  const std::int64_t count = static_cast<std::int64_t>(grid.height) * grid.depth;
#pragma unroll
  for (int side = 0; side < kCount; ++side) {
    const double of_row = Fold::of_warp(folded[side]);
    if (cuda::this_lane() == 0) rows[side * count + row.row] = of_row;
  }
}

// Of all rows: a block for each side.
__global__ void __launch_bounds__(cuda::kFoldThreads)
    largest_kernel(const double* rows, std::int64_t count, double* result) {
  rows += blockIdx.x * count;
  double most = 0;
  for (std::int64_t i = threadIdx.x; i < count; i += cuda::kFoldThreads) most = fmax(most, rows[i]);
  most = Largest::of_warp(most);
  __shared__ double of_warps[cuda::kFoldThreads / cuda::kWarp];
  const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
  if (cuda::this_lane() == 0) of_warps[warp] = most;
  __syncthreads();
  if (warp != 0) return;
  most = Largest::of_warp(of_warps[cuda::this_lane()]);
  if (cuda::this_lane() == 0) result[blockIdx.x] = most;
}

// What is left over, and where it is added up to.
template <class Of>
struct Restrict {
  Of of;
  View<float> out;

  using Read = typename Of::Read;
  __device__ Read read(const Place& at) const { return of.read(at); }
};

// Sums of 2 x 2 x 2 fine cells: a warp a coarse row, whose lanes go along four fine rows side by
// side, two rows at a time: all four would need so many registers that few warps run at once.
template <class Of, int kCount>
__global__ void __launch_bounds__(kThreads, 3)
    restrict_kernel(const __grid_constant__ LinksView links,
                    const __grid_constant__ Sides<Restrict<Of>, kCount> sides) {
  const View<float>& fine = links.x;
  const WarpRow row((fine.height + 1) / 2, (fine.depth + 1) / 2);
  if (!row.inside) return;
  for (int first = 0; first < fine.width; first += cuda::kWarp) {
    const int x = first + cuda::this_lane();
    float sum[kCount] = {};
#pragma unroll 1
    for (int z = 2 * row.z; z < min(fine.depth, 2 * row.z + 2); ++z) {
      float left[kCount][2];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int y = 2 * row.y + i;
        const Place at(fine, min(x, fine.width - 1), min(y, fine.height - 1), z);
        each_side(links, sides, at, [&](int side, const CellLinks& of_cell, const auto& read) {
          const float value = sides.of[side].of.write(of_cell, read, at);
          left[side][i] = x < fine.width && y < fine.height ? value : 0.0F;
        });
      }
#pragma unroll
      for (int side = 0; side < kCount; ++side) {
        for (const float own : left[side]) {
          sum[side] += own + __shfl_down_sync(cuda::kAllLanes, own, 1);
        }
      }
    }
    if (x % 2 != 0 || x >= fine.width) continue;
#pragma unroll
    for (int side = 0; side < kCount; ++side) {
      sides.of[side].out.row(row.y, row.z)[x / 2] = sum[side];
    }
  }
}

}  // namespace
}  // namespace bitvox::weighted_grid
