// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/device_bins.cuh"

// Kernels that find the hits of the triangles of a tile: a block computes a tile.
namespace bitvox::rays {
namespace {

constexpr int kTileThreads = 128;
// Of a multiprocessor, at least: it limits the registers of a thread.
constexpr int kCountBlocks = 5;
constexpr int kStoreBlocks = 4;
// Where a hit at the end of its ray or beyond has its distance: after all others.
constexpr std::uint32_t kBeyondBits = 0x7F800000U;

// The triangle of an entry, not seen yet.
__device__ __forceinline__ TileTriangle triangle_of(const DeviceTriangles& triangles,
                                                    const DeviceBins& bins, std::uint32_t entry,
                                                    std::int32_t view) {
  TileTriangle triangle;
  triangle.number = bins.entries[entry];
  const DeviceBox box = bins.boxes[std::int64_t{view} * triangles.count + triangle.number];
  triangle.box = {box.left, box.top, box.right, box.bottom};
  triangle.place = {triangles.vertices, triangles.corners[triangle.number]};
  return triangle;
}

// use(triangle) for the triangles of a tile, which its threads share.
template <bool kIsParallel, class Use>
__device__ __forceinline__ void for_triangles(const DeviceTriangles& triangles,
                                              const DeviceBins& bins, std::int32_t tile,
                                              std::int32_t view, const Use& use) {
  const std::uint32_t end = bins.starts[tile + 1];
  for (std::uint32_t i = bins.starts[tile] + threadIdx.x; i < end; i += kTileThreads) {
    TileTriangle triangle = triangle_of(triangles, bins, i, view);
    if (see<kIsParallel>(triangle.place, triangle.seen)) use(triangle);
  }
}

struct TilePlace {
  std::int32_t left, top;
};
__device__ __forceinline__ TilePlace place_of_tile(const DeviceViews& views, std::int32_t view,
                                                   std::int32_t tile) {
  const std::int32_t in_view = tile - views.first_tile[view];
  return {in_view % views.columns[view] * kSmallTile, in_view / views.columns[view] * kSmallTile};
}

// Adds the hits of each ray to counts, and those of all to group_hits[tile].
template <bool kIsParallel>
__global__ void __launch_bounds__(kTileThreads, kCountBlocks)
    count_grid_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                      const __grid_constant__ DeviceGrid grid, DeviceBins bins,
                      std::int32_t first_tile, std::uint32_t* counts, std::uint32_t* group_hits) {
  constexpr int kStride = kSmallTile + 1;
  __shared__ int changes[kSmallTile * kStride];
  __shared__ int all;
  const std::int32_t tile = first_tile + static_cast<std::int32_t>(blockIdx.x);
  if (bins.starts[tile] == bins.starts[tile + 1]) return;
  for (int i = threadIdx.x; i < kSmallTile * kStride; i += kTileThreads) changes[i] = 0;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  const TilePlace place = place_of_tile(views, 0, tile);
  const DeviceGridTile of_tile(grid, place.left, place.top);
  for_triangles<kIsParallel>(triangles, bins, tile, 0, [&](const TileTriangle& triangle) {
    of_tile.for_runs<kIsParallel>(triangle,
                                  [&](std::int32_t row, std::int32_t first, std::int32_t last) {
                                    atomicAdd(&changes[row * kStride + first], 1);
                                    atomicSub(&changes[row * kStride + last + 1], 1);
                                  });
  });
  __syncthreads();
  if (threadIdx.x < kSmallTile) {
    int here = 0;
    int sum = 0;
    for (int i = 0; i < kSmallTile; ++i) {
      here += changes[threadIdx.x * kStride + i];
      changes[threadIdx.x * kStride + i] = here;
      sum += here;
    }
    atomicAdd(&all, sum);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kTilePixels; i += kTileThreads) {
    const int here = changes[i / kSmallTile * kStride + i % kSmallTile];
    if (here != 0) counts[std::int64_t{tile} * kTilePixels + i] += static_cast<unsigned>(here);
  }
  if (threadIdx.x == 0 && all != 0) group_hits[tile] += static_cast<unsigned>(all);
}

__global__ void __launch_bounds__(kTileThreads, kCountBlocks)
    count_list_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                      DeviceList list, DeviceBins bins, std::int32_t first_tile,
                      std::uint32_t* counts) {
  const std::int32_t tile = first_tile + static_cast<std::int32_t>(blockIdx.x);
  if (bins.starts[tile] == bins.starts[tile + 1]) return;
  const std::int32_t view = views.of(tile);
  const TilePlace place = place_of_tile(views, view, tile);
  for_triangles<false>(triangles, bins, tile, view, [&](const TileTriangle& triangle) {
    list.for_rays(triangle, tile, place.left, place.top,
                  [&](std::uint32_t ray, const WholeRay&) { atomicAdd(&counts[ray], 1U); });
  });
}

