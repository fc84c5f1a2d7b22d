// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/device_hits.cuh"

// Sorts the hits of each ray, which lie together, and adds them up.
namespace bitvox::rays {
namespace {

// Which slots of a group are rays: of a detector's tile at the border not all.
struct DeviceSlots {
  bool is_grid;
  std::int32_t width, height, tile_columns;
  std::uint32_t rays;

  __device__ bool has(std::uint32_t group, std::int32_t slot) const {
    if (!is_grid) return group * kGroupRays + static_cast<std::uint32_t>(slot) < rays;
    const auto tile = static_cast<std::int32_t>(group);
    return tile % tile_columns * kSmallTile + slot % kSmallTile < width &&
           tile / tile_columns * kSmallTile + slot / kSmallTile < height;
  }
};

// What the signed number of hits should be.
struct DeviceWinding {
  const std::uint16_t* materials;  // of each triangle; null if there is one material
  const std::int32_t* expected;    // of each material
  std::int32_t count;
  std::int32_t around;  // materials for which that is not 0
};

struct DeviceTotals {
  unsigned long long kept;  // hits before the ends of their rays
  unsigned long long odd;
  std::uint32_t deepest;
};

__device__ __forceinline__ bool is_beyond(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> 32) >= kBeyondBits;
}
__device__ __forceinline__ int sign_of_hit(std::uint64_t key) { return (key & 1) != 0 ? 1 : -1; }

// Of a group's rays, as far as they are known.
struct GroupSums {
  std::uint32_t beyond[kGroupRays];
  std::int32_t met[kGroupRays];  // materials among the hits that wind around the source
  std::int32_t is_odd[kGroupRays];
};

// Hit i of those of a ray, begin to end - 1: how many come before it. Adds up what it is the first
// of its material for.
template <bool kOneMaterial>
__device__ __forceinline__ std::uint32_t rank_of(const std::uint64_t* keys,
                                                 const std::uint16_t* materials,
                                                 std::uint32_t begin, std::uint32_t end,
                                                 std::uint32_t i, std::int32_t ray,
                                                 const DeviceWinding& winding, GroupSums& sums) {
  const std::uint64_t key = keys[i];
  const std::uint16_t material = kOneMaterial ? std::uint16_t{0} : materials[i];
  std::uint32_t rank = 0;
  std::int32_t sum = 0;
  bool is_first = kOneMaterial ? i == begin : true;
  for (std::uint32_t k = begin; k < end; ++k) {
    const std::uint64_t other = keys[k];
    rank += other < key ? 1U : 0U;
    const bool is_same = kOneMaterial || materials[k] == material;
    sum += is_same ? sign_of_hit(other) : 0;
    if (!kOneMaterial) is_first = is_first && !(is_same && k < i);
  }
  if (is_beyond(key)) atomicAdd(&sums.beyond[ray], 1U);
  if (is_first) {
    const std::int32_t expected = winding.expected[material];
    if (sum != expected) sums.is_odd[ray] = 1;
    if (expected != 0) atomicAdd(&sums.met[ray], 1);
  }
  return rank;
}

// By all threads of a block: a network of compare and exchange that always brings the smaller one
// forward, so that any number of hits will do.
template <int kThreads>
__device__ void sort_in_place(std::uint64_t* keys, std::uint32_t count) {
  std::uint32_t whole = 1;
  while (whole < count) whole *= 2;
  for (std::uint32_t size = 2; size <= whole; size *= 2) {
    for (std::uint32_t step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      for (std::uint32_t i = threadIdx.x; i < whole / 2; i += kThreads) {
        const std::uint32_t block = i / step;
        const std::uint32_t in_block = i % step;
        const std::uint32_t low = block * 2 * step + in_block;
        const std::uint32_t high =
            step == size / 2 ? block * 2 * step + 2 * step - 1 - in_block : low + step;
        if (high >= count) continue;
        const std::uint64_t a = keys[low];
        const std::uint64_t b = keys[high];
        if (b < a) {
          keys[low] = b;
          keys[high] = a;
        }
      }
    }
  }
  __syncthreads();
}

// A ray whose hits do not fit the block's memory.
template <int kThreads>
__device__ __noinline__ void sort_deep_ray(std::uint64_t* keys, std::uint32_t count,
                                           const DeviceWinding& winding, std::int32_t ray,
                                           GroupSums& sums) {
  __shared__ std::int32_t sum;
  sort_in_place<kThreads>(keys, count);
  for (std::int32_t material = 0; material < winding.count; ++material) {
    __syncthreads();
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    std::int32_t here = 0;
    for (std::uint32_t i = threadIdx.x; i < count; i += kThreads) {
      const std::uint64_t key = keys[i];
      const bool is_same = winding.materials == nullptr ||
                           winding.materials[static_cast<std::uint32_t>(key) >> 1] == material;
      if (is_same) here += sign_of_hit(key);
      if (material == 0 && is_beyond(key)) atomicAdd(&sums.beyond[ray], 1U);
    }
    atomicAdd(&sum, here);
    __syncthreads();
    if (threadIdx.x == 0 && sum != winding.expected[material]) sums.is_odd[ray] = 1;
  }
  if (threadIdx.x == 0) sums.met[ray] = winding.around;
  __syncthreads();
}

// What the whole group knows of its rays goes to `kept` and the totals.
template <int kThreads>
__device__ __forceinline__ void finish_group(const GroupSums& sums, const std::uint32_t* starts,
                                             const DeviceSlots& slots, std::uint32_t group,
                                             const DeviceWinding& winding, std::uint32_t* kept,
                                             DeviceTotals* totals) {
  std::uint32_t all = 0;
  std::uint32_t odd = 0;
  std::uint32_t deepest = 0;
  for (std::int32_t i = static_cast<std::int32_t>(threadIdx.x); i < kGroupRays; i += kThreads) {
    if (!slots.has(group, i)) continue;
    const std::uint32_t here = starts[i + 1] - starts[i] - sums.beyond[i];
    kept[group * kGroupRays + static_cast<std::uint32_t>(i)] = here;
    all += here;
    deepest = max(deepest, here);
    odd += sums.is_odd[i] != 0 || sums.met[i] != winding.around ? 1U : 0U;
  }
  all = cuda::warp_sum(all);
  odd = cuda::warp_sum(odd);
  for (unsigned step = cuda::kWarp / 2; step > 0; step /= 2) {
    deepest = max(deepest, __shfl_down_sync(cuda::kAllLanes, deepest, step));
  }
  if (cuda::this_lane() != 0) return;
  if (all != 0) atomicAdd(&totals->kept, static_cast<unsigned long long>(all));
  if (odd != 0) atomicAdd(&totals->odd, static_cast<unsigned long long>(odd));
  if (deepest != 0) atomicMax(&totals->deepest, deepest);
}

constexpr int kSortThreads = 256;
constexpr std::uint32_t kSortRoom = 3072;  // hits

// A group a block. Rays are sorted together as long as they fit the block's memory.
template <bool kOneMaterial>
__global__ void __launch_bounds__(kSortThreads)
    sort_hits_kernel(std::uint32_t first_group, const std::uint32_t* ray_starts,
                     const std::uint32_t* counts, const __grid_constant__ DeviceSlots slots,
                     const __grid_constant__ DeviceWinding winding, std::uint64_t* hits,
                     std::uint32_t* kept, DeviceTotals* totals) {
  static_assert(kSortThreads == kGroupRays);
  __shared__ GroupSums sums;
  __shared__ std::uint32_t starts[kGroupRays + 1];
  __shared__ std::uint64_t keys[kSortRoom];
  __shared__ std::uint8_t owners[kSortRoom];
  __shared__ std::uint16_t materials[kOneMaterial ? 1 : kSortRoom];
  const std::uint32_t group = first_group + blockIdx.x;
  const auto self = static_cast<std::int32_t>(threadIdx.x);
  sums.beyond[self] = 0;
  sums.met[self] = 0;
  sums.is_odd[self] = 0;
  const std::uint32_t slot = group * kGroupRays + threadIdx.x;
  const bool is_slot = slot < slots.rays;
  starts[self] = is_slot ? ray_starts[slot] : 0;
  const std::uint32_t count = is_slot ? counts[slot] : 0;
  __syncthreads();
  // All slots after the last ray end where it does.
  if (is_slot && (self + 1 == kGroupRays || slot + 1 == slots.rays)) {
    for (std::int32_t i = self + 1; i <= kGroupRays; ++i) starts[i] = starts[self] + count;
  }
  __syncthreads();
  for (std::int32_t from = 0; from < kGroupRays;) {
    std::int32_t to = from + 1;
    if (starts[kGroupRays] - starts[from] <= kSortRoom) {
      to = kGroupRays;
    } else {
      while (to < kGroupRays && starts[to + 1] - starts[from] <= kSortRoom) ++to;
    }
    const std::uint32_t base = starts[from];
    const std::uint32_t here = starts[to] - base;
    if (here > kSortRoom) {
      sort_deep_ray<kSortThreads>(hits + base, here, winding, from, sums);
    } else {
      if (self >= from && self < to) {
        for (std::uint32_t i = starts[self] - base; i < starts[self + 1] - base; ++i) {
          owners[i] = static_cast<std::uint8_t>(self);
        }
      }
      for (std::uint32_t i = threadIdx.x; i < here; i += kSortThreads) {
        const std::uint64_t key = hits[base + i];
        keys[i] = key;
        if (!kOneMaterial) materials[i] = winding.materials[static_cast<std::uint32_t>(key) >> 1];
      }
      __syncthreads();
      for (std::uint32_t i = threadIdx.x; i < here; i += kSortThreads) {
        const std::int32_t ray = owners[i];
        const std::uint32_t begin = starts[ray] - base;
        const std::uint32_t rank = rank_of<kOneMaterial>(
            keys, materials, begin, starts[ray + 1] - base, i, ray, winding, sums);
        hits[base + begin + rank] = keys[i];
      }
      __syncthreads();
    }
    from = to;
  }
  finish_group<kSortThreads>(sums, starts, slots, group, winding, kept, totals);
}

}  // namespace
}  // namespace bitvox::rays
