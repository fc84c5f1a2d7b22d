// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

#include "ops/tortuosity/tortuosity_kernels.cuh"

// The coarse levels on the GPU: the same numbers as on the CPU (tortuosity_levels.cpp).
namespace bitvox::tortuosity {
namespace {

constexpr int kVectorsPerLevel = 4;

struct LevelView {
  View<float> x, y, z;  // links
  View<float> diagonal;
  View<float> rhs, value, other, step;
  float* first_face;
  float* last_face;

  std::array<View<float>*, kVectorsPerLevel> vectors() { return {&rhs, &value, &other, &step}; }
};

// ---- Making them -------------------------------------------------------------------------------

// What voxels conduct to the next ones, and to a face.
struct LinksOfVoxels {
  Pores pores;

  __device__ int width() const { return pores.codes.width; }
  __device__ int height() const { return pores.codes.height; }
  __device__ int depth() const { return pores.codes.depth; }
  __device__ float x(int i, int j, int k) const {
    const Code* const row = pores.codes.row(j, k);
    return pore(row[i]) * pore(row[i + 1]) * pores.weights.x;
  }
  __device__ float y(int i, int j, int k) const {
    return pore(pores.codes.row(j, k)[i]) * pore(pores.codes.beyond(j + 1, k)[i]) * pores.weights.y;
  }
  __device__ float z(int i, int j, int k) const {
    return pore(pores.codes.row(j, k)[i]) * pore(pores.codes.beyond(j, k + 1)[i]);
  }
  __device__ float first_face(int i, int j) const { return 2 * pore(pores.codes.row(j, 0)[i]); }
  __device__ float last_face(int i, int j) const {
    return 2 * pore(pores.codes.row(j, depth() - 1)[i]);
  }
};

struct LinksOfCells {
  LevelView level;

  __device__ int width() const { return level.x.width; }
  __device__ int height() const { return level.x.height; }
  __device__ int depth() const { return level.x.depth; }
  __device__ float x(int i, int j, int k) const { return level.x.row(j, k)[i]; }
  __device__ float y(int i, int j, int k) const { return level.y.row(j, k)[i]; }
  __device__ float z(int i, int j, int k) const { return level.z.row(j, k)[i]; }
  __device__ float first_face(int i, int j) const { return level.first_face[j * width() + i]; }
  __device__ float last_face(int i, int j) const { return level.last_face[j * width() + i]; }
};

template <class Fine>
struct SumLinks {
  Fine fine;
  LevelView coarse;

  __device__ void operator()(int x, int y, int z) const {
    float along_x = 0, along_y = 0, along_z = 0, first = 0, last = 0;
    const int width = fine.width(), height = fine.height(), depth = fine.depth();
    for (int k = 2 * z; k < min(depth, 2 * z + 2); ++k)
      for (int j = 2 * y; j < min(height, 2 * y + 2); ++j)
        for (int i = 2 * x; i < min(width, 2 * x + 2); ++i) {
          if (i % 2 == 1 || i + 1 == width) along_x += fine.x(i, j, k);
          if (j % 2 == 1 || j + 1 == height) along_y += fine.y(i, j, k);
          if (k % 2 == 1 || k + 1 == depth) along_z += fine.z(i, j, k);
          if (k == 0) first += fine.first_face(i, j);
          if (k + 1 == depth) last += fine.last_face(i, j);
        }
    const View<float>& to = coarse.x;
    // A cell is no neighbour of itself.
    if (!to.wraps_x && x + 1 == to.width) along_x = 0;
    if (!to.wraps_y && y + 1 == to.height) along_y = 0;
    to.set(to.row(y, z), x, along_x);
    coarse.y.row(y, z)[x] = along_y;
    coarse.z.row(y, z)[x] = along_z;
    if (z == 0) coarse.first_face[y * to.width + x] = first;
    if (z + 1 == to.depth) coarse.last_face[y * to.width + x] = last;
  }
};

struct SumDiagonal {
  LevelView level;

