// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/even_hits.cuh"
#include "rays/length_sums.hpp"

// Kernels that add up path lengths: no hit is stored.
namespace bitvox::rays {
namespace {

// Materials whose sums a block holds; a blockIdx.y for so many of them.
constexpr int kMaterialsAtOnce = 4;

// Of a tile and of some materials, in two halves: the GPU adds 32 bits at a time in a block's
// memory.
struct TileSums {
  std::uint32_t low[kMaterialsAtOnce * kTilePixels];
  std::uint32_t high[kMaterialsAtOnce * kTilePixels];
  std::int32_t signs[kMaterialsAtOnce * kTilePixels];

  __device__ __forceinline__ void add(int at, std::int64_t length, int sign) {
    const auto value = static_cast<std::uint64_t>(sign * length);
    const auto half = static_cast<std::uint32_t>(value);
    const std::uint32_t before = atomicAdd(&low[at], half);
    const std::uint32_t carry = before + half < half ? 1 : 0;
    const std::uint32_t rest = static_cast<std::uint32_t>(value >> 32) + carry;
    if (rest != 0) atomicAdd(&high[at], rest);
    atomicAdd(&signs[at], sign);
  }
  __device__ std::int64_t sum(int at) const {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(high[at]) << 32) | low[at]);
  }
};

// As length_to().
template <bool kIsParallel>
__device__ __forceinline__ std::int64_t length_on(const TileTriangle& triangle,
                                                  const DeviceRay& ray, double fine) {
  if constexpr (kIsParallel) {
    return length_of_depth(depth_on_line(triangle.seen, ray.x, ray.y, 1 / fine));
  } else {
    return length_of_share(share_on(triangle, ray, fine));
  }
}

// Adds to sums and signs, which are [material][row][column].
template <bool kIsParallel>
__global__ void __launch_bounds__(kTileThreads, kStoreBlocks)
    add_lengths_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                       const __grid_constant__ DeviceGrid grid, int shift, DeviceBins bins,
                       std::int32_t first_tile, int materials, std::int64_t* sums,
                       std::int32_t* signs) {
  __shared__ TileSums here;
  __shared__ EvenTriangle shared[kTileThreads];
  const std::int32_t tile = first_tile + static_cast<std::int32_t>(blockIdx.x);
  if (bins.starts[tile] == bins.starts[tile + 1]) return;
  const int first_material = static_cast<int>(blockIdx.y) * kMaterialsAtOnce;
  const int count = min(kMaterialsAtOnce, materials - first_material);
  for (int i = threadIdx.x; i < count * kTilePixels; i += kTileThreads) {
    here.low[i] = here.high[i] = 0;
    here.signs[i] = 0;
  }
  __syncthreads();
  const auto fine = static_cast<double>(std::int64_t{1} << shift);
  const TilePlace place = place_of_tile(views, 0, tile);
  const DeviceGridTile of_tile(grid, place.left, place.top);
  const TileRays rays = of_tile.rays();
  for_hits<kIsParallel>(triangles, bins, tile, of_tile, shared,
                        [&](const TileTriangle& triangle, int row, int column) {
                          const int material =
                              triangles.materials == nullptr
                                  ? 0
                                  : triangles.materials[triangle.number] - first_material;
                          if (material < 0 || material >= count) return;
                          here.add(material * kTilePixels + row * kSmallTile + column,
                                   length_on<kIsParallel>(triangle, rays(column, row), fine),
                                   triangle.seen.leaves ? 1 : -1);
                        });
  __syncthreads();
  const std::int32_t width = of_tile.width();
  const std::int32_t height = of_tile.height();
  for (int i = threadIdx.x; i < count * kTilePixels; i += kTileThreads) {
    const int column = i % kSmallTile;
    const int row = i / kSmallTile % kSmallTile;
    if (column >= width || row >= height) continue;
    const std::int64_t at =
        (std::int64_t{first_material + i / kTilePixels} * grid.height + place.top + row) *
            grid.width +
        place.left + column;
    sums[at] += here.sum(i);
    signs[at] += here.signs[i];
  }
}

// How many rays have another signed number of hits than expected.
__global__ void __launch_bounds__(kBinThreads)
    count_odd_kernel(const std::int32_t* signs, std::int64_t pixels, int materials,
                     const std::int32_t* expected, unsigned long long* odd) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBinThreads + threadIdx.x;
  bool is_odd = false;
  for (int material = 0; i < pixels && material < materials; ++material) {
    is_odd = is_odd || signs[material * pixels + i] != expected[material];
  }
  const int here = __syncthreads_count(is_odd ? 1 : 0);
  if (threadIdx.x == 0 && here != 0) atomicAdd(odd, static_cast<unsigned long long>(here));
}

}  // namespace
}  // namespace bitvox::rays
