// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"
#include "rays/device_tile.cuh"

// Kernels that sort triangles into the tiles that they may be hit in.
namespace bitvox::rays {
namespace {

constexpr int kBinThreads = 256;

struct DeviceBox {
  std::uint16_t left, top, right, bottom;
};

// The triangles of a pass.
struct DeviceTriangles {
  const DevicePoint* vertices;
  const DeviceCorners* corners;
  const std::uint16_t* materials;
  std::uint32_t first;  // its number
  std::uint32_t count;
};

constexpr int kMostViews = 6;
// Images whose tiles are numbered one image after the other.
struct DeviceViews {
  DeviceView view[kMostViews];
  std::int32_t first_tile[kMostViews + 1];
  std::int32_t columns[kMostViews];  // of tiles
  std::int32_t count;

  __device__ std::int32_t of(std::int32_t tile) const {
    std::int32_t found = 0;
    for (std::int32_t i = 1; i < count; ++i) found += tile >= first_tile[i] ? 1 : 0;
    return found;
  }
};

struct DeviceBins {
  const DeviceBox* boxes;
  const std::uint32_t* starts;   // of each tile's entries, and the end
  const std::uint32_t* entries;  // triangles of the pass
};

// each(tile) for all tiles of a lane's box, many tiles by the whole warp; all lanes call.
template <class Each>
__device__ __forceinline__ void for_tiles(const DeviceBox& box, bool is_seen,
                                          std::int32_t first_tile, std::int32_t columns,
                                          const Each& each) {
  const int left = box.left / kSmallTile;
  const int top = box.top / kSmallTile;
  const int width = is_seen ? box.right / kSmallTile - left + 1 : 0;
  const int height = is_seen ? box.bottom / kSmallTile - top + 1 : 0;
  const bool is_large = width * height > cuda::kWarp;
  unsigned large = __ballot_sync(cuda::kAllLanes, is_large);
  if (!is_large) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x)
        each(cuda::this_lane(), first_tile + (top + y) * columns + left + x);
    }
  }
  while (large != 0) {
    const int lane = __ffs(static_cast<int>(large)) - 1;
    large &= large - 1;
    const int l = __shfl_sync(cuda::kAllLanes, left, lane);
    const int t = __shfl_sync(cuda::kAllLanes, top, lane);
    const int w = __shfl_sync(cuda::kAllLanes, width, lane);
    const int h = __shfl_sync(cuda::kAllLanes, height, lane);
    for (int i = cuda::this_lane(); i < w * h; i += cuda::kWarp) {
      each(lane, first_tile + (t + i / w) * columns + l + i % w);
    }
  }
}

// The boxes of all triangles, and how many triangles each tile has. A view a blockIdx.y.
template <bool kIsParallel>
__global__ void __launch_bounds__(kBinThreads)
    count_entries_kernel(DeviceTriangles triangles, const __grid_constant__ DeviceViews views,
                         DeviceBox* boxes, std::uint32_t* entries, unsigned long long* all) {
  const std::uint32_t i = blockIdx.x * kBinThreads + threadIdx.x;
  const std::uint32_t number = blockIdx.y;
  bool is_seen = i < triangles.count;
  DeviceBox box = {1, 0, 0, 0};
  if (is_seen) {
    const DeviceCorners corners = triangles.corners[i];
    Vector3 a = to_vector(triangles.vertices[corners.a]);
    Vector3 b = to_vector(triangles.vertices[corners.b]);
    Vector3 c = to_vector(triangles.vertices[corners.c]);
    if (kIsParallel) a.z = b.z = c.z = 1;
    const PixelBox found = views.view[number].box(a, b, c);
    is_seen = found.left <= found.right;
    if (is_seen) {
      box = {static_cast<std::uint16_t>(found.left), static_cast<std::uint16_t>(found.top),
             static_cast<std::uint16_t>(found.right), static_cast<std::uint16_t>(found.bottom)};
    }
    boxes[std::int64_t{number} * triangles.count + i] = box;
  }
  unsigned long long here = 0;
  for_tiles(box, is_seen, views.first_tile[number], views.columns[number],
            [&](int, std::int32_t tile) {
              atomicAdd(&entries[tile], 1U);
              ++here;
            });
  here = cuda::warp_sum(here);
  if (cuda::this_lane() == 0 && here != 0) atomicAdd(all, here);
}

__global__ void __launch_bounds__(kBinThreads)
    fill_entries_kernel(std::uint32_t count, const __grid_constant__ DeviceViews views,
                        const DeviceBox* boxes, std::uint32_t* places, std::uint32_t* entries) {
  const std::uint32_t i = blockIdx.x * kBinThreads + threadIdx.x;
  const std::uint32_t number = blockIdx.y;
  DeviceBox box = {1, 0, 0, 0};
  if (i < count) box = boxes[std::int64_t{number} * count + i];
  const std::uint32_t first_of_warp = i - static_cast<std::uint32_t>(cuda::this_lane());
  for_tiles(box, box.left <= box.right, views.first_tile[number], views.columns[number],
            [&](int lane, std::int32_t tile) {
              entries[atomicAdd(&places[tile], 1U)] =
                  first_of_warp + static_cast<std::uint32_t>(lane);
            });
}

// starts[i]: the sum of counts before i, and of all; also to places, if there are. One block.
constexpr int kScanThreads = 1024;
__global__ void __launch_bounds__(kScanThreads)
    scan_kernel(const std::uint32_t* counts, std::int64_t count, std::uint32_t* starts,
                std::uint32_t* places, unsigned long long* all) {
  constexpr int kWarps = kScanThreads / cuda::kWarp;
  __shared__ unsigned long long of_warps[kWarps];
  const std::int64_t each = (count + kScanThreads - 1) / kScanThreads;
  const std::int64_t first = min(count, each * threadIdx.x);
  const std::int64_t end = min(count, first + each);
  unsigned long long sum = 0;
  for (std::int64_t i = first; i < end; ++i) sum += counts[i];
  unsigned long long before = sum;
  const int lane = cuda::this_lane();
  for (int step = 1; step < cuda::kWarp; step *= 2) {
    const unsigned long long other =
        __shfl_up_sync(cuda::kAllLanes, before, static_cast<unsigned>(step));
    if (lane >= step) before += other;
  }
  if (lane == cuda::kWarp - 1) of_warps[threadIdx.x / cuda::kWarp] = before;
  __syncthreads();
  unsigned long long total = 0;
  before -= sum;
  for (int i = 0; i < kWarps; ++i) {
    if (i < static_cast<int>(threadIdx.x) / cuda::kWarp) before += of_warps[i];
    total += of_warps[i];
  }
  for (std::int64_t i = first; i < end; ++i) {
    starts[i] = static_cast<std::uint32_t>(before);
    if (places != nullptr) places[i] = static_cast<std::uint32_t>(before);
    before += counts[i];
  }
  if (threadIdx.x == 0) {
    starts[count] = static_cast<std::uint32_t>(total);
    *all = total;
  }
}

}  // namespace
}  // namespace bitvox::rays
