// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/permeability/permeability_lattice.hpp"
#include "ops/permeability/permeability_places.hpp"

// The cells of a flow on the GPU, and where their populations are.
namespace bitvox::permeability {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#define BITVOX_UNROLL _Pragma("unroll")
#define BITVOX_POPCOUNT __popcll
#include "ops/permeability/permeability_collide.inl"
#include "ops/permeability/permeability_interpolate.inl"
#include "ops/permeability/permeability_places.inl"
// After what it builds upon.
#include "ops/permeability/permeability_neighbours.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

constexpr int kThreads = 128;

// All pointers are to memory of the GPU.
struct DeviceCells {
  PorePlaces pores;
  const std::uint64_t* table;  // see permeability_neighbours.inl; null where there are too many
  const std::uint32_t* voxels;
  std::int64_t cells;
  float* populations;  // population i of cell n is at i * stride + n
  std::int64_t stride;
};

struct Voxel {
  int x, y, z;
};
__device__ __forceinline__ Voxel voxel_of(const DeviceCells& all, std::int64_t cell) {
  const std::uint32_t voxel = all.voxels[cell];
  const auto width = static_cast<std::uint32_t>(all.pores.size[0]);
  const auto height = static_cast<std::uint32_t>(all.pores.size[1]);
  const std::uint32_t row = voxel / width;
  return {static_cast<int>(voxel % width), static_cast<int>(row % height),
          static_cast<int>(row / height)};
}

__device__ __forceinline__ std::int64_t this_cell() {
  return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}

// Fetches what arrives at a cell from where it departed to. `at(slot, place, negated)` is told
// about each place, as an Index: 32 bits where all populations can be counted with them, which
// leaves more threads their registers.
template <class Index, class At>
__device__ __forceinline__ void fetch(const DeviceCells& all, std::int64_t cell, float* h,
                                      const At& at) {
  const Voxel v = voxel_of(all, cell);
  h[0] = all.populations[cell];
  for_places(all.pores, all.table, cell, v.x, v.y, v.z, [&](int slot, const PopulationPlace& from) {
    const Index place = static_cast<Index>(from.slot) * static_cast<Index>(all.stride) +
                        static_cast<Index>(from.cell);
    const float value = all.populations[place];
    h[slot] = from.negated ? -value : value;
    at(slot, place, from.negated);
  });
}
template <class Index>
__device__ __forceinline__ void fetch(const DeviceCells& all, std::int64_t cell, float* h) {
  fetch<Index>(all, cell, h, [](int, Index, bool) {});
}

// ---- Making the cells --------------------------------------------------------------------------

// A thread for each word of the table, and one for what comes after the last row.
__global__ void __launch_bounds__(kThreads)
    table_kernel(PorePlaces pores, std::int64_t cells, std::uint64_t* table) {
  const std::int64_t i = this_cell();
  const std::int64_t per_row = table_words_per_row(pores);
  const std::int64_t rows = static_cast<std::int64_t>(pores.size[1]) * pores.size[2];
  if (i < rows * per_row) {
    table[i] = table_word(pores, i / per_row, static_cast<int>(i % per_row) * kTableVoxels);
  } else if (i == rows * per_row) {
    table[i] = static_cast<std::uint64_t>(cells) << kTablePores;
  }
}

// The voxel of each cell; a thread for each word of the pores.
__global__ void __launch_bounds__(kThreads)
    voxels_kernel(PorePlaces pores, std::int64_t words, std::uint32_t* voxels) {
  const std::int64_t i = this_cell();
  if (i >= words) return;
  const std::int64_t row = i / pores.words_per_row;
  const auto first = static_cast<std::uint32_t>(row * pores.size[0] + i % pores.words_per_row * 64);
  std::uint32_t cell = pores.ranks[i];
  for (std::uint64_t left = pores.words[i]; left != 0; left &= left - 1) {
    voxels[cell++] = first + static_cast<std::uint32_t>(__ffsll(static_cast<long long>(left)) - 1);
  }
}

}  // namespace
}  // namespace bitvox::permeability
