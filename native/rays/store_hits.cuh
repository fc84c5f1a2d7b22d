// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/even_hits.cuh"

// Kernels that store the hits of the triangles of a tile, each at its ray's next place.
namespace bitvox::rays {
namespace {

template <bool kIsParallel>
__global__ void __launch_bounds__(kTileThreads, kStoreBlocks)
    store_grid_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                      const __grid_constant__ DeviceGrid grid, int shift, DeviceBins bins,
                      std::int32_t first_tile, std::uint32_t* cursors, std::uint64_t* hits) {
  // No other block has rays of this tile.
  __shared__ std::uint32_t here[kTilePixels];
  __shared__ EvenTriangle shared[kTileThreads];
  const std::int32_t tile = first_tile + static_cast<std::int32_t>(blockIdx.x);
  if (bins.starts[tile] == bins.starts[tile + 1]) return;
  const auto fine = static_cast<double>(std::int64_t{1} << shift);
  const TilePlace place = place_of_tile(views, 0, tile);
  const DeviceGridTile of_tile(grid, place.left, place.top);
  const TileRays rays = of_tile.rays();
  std::uint32_t* const of_rays = cursors + std::int64_t{tile} * kTilePixels;
  for (int i = threadIdx.x; i < kTilePixels; i += kTileThreads) here[i] = of_rays[i];
  __syncthreads();
  for_hits<kIsParallel>(triangles, bins, tile, of_tile, shared,
                        [&](const TileTriangle& triangle, int row, int column) {
                          const DeviceRay ray = rays(column, row);
                          hits[atomicAdd(&here[row * kSmallTile + column], 1U)] =
                              key_on<kIsParallel>(triangles, triangle, ray, shift, fine);
                        });
  __syncthreads();
  for (int i = threadIdx.x; i < kTilePixels; i += kTileThreads) of_rays[i] = here[i];
}

__global__ void __launch_bounds__(kTileThreads, kStoreBlocks)
    store_list_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                      DeviceList list, int shift, DeviceBins bins, std::int32_t first_tile,
                      std::uint32_t* cursors, std::uint64_t* hits) {
  const std::int32_t tile = first_tile + static_cast<std::int32_t>(blockIdx.x);
  const std::int32_t view = views.of(tile);
  const auto fine = static_cast<double>(std::int64_t{1} << shift);
  const TilePlace place = place_of_tile(views, view, tile);
  for_triangles<false>(triangles, bins, tile, view, [&](const TileTriangle& triangle) {
    list.for_rays(triangle, tile, place.left, place.top,
                  [&](std::uint32_t ray, const WholeRay& whole) {
                    hits[atomicAdd(&cursors[ray], 1U)] =
                        key_on<false>(triangles, triangle, to_device(whole), shift, fine);
                  });
  });
}

}  // namespace
}  // namespace bitvox::rays
