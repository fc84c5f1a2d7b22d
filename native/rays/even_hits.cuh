// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"
#include "rays/device_hits.cuh"

// The hits of the triangles of a tile, evenly over the threads of a block: triangles have from none
// to some hundred hits there, so a thread that computed those of its own would wait for others.
namespace bitvox::rays {
namespace {

// The hits of one triangle: the columns from first to last, 4 bits each, of those rows that have
// any. A triangle and a row are convex, so what it hits of a row is one run.
struct TileRows {
  std::uint64_t first, last;
  std::uint32_t rows;  // bits

  __device__ __forceinline__ void add(std::int32_t row, std::int32_t from, std::int32_t to) {
    const int shift = 4 * row;
    if ((rows >> row & 1U) == 0) first |= static_cast<std::uint64_t>(from) << shift;
    last = (last & ~(std::uint64_t{15} << shift)) | static_cast<std::uint64_t>(to) << shift;
    rows |= 1U << row;
  }
  __device__ __forceinline__ int first_of(int row) const {
    return static_cast<int>(first >> 4 * row) & 15;
  }
  __device__ __forceinline__ int length_of(int row) const {
    return (static_cast<int>(last >> 4 * row) & 15) - first_of(row) + 1;
  }
};
static_assert(kSmallTile == 16);

struct RowAndColumn {
  int row, column;
};
// Of its k-th hit.
__device__ __forceinline__ RowAndColumn place_of_hit(const TileRows& hits, int k) {
  std::uint32_t rows = hits.rows;
  for (;;) {
    const int row = __ffs(static_cast<int>(rows)) - 1;
    const int length = hits.length_of(row);
    if (k < length) return {row, hits.first_of(row) + k};
    k -= length;
    rows &= rows - 1;
  }
}

// What a warp knows of its triangles; in the block's memory, a line longer so that lanes' lines
// begin in different banks.
struct EvenTriangle {
  TileTriangle triangle;
  TileRows hits;
  std::uint32_t before;  // hits of the lanes before
  std::uint32_t padding;
};

// use(triangle, row, column) for all hits in the tile. All threads of the block call; `shared` has
// a place for each.
template <bool kIsParallel, class Use>
__device__ __forceinline__ void for_hits(const DeviceTriangles& triangles, const DeviceBins& bins,
                                         std::int32_t tile, const DeviceGridTile& of_tile,
                                         EvenTriangle* shared, const Use& use) {
  const int lane = cuda::this_lane();
  EvenTriangle* const of_warp = shared + threadIdx.x / cuda::kWarp * cuda::kWarp;
  EvenTriangle& mine = of_warp[lane];
  const std::uint32_t end = bins.starts[tile + 1];
  for (std::uint32_t i = bins.starts[tile] + threadIdx.x; i - lane < end; i += kTileThreads) {
    TileRows hits{0, 0, 0};
    int count = 0;
    if (i < end) {
      TileTriangle triangle = triangle_of(triangles, bins, i, 0);
      if (see<kIsParallel>(triangle.place, triangle.seen)) {
        of_tile.for_runs<kIsParallel>(triangle,
                                      [&](std::int32_t row, std::int32_t first, std::int32_t last) {
                                        hits.add(row, first, last);
                                        count += last - first + 1;
                                      });
        if (count > 0) mine.triangle = triangle;
      }
    }
    int sum = count;
    for (int step = 1; step < cuda::kWarp; step *= 2) {
      const int other = __shfl_up_sync(cuda::kAllLanes, sum, static_cast<unsigned>(step));
      if (lane >= step) sum += other;
    }
    mine.hits = hits;
    mine.before = static_cast<std::uint32_t>(sum - count);
    const int all = __shfl_sync(cuda::kAllLanes, sum, cuda::kWarp - 1);
    __syncwarp();
    for (int k = lane; k < all; k += cuda::kWarp) {
      int owner = 0;  // the last one whose hits begin at k or before
      for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
        if (of_warp[owner + step].before <= static_cast<std::uint32_t>(k)) owner += step;
      }
      const EvenTriangle& of_hit = of_warp[owner];
      const RowAndColumn at = place_of_hit(of_hit.hits, k - static_cast<int>(of_hit.before));
      use(of_hit.triangle, at.row, at.column);
    }
    __syncwarp();
  }
}

}  // namespace
}  // namespace bitvox::rays
