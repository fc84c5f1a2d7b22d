// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/counted_part.cuh"
#include "ops/granulometry/granulometry_faces.cuh"

namespace bitvox::granulometry {

using cuda::CountedPart;

inline constexpr int kLowBits = 3;

// Where the lowest bits of the values are `low`.
template <int P>
__device__ inline std::uint32_t with_low_bits(const Planes<P>& row, std::uint32_t where, int low) {
#pragma unroll
  for (int p = 0; p < kLowBits; ++p) {
    where &= (low >> p & 1) != 0 ? row.word[p] : ~row.word[p];
  }
  return where;
}

// Adds up how many of the voxels that count have each value from 1 on. One warp a tile. The upper
// bits that occur in a tile are found bit by bit, from the largest down; for each, all lower bits.
template <int P>
__global__ void __launch_bounds__(256)
    count_values_kernel(TileGrid grid, CountedPart counted, const ValueRange* ranges,
                        TileRows<P> rows, unsigned long long* histogram) {
  constexpr bool kShared = P <= 8;  // few values: a counter for each lane, so that none collide
  constexpr int kBins = kShared ? 1 << P : 1;
  __shared__ unsigned counters[kBins][kWarp];
  for (unsigned i = threadIdx.x; i < kBins * kWarp; i += blockDim.x) {
    counters[i / kWarp][i % kWarp] = 0;
  }
  __syncthreads();

  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * blockDim.x / kWarp;
  for (std::int64_t tile =
           (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
       tile < grid.count; tile += warps) {
    if (ranges[tile].largest == 0) {
      continue;
    }
    const RowPair<P> pair = rows.load(tile, lane);
    const int3 at = grid.position(static_cast<int>(tile));
    const std::int64_t y = static_cast<std::int64_t>(at.y) * kTileSide + lane % 4 * 2;
    const std::int64_t z = static_cast<std::int64_t>(at.z) * kTileSide + lane / 4;
    std::uint32_t rest_a = counted.in_row(at.x, y, z);
    std::uint32_t rest_b = counted.in_row(at.x, y + 1, z);
    while (__any_sync(kAllLanes, (rest_a | rest_b) != 0)) {
      std::uint32_t here_a = rest_a;
      std::uint32_t here_b = rest_b;
      int value = 0;
#pragma unroll
      for (int p = P - 1; p >= kLowBits; --p) {
        const std::uint32_t a = here_a & pair.a.word[p];
        const std::uint32_t b = here_b & pair.b.word[p];
        if (__any_sync(kAllLanes, (a | b) != 0)) {
          here_a = a;
          here_b = b;
          value |= 1 << p;
        }
      }
      rest_a &= ~here_a;
      rest_b &= ~here_b;
#pragma unroll
      for (int low = 0; low < 1 << kLowBits; ++low) {
        auto voxel_count = static_cast<unsigned>(__popc(with_low_bits(pair.a, here_a, low)) +
                                                 __popc(with_low_bits(pair.b, here_b, low)));
        if (kShared) {
          if (voxel_count != 0) {
            atomicAdd(&counters[value + low][lane], voxel_count);
          }
        } else {
          voxel_count = cuda::warp_sum(voxel_count);
          if (lane == 0 && voxel_count != 0 && value + low != 0) {
            atomicAdd(&histogram[value + low], static_cast<unsigned long long>(voxel_count));
          }
        }
      }
    }
  }
  __syncthreads();
  if (kShared) {
    for (int bin = 1 + static_cast<int>(threadIdx.x); bin < kBins;
         bin += static_cast<int>(blockDim.x)) {
      unsigned long long sum = 0;
      for (int i = 0; i < kWarp; ++i) {
        sum += counters[bin][(bin + i) % kWarp];
      }
      if (sum != 0) {
        atomicAdd(&histogram[bin], sum);
      }
    }
  }
}

}  // namespace bitvox::granulometry
