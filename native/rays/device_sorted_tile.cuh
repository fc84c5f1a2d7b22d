// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/device_hit_sort.cuh"

// Tiles of a detector whose hits fit a block's memory: they are sorted there, and written once.
namespace bitvox::rays {
namespace {

// What a block needs besides what it declares, for so many hits.
inline std::size_t sorted_tile_bytes(std::uint32_t room) {
  return room * (sizeof(std::uint64_t) + sizeof(std::uint16_t) + sizeof(std::uint8_t));
}

// Tiles with least to room hits.
template <bool kIsParallel, bool kOneMaterial, int kThreads>
__global__ void __launch_bounds__(kThreads, kStoreBlocks* kTileThreads / kThreads)
    store_sorted_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                        const __grid_constant__ DeviceGrid grid, int shift, DeviceBins bins,
                        std::int32_t first_tile, const std::uint32_t* counts,
                        const std::uint32_t* group_starts, std::uint32_t least, std::uint32_t room,
                        const __grid_constant__ DeviceSlots slots,
                        const __grid_constant__ DeviceWinding winding, std::uint64_t* hits,
                        std::uint32_t* kept, DeviceTotals* totals) {
  extern __shared__ std::uint64_t keys[];
  auto* const materials = reinterpret_cast<std::uint16_t*>(keys + room);
  auto* const owners = reinterpret_cast<std::uint8_t*>(materials + room);
  __shared__ GroupSums sums;
  __shared__ std::uint32_t starts[kGroupRays + 1];
  __shared__ std::uint32_t cursors[kGroupRays];
  __shared__ std::uint32_t of_warps[kThreads / cuda::kWarp];
  const std::int32_t tile = first_tile + static_cast<std::int32_t>(blockIdx.x);
  const std::uint32_t start = group_starts[tile];
  const std::uint32_t all = group_starts[tile + 1] - start;
  if (all < least || all > room) return;

  constexpr int kEach = kGroupRays / kThreads;
  const std::uint32_t* const of_rays =
      counts + std::int64_t{tile} * kGroupRays + threadIdx.x * kEach;
  std::uint32_t here = 0;
#pragma unroll
  for (int i = 0; i < kEach; ++i) here += of_rays[i];
  std::uint32_t before = sum_before<kThreads>(here, of_warps);
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const std::uint32_t ray = threadIdx.x * kEach + static_cast<std::uint32_t>(i);
    starts[ray] = cursors[ray] = before;
    before += of_rays[i];
    sums.beyond[ray] = 0;
    sums.met[ray] = sums.is_odd[ray] = 0;
  }
  if (threadIdx.x == 0) starts[kGroupRays] = all;
  __syncthreads();

  const auto fine = static_cast<double>(std::int64_t{1} << shift);
  const TilePlace place = place_of_tile(views, 0, tile);
  const DeviceGridTile of_tile(grid, place.left, place.top);
  for_triangles<kIsParallel>(triangles, bins, tile, 0, [&](const TileTriangle& triangle) {
    of_tile.for_runs<kIsParallel>(triangle, [&](std::int32_t row, std::int32_t first,
                                                std::int32_t last) {
      for (std::int32_t column = first; column <= last; ++column) {
        const std::int32_t ray = row * kSmallTile + column;
        const std::uint32_t at = atomicAdd(&cursors[ray], 1U);
        keys[at] = key_on<kIsParallel>(triangles, triangle, of_tile.ray(column, row), shift, fine);
        owners[at] = static_cast<std::uint8_t>(ray);
        if (!kOneMaterial) materials[at] = triangles.materials[triangle.number];
      }
    });
  });
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < all; i += kThreads) {
    const std::int32_t ray = owners[i];
    const std::uint32_t begin = starts[ray];
    const std::uint32_t rank =
        rank_of<kOneMaterial>(keys, materials, begin, starts[ray + 1], i, ray, winding, sums);
    hits[start + begin + rank] = keys[i];
  }
  __syncthreads();
  finish_group<kThreads>(sums, starts, slots, static_cast<std::uint32_t>(tile), winding, kept,
                         totals);
}

}  // namespace
}  // namespace bitvox::rays
