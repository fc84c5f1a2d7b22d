// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/overlap.cuh"
#include "cuda/warp.cuh"
#include "ops/permeability/permeability_cells.cuh"

// The steps of a flow on the GPU: one thread a cell. The populations of a cell either are those
// that arrive at it, or, after a step in which all departed, lie in the slots of the opposite
// velocities until the next step fetches them (see permeability_rows.hpp).
namespace bitvox::permeability {
namespace {

// On a multiprocessor, of what fetches, as it waits for memory: found by trial on an H200.
constexpr int kBlocksAtATime = 8;

// What has arrived departs.
template <class Stored>
__global__ void __launch_bounds__(kThreads)
    depart_kernel(DeviceCells<Stored> all, Rates rates, std::uint32_t number) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  float h[kSlots];
  load(all, cell, h);
  collide(h, rates);
  depart(h, cell, number, all.populations);
}

// What has departed is fetched, and what departs then is put where that was: it arrives.
template <class Index, class Stored>
__global__ void __launch_bounds__(kThreads, kBlocksAtATime)
    arrive_kernel(DeviceCells<Stored> all, Rates rates, std::uint32_t number) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  float h[kSlots];
  Index place[kSlots];
  fetch<Index>(all, cell, all.voxels[cell], h, [&](int slot, Index from) { place[slot] = from; });
  collide(h, rates);
  scale_departing(h, cell, number, all.populations);
  put(h[0], all.populations + place_of_cell<Index>(cell));
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    const float departs = h[opposite(i)];
    if (place[i] < 0) {
      put(-departs, all.populations + ~place[i]);
    } else {
      put(departs, all.populations + place[i]);
    }
  }
}

// What has departed is fetched and departs in the other copy of the populations.
template <class Index, class Stored>
__global__ void __launch_bounds__(kThreads, kBlocksAtATime)
    depart_to_copy_kernel(const __grid_constant__ DeviceCells<Stored> all,
                          Stored* __restrict__ copy, const __grid_constant__ Rates rates,
                          std::uint32_t number) {
  const std::int64_t cell = this_cell();
  const bool there = cell < all.cells;
  const std::uint32_t place = there ? all.voxels[cell] : 0;
  cuda::wait_for_previous_kernel();
  if (!there) return;
  float h[kSlots];
  fetch<Index>(all, cell, place, h);
  collide(h, rates);
  depart<Index>(h, cell, number, copy);
}

// What has departed arrives in the other copy.
template <class Index, class Stored>
__global__ void __launch_bounds__(kThreads, kBlocksAtATime)
    arrive_in_copy_kernel(DeviceCells<Stored> all, Stored* copy) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  float h[kSlots];
  fetch<Index>(all, cell, all.voxels[cell], h);
  Stored* const own = copy + place_of_cell<Index>(cell);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) put(h[i], own + place_of_slot<Index>(i));
}

__device__ __forceinline__ void raise_to(unsigned* largest, unsigned value) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    value = max(value, __shfl_xor_sync(~0U, value, step));
  }
  if (cuda::this_lane() == 0 && value > *largest) atomicMax(largest, value);
}

constexpr int kMostOwnPlanes = 4096;  // which a block adds up by itself first

// What is summed up: one component of the velocity in each plane across its axis, and what
// find_product() finds, times these scales.
struct Summing {
  int axis;
  Scales scales;
  int all_planes;
  int own_planes;              // of a block: all of them, or 0
  int rounds;                  // in which a block has kThreads cells
  unsigned long long* planes;  // and the products behind them
  unsigned* largest;           // as bits, of the absolute velocities and of the products
};

__device__ __forceinline__ long long whole_number(float value, double scale) {
  return static_cast<long long>(static_cast<double>(value) * scale);
}

// The populations of a cell are those that arrive at it, or departed; then they may depart in the
// other copy on the way.
enum class Populations { kArrived, kDeparted, kDepartAgain };

