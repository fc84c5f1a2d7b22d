// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/device_hits.cuh"

// Kernels that sort rays in any directions by the faces of a cube around the source, and by the
// cells of an image on each: as cell_layout.hpp does it.
namespace bitvox::rays {
namespace {

constexpr int kCubeFaces = 6;
constexpr int kRayThreads = 256;

// Where the rays of a face go through it at distance 1, as numbers whose order is that of the
// places; and how many there are.
struct FaceBounds {
  unsigned long long low_p, low_q, high_p, high_q;
  unsigned long long largest;  // component of all rays
  unsigned long long count;
};

__host__ __device__ inline unsigned long long ordered(double value) {
  unsigned long long bits = 0;
#ifdef __CUDA_ARCH__
  bits = static_cast<unsigned long long>(__double_as_longlong(value));
#else
  bits = std::bit_cast<unsigned long long>(value);
#endif
  return (bits >> 63) != 0 ? ~bits : bits | (1ULL << 63);
}
inline double from_ordered(unsigned long long bits) {
  return std::bit_cast<double>((bits >> 63) != 0 ? bits & ~(1ULL << 63) : ~bits);
}

struct OnFace {
  std::int32_t face;  // -1 for a ray without length
  double p, q, largest;
};

__device__ __forceinline__ OnFace on_face(const WholeRay& ray) {
  const double v[3] = {static_cast<double>(ray.x), static_cast<double>(ray.y),
                       static_cast<double>(ray.z)};
  const double x = magnitude(v[0]);
  const double y = magnitude(v[1]);
  const double z = magnitude(v[2]);
  const std::int32_t axis = y > x ? (z > y ? 2 : 1) : (z > x ? 2 : 0);
  const double depth = axis == 0 ? x : axis == 1 ? y : z;
  if (depth == 0) return {-1, 0, 0, 0};
  const double along = axis == 0 ? v[0] : axis == 1 ? v[1] : v[2];
  const double p = (axis == 0 ? v[1] : axis == 1 ? v[2] : v[0]) / depth;
  const double q = (axis == 0 ? v[2] : axis == 1 ? v[0] : v[1]) / depth;
  return {2 * axis + (along < 0 ? 1 : 0), p, q, depth};
}

__global__ void __launch_bounds__(kRayThreads)
    bound_rays_kernel(const WholeRay* rays, std::uint32_t count, FaceBounds* faces) {
  __shared__ FaceBounds here[kCubeFaces];
  if (threadIdx.x < kCubeFaces) here[threadIdx.x] = {~0ULL, ~0ULL, 0, 0, 0, 0};
  __syncthreads();
  for (std::uint32_t i = blockIdx.x * kRayThreads + threadIdx.x; i - threadIdx.x < count;
       i += gridDim.x * kRayThreads) {
    const OnFace ray = i < count ? on_face(rays[i]) : OnFace{-1, 0, 0, 0};
    for (std::int32_t face = 0; face < kCubeFaces; ++face) {
      const bool is_here = ray.face == face;
      const unsigned lanes = __ballot_sync(cuda::kAllLanes, is_here);
      if (lanes == 0) continue;
      unsigned long long low_p = is_here ? ordered(ray.p) : ~0ULL;
      unsigned long long low_q = is_here ? ordered(ray.q) : ~0ULL;
      unsigned long long high_p = is_here ? ordered(ray.p) : 0ULL;
      unsigned long long high_q = is_here ? ordered(ray.q) : 0ULL;
      unsigned long long largest = is_here ? ordered(ray.largest) : 0ULL;
      for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
        const auto s = static_cast<unsigned>(step);
        low_p = min(low_p, __shfl_down_sync(cuda::kAllLanes, low_p, s));
        low_q = min(low_q, __shfl_down_sync(cuda::kAllLanes, low_q, s));
        high_p = max(high_p, __shfl_down_sync(cuda::kAllLanes, high_p, s));
        high_q = max(high_q, __shfl_down_sync(cuda::kAllLanes, high_q, s));
        largest = max(largest, __shfl_down_sync(cuda::kAllLanes, largest, s));
      }
      if (cuda::this_lane() != 0) continue;
      FaceBounds& bounds = here[face];
      atomicMin(&bounds.low_p, low_p);
      atomicMin(&bounds.low_q, low_q);
      atomicMax(&bounds.high_p, high_p);
      atomicMax(&bounds.high_q, high_q);
      atomicMax(&bounds.largest, largest);
      atomicAdd(&bounds.count, static_cast<unsigned long long>(__popc(lanes)));
    }
  }
  __syncthreads();
  if (threadIdx.x >= kCubeFaces) return;
  const FaceBounds& bounds = here[threadIdx.x];
  if (bounds.count == 0) return;
  FaceBounds& all = faces[threadIdx.x];
  atomicMin(&all.low_p, bounds.low_p);
  atomicMin(&all.low_q, bounds.low_q);
  atomicMax(&all.high_p, bounds.high_p);
  atomicMax(&all.high_q, bounds.high_q);
  atomicMax(&all.largest, bounds.largest);
  atomicAdd(&all.count, bounds.count);
}

// A face's image, of a DeviceViews.
struct FaceGrid {
  double low_p, low_q, across, down;
  std::int32_t size, tiles, first_tile;
};
struct FaceGrids {
  FaceGrid of[kCubeFaces];
};

constexpr std::uint32_t kNoCell = 0xffffffffU;

__device__ __forceinline__ std::int32_t cell_on(double place, std::int32_t count) {
  return within_line(place, count - 1);
}

__global__ void __launch_bounds__(kRayThreads)
    count_cells_kernel(const WholeRay* rays, std::uint32_t count,
                       const __grid_constant__ FaceGrids grids, std::uint32_t* cells,
                       std::uint32_t* counts) {
  const std::uint32_t i = blockIdx.x * kRayThreads + threadIdx.x;
  if (i >= count) return;
  const OnFace ray = on_face(rays[i]);
  std::uint32_t cell = kNoCell;
  if (ray.face >= 0) {
    const FaceGrid& grid = grids.of[ray.face];
    const std::int32_t column = cell_on((ray.p - grid.low_p) * grid.across, grid.size);
    const std::int32_t row = cell_on((ray.q - grid.low_q) * grid.down, grid.size);
    const std::int32_t tile = grid.first_tile + row / kSmallTile * grid.tiles + column / kSmallTile;
    cell = static_cast<std::uint32_t>(tile * kTilePixels + row % kSmallTile * kSmallTile +
                                      column % kSmallTile);
    atomicAdd(&counts[cell], 1U);
  }
  cells[i] = cell;
}

// places: where the rays of each cell begin. slots: of each ray.
__global__ void __launch_bounds__(kRayThreads)
    sort_rays_kernel(const WholeRay* rays, std::uint32_t count, std::uint32_t* cells_to_slots,
                     std::uint32_t* places, WholeRay* sorted) {
  const std::uint32_t i = blockIdx.x * kRayThreads + threadIdx.x;
  if (i >= count) return;
  const std::uint32_t cell = cells_to_slots[i];
  if (cell == kNoCell) return;
  const std::uint32_t slot = atomicAdd(&places[cell], 1U);
  cells_to_slots[i] = slot;
  sorted[slot] = rays[i];
}

}  // namespace
}  // namespace bitvox::rays
