// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_pixels.cuh"

namespace bitvox::local_thickness {

// On the GPU, ascending.
struct Limits {
  const double* values;
  int count;
};

__device__ inline int count_below(const Limits& limits, double square) {
  int low = 0;
  int high = limits.count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (limits.values[middle] < square) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// How many limits T exceeds, of `count` voxels from number `first` on; a block a row.
template <class V>
__global__ void __launch_bounds__(256)
    write_sizes_kernel(distance_map::CellField<V> thickest, Limits limits, std::int64_t width,
                       std::int64_t first, std::int64_t count, std::uint16_t* sizes) {
  const std::int64_t row = first / width + blockIdx.x;
  for (std::int64_t x = threadIdx.x; x < width; x += blockDim.x) {
    const std::int64_t to = row * width + x - first;
    if (to < 0 || to >= count) continue;
    sizes[to] =
        static_cast<std::uint16_t>(count_below(limits, distance_map::value_at(thickest, row, x)));
  }
}

}  // namespace bitvox::local_thickness
