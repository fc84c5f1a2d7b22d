// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/permeability/permeability_lattice.hpp"
#include "ops/permeability/permeability_places.hpp"

// The steps of a flow on the GPU: one thread a cell, populations in place as on the CPU (see
// permeability_rows.hpp), and places found from the bits of the pores and the ranks of their words.
namespace bitvox::permeability {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#define BITVOX_UNROLL _Pragma("unroll")
#define BITVOX_POPCOUNT __popcll
#include "ops/permeability/permeability_collide.inl"
#include "ops/permeability/permeability_interpolate.inl"
#include "ops/permeability/permeability_places.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

constexpr int kThreads = 256;
constexpr int kBlocksAtATime = 4;  // of the odd step, on a multiprocessor: it waits for memory

// All pointers are to memory of the GPU.
struct DeviceCells {
  PorePlaces pores;
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

__device__ __forceinline__ unsigned warp_largest(unsigned value) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    value = max(value, __shfl_xor_sync(~0U, value, step));
  }
  return value;
}

__global__ void __launch_bounds__(kThreads) even_step_kernel(DeviceCells all, Rates rates) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  float h[kSlots];
#pragma unroll
  for (int i = 0; i < kSlots; ++i) h[i] = all.populations[i * all.stride + cell];
  collide(h, rates);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) all.populations[opposite(i) * all.stride + cell] = h[i];
}

// place_of() for a voxel that is not in a face of the volume.
__device__ __forceinline__ PopulationPlace inner_place_of(const PorePlaces& pores,
                                                          std::int64_t cell, const Voxel& v,
                                                          int slot) {
  const Velocity c = velocity_of(slot);
  const int x = v.x - c.x, y = v.y - c.y, z = v.z - c.z;
  if (!is_pore(pores, x, y, z)) return {cell, slot, false};
  return {cell_of(pores, x, y, z), opposite(slot), false};
}

// Fetches what arrives at a cell. place[i]: where from, complemented where the sign changes. Index:
// 32 bits where all populations can be counted with them, which leaves more threads their
// registers.
template <class Index>
__device__ __forceinline__ void fetch(const DeviceCells& all, std::int64_t cell, float* h,
                                      Index* place) {
  const Voxel v = voxel_of(all, cell);
  const int* const size = all.pores.size;
  const bool inner =
      v.x > 0 && v.x < size[0] - 1 && v.y > 0 && v.y < size[1] - 1 && v.z > 0 && v.z < size[2] - 1;
  h[0] = all.populations[cell];
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    const PopulationPlace from =
        inner ? inner_place_of(all.pores, cell, v, i) : place_of(all.pores, cell, v.x, v.y, v.z, i);
    const auto at = static_cast<Index>(from.slot * all.stride + from.cell);
    place[i] = from.negated ? ~at : at;
    const float value = all.populations[at];
    h[i] = from.negated ? -value : value;
  }
}

template <class Index>
__global__ void __launch_bounds__(kThreads, kBlocksAtATime)
    odd_step_kernel(DeviceCells all, Rates rates) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  float h[kSlots];
  Index place[kSlots];
  fetch(all, cell, h, place);
  collide(h, rates);
  all.populations[cell] = h[0];
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    const float departs = h[opposite(i)];
    if (place[i] < 0) {
      all.populations[~place[i]] = -departs;
    } else {
      all.populations[place[i]] = departs;
    }
  }
}

// After an even number of steps, or an odd one.
enum class StepsBefore { kEven, kOdd };
template <StepsBefore kBefore>
__device__ __forceinline__ Moments moments_of(const DeviceCells& all, std::int64_t cell,
                                              const Rates& rates) {
  float h[kSlots];
  if (kBefore == StepsBefore::kEven) {
#pragma unroll
    for (int i = 0; i < kSlots; ++i) h[i] = all.populations[i * all.stride + cell];
  } else {
    std::int64_t place[kSlots];
    fetch(all, cell, h, place);
  }
  Moments m;
  find_moments(h, rates, m);
  return m;
}

// Adds up one component in each plane across its axis. A warp whose cells lie in one plane adds
// once.
template <StepsBefore kBefore>
__global__ void __launch_bounds__(kThreads)
    sum_planes_kernel(DeviceCells all, Rates rates, int axis, double scale,
                      unsigned long long* planes, unsigned* largest) {
  const std::int64_t cell = this_cell();
  const bool there = cell < all.cells;
  long long amount = 0;
  int plane = -1;
  float size = 0;
  if (there) {
    const Moments m = moments_of<kBefore>(all, cell, rates);
    const float u = axis == 0 ? m.u[0] : axis == 1 ? m.u[1] : m.u[2];
    amount = static_cast<long long>(static_cast<double>(u) * scale);
    const Voxel v = voxel_of(all, cell);
    plane = axis == 0 ? v.x : axis == 1 ? v.y : v.z;
    size = fabsf(u);
  }
  const unsigned bits = warp_largest(__float_as_uint(size));
  if (cuda::this_lane() == 0 && bits > *largest) atomicMax(largest, bits);
  const int first = __shfl_sync(~0U, plane, 0);
  if (__all_sync(~0U, plane == first || !there) != 0) {
    const long long sum = cuda::warp_sum(amount);
    if (cuda::this_lane() == 0 && there) {
      atomicAdd(planes + plane, static_cast<unsigned long long>(sum));
    }
  } else if (there) {
    atomicAdd(planes + plane, static_cast<unsigned long long>(amount));
  }
}

__global__ void __launch_bounds__(kThreads)
    largest_square_kernel(DeviceCells all, Rates rates, unsigned* largest) {
  const std::int64_t cell = this_cell();
  float square = 0;
  if (cell < all.cells) {
    const Moments m = moments_of<StepsBefore::kEven>(all, cell, rates);
    square = (m.u[0] * m.u[0] + m.u[1] * m.u[1]) + m.u[2] * m.u[2];
  }
  const unsigned bits = warp_largest(__float_as_uint(square));
  if (cuda::this_lane() == 0 && bits > *largest) atomicMax(largest, bits);
}

__global__ void __launch_bounds__(kThreads)
    velocities_kernel(DeviceCells all, Rates rates, std::int64_t first, std::int64_t count,
                      float* out) {
  const std::int64_t i = this_cell();
  if (i >= count) return;
  const Moments m = moments_of<StepsBefore::kEven>(all, first + i, rates);
#pragma unroll
  for (int a = 0; a < 3; ++a) out[a * count + i] = m.u[a];
}

__global__ void __launch_bounds__(kThreads)
    start_kernel(DeviceCells all, DeviceCells coarse, float velocity_factor, Rates rates) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  const Voxel v = voxel_of(all, cell);
  const auto load = [&](int x, int y, int z, Moments& m) {
    if (!is_pore(coarse.pores, x, y, z)) return false;
    m = moments_of<StepsBefore::kEven>(coarse, cell_of(coarse.pores, x, y, z), rates);
    return true;
  };
  float h[kSlots];
  equilibrium(interpolate(v.x, v.y, v.z, coarse.pores.size, velocity_factor, load), rates, h);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) all.populations[i * all.stride + cell] = h[i];
}

}  // namespace
}  // namespace bitvox::permeability