// A group is so many rays, in the order of their slots; of a detector it is a tile.
constexpr int kGroupRays = kTilePixels;

__global__ void __launch_bounds__(kGroupRays)
    sum_groups_kernel(const std::uint32_t* counts, std::uint32_t rays, std::uint32_t* group_hits) {
  const std::uint32_t i = blockIdx.x * kGroupRays + threadIdx.x;
  const std::uint32_t here = cuda::warp_sum(i < rays ? counts[i] : 0U);
  __shared__ std::uint32_t all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  if (cuda::this_lane() == 0) atomicAdd(&all, here);
  __syncthreads();
  if (threadIdx.x == 0) group_hits[blockIdx.x] = all;
}

// The sum of the values of all threads before this one; all call. of_warps: of each warp one.
template <int kThreads>
__device__ __forceinline__ std::uint32_t sum_before(std::uint32_t value, std::uint32_t* of_warps) {
  const int lane = cuda::this_lane();
  std::uint32_t sum = value;
  for (int step = 1; step < cuda::kWarp; step *= 2) {
    const std::uint32_t other = __shfl_up_sync(cuda::kAllLanes, sum, static_cast<unsigned>(step));
    if (lane >= step) sum += other;
  }
  if (lane == cuda::kWarp - 1) of_warps[threadIdx.x / cuda::kWarp] = sum;
  __syncthreads();
  for (int i = 0; i < kThreads / cuda::kWarp; ++i) {
    if (i < static_cast<int>(threadIdx.x) / cuda::kWarp) sum += of_warps[i];
  }
  return sum - value;
}

// Where the hits of each ray begin, to starts and to cursors.
__global__ void __launch_bounds__(kGroupRays)
    place_rays_kernel(const std::uint32_t* counts, std::uint32_t rays,
                      const std::uint32_t* group_starts, std::uint32_t* starts,
                      std::uint32_t* cursors) {
  __shared__ std::uint32_t of_warps[kGroupRays / cuda::kWarp];
  const std::uint32_t i = blockIdx.x * kGroupRays + threadIdx.x;
  const std::uint32_t here = i < rays ? counts[i] : 0U;
  const std::uint32_t start = group_starts[blockIdx.x] + sum_before<kGroupRays>(here, of_warps);
  if (i >= rays) return;
  starts[i] = start;
  cursors[i] = start;
}

// ---- Hits ------------------------------------------------------------------------------------

// As share_of_ray() and is_before_end().
__device__ __forceinline__ double share_on(const TileTriangle& triangle, const DeviceRay& ray,
                                           double fine) {
  const double product = dot(triangle.seen.face, ray.x, ray.y, ray.z);
  if (product <= triangle.seen.grazing * sum_of_magnitudes({ray.x, ray.y, ray.z})) {
    return share_exactly(triangle.place, to_ray(ray.x, ray.y, ray.z), fine);
  }
  return triangle.seen.det * fine / product;
}
__device__ __forceinline__ bool is_before_end(const TileTriangle& triangle, const DeviceRay& ray,
                                              double share, int shift) {
  constexpr double kNear = 1.0 / (1 << 20);
  if (magnitude(share - 1) > kNear) return share < 1;
  return is_before_end_exactly(triangle.place, to_ray(ray.x, ray.y, ray.z), share, shift);
}

template <bool kIsParallel>
__device__ __forceinline__ std::uint64_t key_on(const DeviceTriangles& triangles,
                                                const TileTriangle& triangle, const DeviceRay& ray,
                                                int shift, double fine) {
  std::uint32_t bits = 0;
  if constexpr (kIsParallel) {
    bits =
        __float_as_uint(static_cast<float>(depth_on_line(triangle.seen, ray.x, ray.y, 1 / fine)));
  } else {
    const double share = share_on(triangle, ray, fine);
    bits = is_before_end(triangle, ray, share, shift) ? __float_as_uint(static_cast<float>(share))
                                                      : kBeyondBits;
  }
  return key_of(bits, triangles.first + triangle.number, triangle.seen.leaves);
}

}  // namespace
}  // namespace bitvox::rays
