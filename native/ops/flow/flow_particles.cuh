// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/flow/flow_device.cuh"

// Massless particles on the GPU.
namespace bitvox::flow {
namespace {

constexpr int kCorners = 8;

// Eight threads for each particle, one for each cell around it: a flow has few of them, and each
// takes as long as memory takes to answer.
template <class Stored>
__global__ void __launch_bounds__(kThreads)
    particles_kernel(const __grid_constant__ DeviceCells all, const Stored* populations,
                     ParticleSpace space, const double* begin, double* points, std::int64_t count) {
  const std::int64_t i =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) / kCorners;
  if (i >= count) return;
  const int own = cuda::this_lane() % kCorners, first = cuda::this_lane() - own;
  const unsigned together = ((1U << kCorners) - 1) << first;
  const auto velocity_at = [&](const std::int64_t* at, float* u) {
    const int x = static_cast<int>(at[0]), y = static_cast<int>(at[1]), z = static_cast<int>(at[2]);
    return velocity_of(all, populations, {x, y, z, z * all.size[1] + y}, u);
  };
  const auto velocity_between = [&](const double* point, double* u) {
    double part[3];
    corner_velocity(space, point, own, velocity_at, part);
    u[0] = u[1] = u[2] = 0;
#pragma unroll
    for (int corner = 0; corner < kCorners; ++corner)
#pragma unroll
      for (int a = 0; a < 3; ++a) u[a] += __shfl_sync(together, part[a], first + corner);
  };
  double point[3] = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
  move_particle(space, begin + 3 * i, point, velocity_between);
  __syncwarp(together);  // all have read where it was
  if (own < 3) points[3 * i + own] = own == 0 ? point[0] : own == 1 ? point[1] : point[2];
}

}  // namespace
}  // namespace bitvox::flow
