// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/ordered_sum.cuh"
#include "cuda/warp.cuh"
#include "ops/flow/flow_device.cuh"

// Sums over cells on the GPU, in the order of the CPU's (see flow_row_sum.hpp): a warp for each
// row, and a block for the sum of all rows.
namespace bitvox::flow {
namespace {

constexpr int kSums = 6;

// The sums of all rows, see totals_of(): sum c of a row is at c * rows + row.
template <class Stored>
__global__ void __launch_bounds__(kThreads)
    totals_kernel(const __grid_constant__ DeviceCells all, const Stored* populations, double* sums,
                  unsigned long long* largest_square) {
  const int rows = all.size[1] * all.size[2];
  const int row = static_cast<int>(this_cell() / cuda::kWarp);
  if (row >= rows) return;
  double own[kSums] = {};
  double most = 0;
  for (int x = cuda::this_lane(); x < all.size[0]; x += cuda::kWarp) {
    const std::uint8_t value = solid_at(all, x, row);
    if (value == 255) continue;
    float h[kSlots], u[3];
    load<std::int64_t>(all, populations + place_of_cell<std::int64_t>(all, row, x), h);
    const Place at{x, 0, 0, row};
    find_velocity(h, all.rates, share_at(all, at, static_cast<std::uint32_t>(row * all.pitch + x)),
                  u);
    MomentsOf<float> m;
    find_moments(h, m);
    const double part = (255 - value) / 255.0;
    double square = 0;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      const auto v = static_cast<double>(u[a]);
      own[a] += part * v;
      square += v * v;
    }
    own[3] += static_cast<double>(m.excess);
    own[4] += part;
    own[5] += 1;
    most = most < square ? square : most;
  }
#pragma unroll
  for (int c = 0; c < kSums; ++c) {
    const double sum = cuda::warp_sum(own[c]);
    if (cuda::this_lane() == 0) sums[static_cast<std::int64_t>(c) * rows + row] = sum;
  }
  for (int step = cuda::kWarp / 2; step > 0; step /= 2) {
    const double other = __shfl_down_sync(cuda::kAllLanes, most, static_cast<unsigned>(step));
    most = most < other ? other : most;
  }
  if (cuda::this_lane() == 0 && most > 0) {
    atomicMax(largest_square, static_cast<unsigned long long>(__double_as_longlong(most)));
  }
}

// A block for each sum.
__global__ void __launch_bounds__(cuda::kFoldThreads)
    fold_totals_kernel(const double* sums, std::int64_t rows, double* found) {
  const double sum = cuda::fold_rows(sums + blockIdx.x * rows, rows);
  if (threadIdx.x == 0) found[blockIdx.x] = sum;
}

// The squares of change_of(), of each row: of velocities and how far they are from those that were
// kept, three arrays.
template <class Stored>
__global__ void __launch_bounds__(kThreads)
    change_kernel(const __grid_constant__ DeviceCells all, const Stored* populations,
                  const float* kept, double* sums) {
  const int rows = all.size[1] * all.size[2];
  const int row = static_cast<int>(this_cell() / cuda::kWarp);
  if (row >= rows) return;
  const std::int64_t count = static_cast<std::int64_t>(rows) * all.size[0];
  double own[2] = {};
  for (int x = cuda::this_lane(); x < all.size[0]; x += cuda::kWarp) {
    float u[3];
    if (!velocity_of(all, populations, {x, 0, 0, row}, u)) continue;
    const double part = (255 - solid_at(all, x, row)) / 255.0;
#pragma unroll
    for (int a = 0; a < 3; ++a) {
      const auto v = static_cast<double>(u[a]);
      const auto before =
          static_cast<double>(kept[a * count + static_cast<std::int64_t>(row) * all.size[0] + x]);
      own[0] += part * ((v - before) * (v - before));
      own[1] += part * (v * v);
    }
  }
#pragma unroll
  for (int c = 0; c < 2; ++c) {
    const double sum = cuda::warp_sum(own[c]);
    if (cuda::this_lane() == 0) sums[static_cast<std::int64_t>(c) * rows + row] = sum;
  }
}

// A thread for each voxel of a region, see Cells::velocities().
struct DeviceRegion {
  std::int64_t first[3], size[3];
};
template <class Stored>
__global__ void __launch_bounds__(kThreads)
    velocities_kernel(const __grid_constant__ DeviceCells all, const Stored* populations,
                      DeviceRegion region, std::int64_t count, float* out) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= count) return;
  const int x = static_cast<int>(region.first[0] + i % region.size[0]);
  const std::int64_t k = i / region.size[0];
  const int y = static_cast<int>(region.first[1] + k % region.size[1]);
  const int z = static_cast<int>(region.first[2] + k / region.size[1]);
  float u[3] = {0, 0, 0};
  velocity_of(all, populations, {x, y, z, z * all.size[1] + y}, u);
#pragma unroll
  for (int a = 0; a < 3; ++a) out[a * count + i] = u[a];
}

}  // namespace
}  // namespace bitvox::flow
