// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/device_arena.hpp"
#include "cuda/warp.cuh"
#include "diffusion/grid.hpp"

// How the GPU goes through the rows of a grid and adds them up: a warp a row, whose lanes are those
// of the sums on the CPU.
namespace bitvox {
namespace {

constexpr int kThreads = 256;
constexpr int kRowsPerBlock = kThreads / cuda::kWarp;

// A GridField on the GPU, with the same layout.
template <class T>
struct View {
  T* first;        // of row 0
  const T* zeros;  // a row
  std::int64_t stride;
  int width, height, depth;
  bool wraps_x, wraps_y;

  // From the first cell; the same in all views of a grid.
  __device__ std::int64_t offset(int y, int z) const {
    return (static_cast<std::int64_t>(z) * height + y) * stride;
  }
  __device__ std::int64_t offset_beyond(int y, int z) const {
    const std::int64_t of_zeros = -stride;
    if (z < 0 || z >= depth) return of_zeros;
    if (y >= 0 && y < height) return offset(y, z);
    return wraps_y ? offset(y < 0 ? height - 1 : 0, z) : of_zeros;
  }

  __device__ T* row(int y, int z) const { return first + offset(y, z); }
  __device__ const T* beyond(int y, int z) const { return first + offset_beyond(y, z); }
  __device__ Around<T> around(int y, int z) const {
    return {beyond(y - 1, z), beyond(y + 1, z), beyond(y, z - 1), beyond(y, z + 1)};
  }
  // Also beyond the ends, where the sides are periodic.
  __device__ void set(T* row, int x, T value) const {
    row[x] = value;
    if (wraps_x && x == 0) row[width] = value;
    if (wraps_x && x == width - 1) row[-1] = value;
  }
};

template <class T>
std::int64_t count_of(const Grid& grid) {
  return GridField<T>::bytes(grid) / static_cast<std::int64_t>(sizeof(T));
}

// A View of so much memory, laid out as a GridField on the host.
template <class T>
View<T> view_at(T* memory, const Grid& grid) {
  T* const zeros = memory == nullptr ? nullptr : memory + GridField<T>::kLead;
  return {zeros == nullptr ? nullptr : zeros + grid.stride(),
          zeros,
          grid.stride(),
          static_cast<int>(grid.width),
          static_cast<int>(grid.height),
          static_cast<int>(grid.depth),
          grid.wraps_x(),
          grid.wraps_y()};
}

// The same, whose memory is cut from an arena.
template <class T>
View<T> take(cuda::DeviceArena& arena, const Grid& grid) {
  return view_at(arena.take<T>(count_of<T>(grid)), grid);
}

template <class T>
Grid grid_of(const View<T>& view) {
  return {view.width, view.height, view.depth, view.wraps_x || view.wraps_y};
}

// ---- Going through rows ------------------------------------------------------------------------

// cell(x, y, z) for every cell of `size`.
template <class Cell>
__global__ void __launch_bounds__(kThreads) each_cell_kernel(int3 size, Cell cell) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.x / cuda::kWarp;
  if (row >= static_cast<std::int64_t>(size.y) * size.z) return;
  const int y = static_cast<int>(row % size.y);
  const int z = static_cast<int>(row / size.y);
  for (int x = cuda::this_lane(); x < size.x; x += cuda::kWarp) cell(x, y, z);
}

// The sums of term(x, y, z) over rows, as the CPU adds them up.
template <class Term>
__global__ void __launch_bounds__(kThreads) sum_rows_kernel(int3 size, Term term, double* sums) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.x / cuda::kWarp;
  if (row >= static_cast<std::int64_t>(size.y) * size.z) return;
  const int y = static_cast<int>(row % size.y);
  const int z = static_cast<int>(row / size.y);
  double sum = 0;
  for (int x = cuda::this_lane(); x < size.x; x += cuda::kWarp) sum += term(x, y, z);
  sum = cuda::warp_sum(sum);
  if (cuda::this_lane() == 0) sums[row] = sum;
}

}  // namespace
}  // namespace bitvox
