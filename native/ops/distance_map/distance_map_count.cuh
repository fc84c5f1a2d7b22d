// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/counted_part.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"

namespace bitvox::distance_map {

// What a field has in the voxels that count.
struct SeenOnGpu {
  unsigned long long largest;  // as the bits of a double
  unsigned long long voxels;
  unsigned long long positive;  // of them
};

inline constexpr int kSeenThreads = 256;

// Of a field of a volume that is `width` wide; `seen` begins as zeros. A warp a row.
template <class V>
__global__ void __launch_bounds__(kSeenThreads)
    look_at_kernel(CellField<V> field, std::int64_t row_count, std::int64_t width,
                   cuda::CountedPart counted, SeenOnGpu* seen) {
  const int lane = cuda::this_lane();
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * (kSeenThreads / cuda::kWarp);
  double largest = 0;
  unsigned long long voxels = 0;
  unsigned long long positive = 0;
  for (std::int64_t row =
           (static_cast<std::int64_t>(blockIdx.x) * kSeenThreads + threadIdx.x) / cuda::kWarp;
       row < row_count; row += warps) {
    const std::int64_t y = field.first_row + row % field.rows;
    const std::int64_t z = row / field.rows;
    for (std::int64_t tx = 0; tx * cuda::kWarp < width; ++tx) {
      if ((counted.in_row(tx, y, z) >> lane & 1U) == 0) continue;
      const double value = value_at(field, row, tx * cuda::kWarp + lane);
      largest = fmax(largest, value);
      ++voxels;
      if (value > 0) ++positive;
    }
  }
  for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
    largest =
        fmax(largest, __shfl_down_sync(cuda::kAllLanes, largest, static_cast<unsigned>(step)));
  }
  voxels = cuda::warp_sum(voxels);
  positive = cuda::warp_sum(positive);
  if (lane != 0 || voxels == 0) return;
  // Doubles that are not negative are ordered as their bits are.
  atomicMax(&seen->largest, static_cast<unsigned long long>(__double_as_longlong(largest)));
  atomicAdd(&seen->voxels, voxels);
  atomicAdd(&seen->positive, positive);
}

}  // namespace bitvox::distance_map
