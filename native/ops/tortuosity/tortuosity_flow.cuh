// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/tortuosity/tortuosity_kernels.cuh"

// What comes of the equations: fluxes, energies and the true residual, a voxel at a time.
namespace bitvox::tortuosity {
namespace {

struct Flux : OfPores {  // to the next layer, or through the last face
  const float* v;

  __device__ double operator()(const Place& at, int) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return 0;
    if (at.z + 1 == pores.grid.depth) return flux_at_face(at.in(v)[at.own], -1);
    if ((here & kZAfter) == 0) return 0;
    return 1 + difference(at.in(v)[at.own + at.z_after], at.in(v)[at.own]);
  }
};

// Of the outer layers, for sums over one of them.
struct FluxOfFirstFace : OfPores {
  const float* v;

  __device__ double operator()(const Place& at, int) const {
    if (at.z != 0 || at.in(pores.links)[at.own] == 0) return 0;
    return flux_at_face(at.in(v)[at.own], 1);
  }
};

struct EnergyOfFace : OfPores {
  const float* v;
  int layer;
  double sign;

  __device__ double operator()(const Place& at, int) const {
    if (at.z != layer || at.in(pores.links)[at.own] == 0) return 0;
    return energy_at_face(at.in(v)[at.own], sign);
  }
};

struct Energy : OfPores {
  const float* v;

  __device__ double operator()(const Place& at, int) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return 0;
    const Neighbours<float> values = around(here, at, v);
    return energy_of_links((here & kXAfter) != 0, (here & kYAfter) != 0, (here & kZAfter) != 0,
                           pores.weights, values.own, values.x_after, values.y_after,
                           values.z_after);
  }
};

struct ResidualSquared : OfPores {
  const float* v;

  __device__ double operator()(const Place& at, int) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return 0;
    return imbalance_squared(code_of(here, pores.grid.depth), pores.weights, pores.b(here, at.z),
                             around(here, at, v));
  }
};

struct Value : OfPores {
  const float* v;

  __device__ double operator()(const Place& at, int) const {
    return at.in(pores.links)[at.own] == 0 ? 0 : static_cast<double>(at.in(v)[at.own]);
  }
};

// Voxels of so many layers from `first_layer` on as a GridField has them, without those beyond the
// ends of rows; 0 in solids.
template <class T>
__global__ void __launch_bounds__(kBrickThreads)
    lay_out_rows_kernel(const __grid_constant__ Pores pores, const T* values, int first_layer,
                        int layers, std::int64_t stride, T* out) {
  const Bricks& grid = pores.grid;
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * (kBrickThreads / cuda::kWarp) +
                           threadIdx.x / cuda::kWarp;
  if (row >= static_cast<std::int64_t>(layers) * grid.height) return;
  const auto y = static_cast<int>(row % grid.height);
  const auto z = static_cast<int>(row / grid.height) + first_layer;
  const std::int64_t from = grid.row(y, z);
  for (int x = cuda::this_lane(); x < stride; x += cuda::kWarp) {
    const std::int64_t i = from + Bricks::along(x);
    out[row * stride + x] = x < grid.width && pores.links[i] != 0 ? values[i] : T{};
  }
}

}  // namespace
}  // namespace bitvox::tortuosity
