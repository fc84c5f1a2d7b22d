// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/flow/flow_sums.cuh"

// Bodies on the GPU: what they cover, and what they get. All kernels have a row of blocks for each
// body, and threads or warps for parts of its box.
namespace bitvox::flow {
namespace {

// The cell of a voxel of a body's box, which goes on beyond periodic faces.
__device__ __forceinline__ Place place_in(const DeviceCells& all, const Placed& body,
                                          std::int64_t number) {
  const std::int64_t row = number / body.size[0];
  const std::int64_t at[3] = {number % body.size[0], row % body.size[1], row / body.size[1]};
  int i[3];
#pragma unroll
  for (int a = 0; a < 3; ++a) {
    const std::int64_t along = (body.low[a] + at[a]) % all.size[a];
    i[a] = static_cast<int>(along < 0 ? along + all.size[a] : along);
  }
  return {i[0], i[1], i[2], i[2] * all.size[1] + i[1]};
}

__device__ __forceinline__ std::int64_t voxels_of(const Placed& body) {
  return body.size[0] * body.size[1] * body.size[2];
}

// For each voxel of the boxes of all bodies.
template <class Visit>
__device__ __forceinline__ void for_voxels(const DeviceCells& all, const Visit& visit) {
  for (int b = static_cast<int>(blockIdx.y); b < all.body_count; b += static_cast<int>(gridDim.y)) {
    const Placed& body = all.bodies[b];
    const std::int64_t count = voxels_of(body);
    for (std::int64_t i = this_cell(); i < count; i += gridDim.x * kThreads) visit(body, i);
  }
}

// All cells are those of the image again.
__global__ void __launch_bounds__(kThreads)
    uncover_kernel(const __grid_constant__ DeviceCells all) {
  for_voxels(all, [&](const Placed& body, std::int64_t i) {
    const Place at = place_in(all, body, i);
    const auto cell = static_cast<std::uint32_t>(at.row * all.pitch + at.x);
    const std::uint8_t value = solid_at(all, at.x, at.row);
    all.owners[cell] = owner_with(value == 255 ? 0.0F : all.share[value], kOfImage);
    all.covered[cell / 32] = 0;
  });
}

__global__ void __launch_bounds__(kThreads)
    cover_kernel(const __grid_constant__ DeviceCells all, double tau) {
  for_voxels(all, [&](const Placed& body, std::int64_t i) {
    double arm[3];
    arm_to(body, i, arm);
    const double part = covered_part(body, arm);
    if (part <= 0) return;
    const Place at = place_in(all, body, i);
    if (solid_at(all, at.x, at.row) == 255) return;
    const auto cell = static_cast<std::uint32_t>(at.row * all.pitch + at.x);
    const auto number = static_cast<std::uint32_t>(body.first_voxel + i + 1);
    atomicMax(&all.owners[cell], owner_with(share_of(part, tau), number));
    all.covered[cell / 32] = 1;
  });
}

// What each row of each box got, see Bodies::Momentum: sum c of row r of a body with `rows` of them
// is at kSums * first_row + c * rows + r. A warp for each row.
__global__ void __launch_bounds__(kThreads)
    momenta_kernel(const __grid_constant__ DeviceCells all, double* sums) {
  for (int b = static_cast<int>(blockIdx.y); b < all.body_count; b += static_cast<int>(gridDim.y)) {
    const Placed& body = all.bodies[b];
    const std::int64_t rows = body.size[1] * body.size[2];
    for (std::int64_t row = this_cell() / cuda::kWarp; row < rows;
         row += gridDim.x * (kThreads / cuda::kWarp)) {
      double own[kSums] = {};
      for (std::int64_t x = cuda::this_lane(); x < body.size[0]; x += cuda::kWarp) {
        const std::int64_t i = row * body.size[0] + x;
        const Place at = place_in(all, body, i);
        const auto cell = static_cast<std::uint32_t>(at.row * all.pitch + at.x);
        const auto number = static_cast<std::uint32_t>(body.first_voxel + i + 1);
        if (owner_of(all.owners[cell]) != number) continue;
        float got[3];
        double arm[3];
#pragma unroll
        for (int a = 0; a < 3; ++a) {
          got[a] = all.momenta[static_cast<std::int64_t>(a) * all.cells + cell];
        }
        arm_to(body, i, arm);
        add_momentum(arm, got, own);
      }
#pragma unroll
      for (int c = 0; c < kSums; ++c) {
        const double sum = cuda::warp_sum(own[c]);
        if (cuda::this_lane() == 0) sums[kSums * body.first_row + c * rows + row] = sum;
      }
    }
  }
}

// A block for each sum of each body.
__global__ void __launch_bounds__(cuda::kFoldThreads)
    fold_momenta_kernel(const __grid_constant__ DeviceCells all, const double* sums,
                        double* found) {
  const Placed& body = all.bodies[blockIdx.x / kSums];
  const std::int64_t rows = body.size[1] * body.size[2];
  const double sum =
      cuda::fold_rows(sums + kSums * body.first_row + blockIdx.x % kSums * rows, rows);
  if (threadIdx.x == 0) found[blockIdx.x] = sum;
}

}  // namespace
}  // namespace bitvox::flow