  __device__ void operator()(int x, int y, int z) const {
    const float* const links_x = level.x.row(y, z);
    float sum = (links_x[x - 1] + links_x[x]) +
                (level.y.beyond(y - 1, z)[x] + level.y.row(y, z)[x]) +
                (level.z.beyond(y, z - 1)[x] + level.z.row(y, z)[x]);
    const int of_face = y * level.x.width + x;
    if (z == 0) sum += level.first_face[of_face];
    if (z + 1 == level.x.depth) sum += level.last_face[of_face];
    level.diagonal.row(y, z)[x] = sum > 0 ? sum : -1;
  }
};

// ---- The cycle ---------------------------------------------------------------------------------

__device__ __forceinline__ CellRow cell_row(const LevelView& level, int y, int z) {
  return {level.x.row(y, z), level.y.row(y, z),        level.y.beyond(y - 1, z),
          level.z.row(y, z), level.z.beyond(y, z - 1), level.diagonal.row(y, z),
          level.x.width};
}

struct CellStart {
  LevelView level;
  float scale;

  __device__ void operator()(int x, int y, int z) const {
    const float diagonal = level.diagonal.row(y, z)[x];
    if (diagonal < 0) return;
    const float value = scale * (level.rhs.row(y, z)[x] / diagonal);
    level.step.row(y, z)[x] = value;
    level.value.set(level.value.row(y, z), x, value);
  }
};

struct CellStep {
  LevelView level;
  float keep, scale;

  __device__ void operator()(int x, int y, int z) const {
    const CellRow row = cell_row(level, y, z);
    if (row.diagonal[x] < 0) return;
    const float* const value = level.value.row(y, z);
    const float left = cell_left(row, value, level.value.around(y, z), level.rhs.row(y, z), x);
    float* const step = level.step.row(y, z) + x;
    const float change = keep * *step + scale * (left / row.diagonal[x]);
    *step = change;
    level.other.set(level.other.row(y, z), x, value[x] + change);
  }
};

struct LeftOfVoxels {
  Pores pores;
  View<float> z_of, r;

  __device__ int width() const { return r.width; }
  __device__ int height() const { return r.height; }
  __device__ int depth() const { return r.depth; }
  __device__ float operator()(int x, int y, int z) const {
    const Code* const codes = pores.codes.row(y, z);
    if (codes[x] == 0) return 0;
    return r.row(y, z)[x] - applied(codes, pores.weights, z_of.row(y, z), z_of.around(y, z), x);
  }
};

struct LeftOfCells {
  LevelView level;

  __device__ int width() const { return level.x.width; }
  __device__ int height() const { return level.x.height; }
  __device__ int depth() const { return level.x.depth; }
  __device__ float operator()(int x, int y, int z) const {
    const CellRow row = cell_row(level, y, z);
    if (row.diagonal[x] < 0) return 0;
    return cell_left(row, level.value.row(y, z), level.value.around(y, z), level.rhs.row(y, z), x);
  }
};

// Sums of 2 x 2 x 2 fine cells: a warp a coarse row, whose lanes go along four fine rows side by
// side.
template <class Left>
__global__ void __launch_bounds__(kThreads) restrict_kernel(Left left, View<float> out) {
  const std::int64_t row =
      static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.x / cuda::kWarp;
  if (row >= static_cast<std::int64_t>(out.height) * out.depth) return;
  const int y = static_cast<int>(row % out.height);
  const int z = static_cast<int>(row / out.height);
  const int width = left.width();
  for (int first = 0; first < width; first += cuda::kWarp) {
    const int x = first + cuda::this_lane();
    float sum = 0;
    for (int k = 2 * z; k < min(left.depth(), 2 * z + 2); ++k)
      for (int j = 2 * y; j < min(left.height(), 2 * y + 2); ++j) {
        const float value = x < width ? left(x, j, k) : 0.0F;
        sum += value + __shfl_down_sync(cuda::kAllLanes, value, 1);
      }
    if (x % 2 == 0 && x < width) out.row(y, z)[x / 2] = sum;
  }
}

struct AddCoarseToCells {
  LevelView level;
  View<float> coarse;
  float factor;

  __device__ void operator()(int x, int y, int z) const {
    if (level.diagonal.row(y, z)[x] < 0) return;
    float* const row = level.value.row(y, z);
    level.value.set(row, x, row[x] + factor * coarse.row(y / 2, z / 2)[x / 2]);
  }
};

}  // namespace
}  // namespace bitvox::tortuosity