// A warp whose cells lie in one plane adds once.
template <Populations kWhich, class Index, class Stored>
__global__ void __launch_bounds__(kThreads, kBlocksAtATime)
    sum_planes_kernel(const __grid_constant__ DeviceCells<Stored> all, Stored* __restrict__ copy,
                      const __grid_constant__ Rates rates, const Summing summing,
                      std::uint32_t number) {
  extern __shared__ unsigned long long own[];
  const int own_planes = summing.own_planes;
  for (int i = static_cast<int>(threadIdx.x); i <= own_planes; i += kThreads) own[i] = 0;
  __syncthreads();
  unsigned long long* const sums = own_planes > 0 ? own : summing.planes;
  const int axis = summing.axis;
  float largest = 0, largest_product = 0;
  long long products = 0;
#pragma unroll 1
  for (int round = 0; round < summing.rounds; ++round) {
    const std::int64_t block = static_cast<std::int64_t>(blockIdx.x) * summing.rounds + round;
    const std::int64_t cell = block * kThreads + threadIdx.x;
    const bool there = cell < all.cells;
    long long amount = 0;
    int plane = -1;
    if (there) {
      const std::uint32_t place = all.voxels[cell];
      const Voxel v = voxel_of(all, place);
      float arrived[kSlots], h[kSlots];
      if constexpr (kWhich == Populations::kArrived) {
        load(all, cell, arrived);
      } else {
        fetch<Index>(all, cell, place, arrived);
      }
      Moments m;
      find_moments(arrived, rates, m);
#pragma unroll
      for (int i = 0; i < kSlots; ++i) h[i] = arrived[i];
      collide(h, rates);
      float product;
      find_product(arrived, h, product);
      if constexpr (kWhich == Populations::kDepartAgain) depart<Index>(h, cell, number, copy);
      products += whole_number(product, summing.scales.product);
      const float u = axis == 0 ? m.u[0] : axis == 1 ? m.u[1] : m.u[2];
      amount = whole_number(u, summing.scales.velocity);
      plane = axis == 0 ? v.x : axis == 1 ? v.y : v.z;
      largest = fmaxf(largest, fabsf(u));
      largest_product = fmaxf(largest_product, fabsf(product));
    }
    const int first = __shfl_sync(~0U, plane, 0);
    if (__all_sync(~0U, plane == first || !there) != 0) {
      const long long sum = cuda::warp_sum(amount);
      if (cuda::this_lane() == 0 && there) {
        atomicAdd(sums + plane, static_cast<unsigned long long>(sum));
      }
    } else if (there) {
      atomicAdd(sums + plane, static_cast<unsigned long long>(amount));
    }
  }
  raise_to(summing.largest, __float_as_uint(largest));
  raise_to(summing.largest + 1, __float_as_uint(largest_product));
  products = cuda::warp_sum(products);
  if (cuda::this_lane() == 0) {
    atomicAdd(own + own_planes, static_cast<unsigned long long>(products));
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(summing.planes + summing.all_planes, own[own_planes]);
  for (int i = static_cast<int>(threadIdx.x); i < own_planes; i += kThreads) {
    if (own[i] != 0) atomicAdd(summing.planes + i, own[i]);
  }
}

// All that follows is for populations that have arrived.

template <class Stored>
__device__ __forceinline__ Moments moments_of(const DeviceCells<Stored>& all, std::int64_t cell,
                                              const Rates& rates) {
  float h[kSlots];
  load(all, cell, h);
  Moments m;
  find_moments(h, rates, m);
  return m;
}

template <class Stored>
__global__ void __launch_bounds__(kThreads)
    largest_square_kernel(DeviceCells<Stored> all, Rates rates, unsigned* largest) {
  const std::int64_t cell = this_cell();
  float square = 0;
  if (cell < all.cells) {
    const Moments m = moments_of(all, cell, rates);
    square = (m.u[0] * m.u[0] + m.u[1] * m.u[1]) + m.u[2] * m.u[2];
  }
  raise_to(largest, __float_as_uint(square));
}

template <class Stored>
__global__ void __launch_bounds__(kThreads)
    velocities_kernel(DeviceCells<Stored> all, Rates rates, std::int64_t first, std::int64_t count,
                      float* out) {
  const std::int64_t i = this_cell();
  if (i >= count) return;
  const Moments m = moments_of(all, first + i, rates);
#pragma unroll
  for (int a = 0; a < 3; ++a) out[a * count + i] = m.u[a];
}

template <class Stored>
__global__ void __launch_bounds__(kThreads)
    start_kernel(DeviceCells<Stored> all, DeviceCells<Stored> coarse, float velocity_factor,
                 Rates rates) {
  const std::int64_t cell = this_cell();
  if (cell >= all.cells) return;
  const Voxel v = voxel_of(all, all.voxels[cell]);
  const auto load = [&](int x, int y, int z, Moments& m) {
    if (!is_pore(coarse.pores, x, y, z)) return false;
    m = moments_of(coarse, cell_of(coarse.pores, x, y, z), rates);
    return true;
  };
  float h[kSlots];
  equilibrium(interpolate(v.x, v.y, v.z, coarse.pores.size, velocity_factor, load), rates, h);
  Stored* const own = all.populations + place_of_cell<std::int64_t>(cell);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) {
    put(h[i], own + place_of_slot<std::int64_t>(i));
  }
}

}  // namespace
}  // namespace bitvox::permeability
