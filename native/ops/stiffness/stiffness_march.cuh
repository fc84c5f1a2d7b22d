// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "cuda/launch.hpp"
#include "cuda/overlap.cuh"
#include "cuda/warp.cuh"
#include "ops/stiffness/stiffness_block_total.cuh"
#include "ops/stiffness/stiffness_nodes.hpp"

// Forces on nodes from displacements, on the GPU, in sums and differences (stiffness_element.hpp).
//
// A block goes through some layers of nodes along z, a warp for each of some rows, a thread for
// each of 32 nodes, and for the element that begins there. Sums and differences along z are those
// of a thread's own nodes in two layers; along y the next row's come through shared memory, and
// along x the next thread's by shuffle. Forces take the same way back: those on the upper layer are
// kept for the next round. The outer nodes of a block are there for their elements alone:
// neighbouring blocks overlap by two.
namespace bitvox::stiffness {
namespace {

constexpr int kNodesOfWarp = cuda::kWarp - 2;  // those that are not outer

template <class Real>
constexpr int kMarchRows = sizeof(Real) == sizeof(float) ? 12 : 8;
template <class Real>
constexpr int kMarchThreads = kMarchRows<Real>* cuda::kWarp;
// As many registers as leave room for so many blocks on a multiprocessor.
template <class Real>
constexpr int kMarchBlocks = sizeof(Real) == sizeof(float) ? 2 : 1;

// The nodes of a thread: a column along z.
struct Column {
  const std::int32_t* blocks;  // of the first layer; null where there are no nodes
  std::int64_t of_layer;
  int layers, lane;
  bool periodic;

  __device__ Column(const LevelRows& level, int x, int y)
      : blocks(nullptr),
        of_layer(level.nodes[1] * level.blocks),
        layers(static_cast<int>(level.nodes[2])),
        periodic(level.periodic[2]) {
    const int node_x = beyond_border(x, static_cast<int>(level.nodes[0]), level.periodic[0]);
    const int node_y = beyond_border(y, static_cast<int>(level.nodes[1]), level.periodic[1]);
    lane = node_x < 0 ? 0 : node_x % kLanes;
    if (node_x >= 0 && node_y >= 0) {
      blocks = level.place + node_y * level.blocks + node_x / kLanes;
    }
  }

  // The stored block that has its node in a layer, one beyond the border at most; 0 if there is
  // none.
  __device__ std::int32_t block(int z) const {
    const int layer = beyond_border(z, layers, periodic);
    return blocks == nullptr || layer < 0 ? 0 : blocks[layer * of_layer];
  }
  __device__ std::int64_t in_vector(std::int32_t block) const {
    return static_cast<std::int64_t>(block) * kOfBlock + lane;
  }
  __device__ std::int64_t of_element(std::int32_t block) const {
    return static_cast<std::int64_t>(block) * kLanes + lane;
  }
};

// Of component c at 2 c + i, of a block of threads: each hands on to the one in the row before or
// behind.
template <class Real>
using Exchange = Real[6][kMarchRows<Real>][cuda::kWarp];

// The modes of an element become forces: at 4 c + 2 b + a what is left to be done along x (a) and
// y (b). Those on its lower layer are added to what comes from below, those on the upper one are
// what comes from below in the next round.
template <class Real>
__device__ __forceinline__ void back_along_z(const Real (&w)[3][kModes], Real (&from_below)[12],
                                             Real (&forces)[12]) {
#pragma unroll
  for (int c = 0; c < 3; ++c)
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      forces[4 * c + i] = from_below[4 * c + i] + (w[c][i] - w[c][i + kOddZ]);
      from_below[4 * c + i] = w[c][i] + w[c][i + kOddZ];
    }
}

// With a Work, see stiffness_works.cuh:
// - Work::Real; work.value(at): component 0, 1 or 2 of what acts on a node, 0 where at is below
//   kOfBlock;
// - work.add_strain(w): to the modes of an element;
// - work.read(at): what finish needs of a node, early;
// - work.finish(at, read, own, force, sum): own are the values of the node; adds to the sum, if
//   Work::kHasSum.
// Of each block of threads the sum goes to `sums`.
template <class Work>
__global__ void __launch_bounds__(kMarchThreads<typename Work::Real>,
                                  kMarchBlocks<typename Work::Real>)
    march_kernel(const __grid_constant__ LevelRows level, const __grid_constant__ Work work,
                 int layers, double* sums) {
  using Real = typename Work::Real;
  constexpr int kRows = kMarchRows<Real>;
  __shared__ Exchange<Real> before, behind;
  const int lane = cuda::this_lane(), row = static_cast<int>(threadIdx.x) / cuda::kWarp;
  const int x = static_cast<int>(blockIdx.x) * kNodesOfWarp - 1 + lane;
  const int y = static_cast<int>(blockIdx.y) * (kRows - 2) - 1 + row;
  const int begin = static_cast<int>(blockIdx.z) * layers;
  const int end = min(begin + layers, static_cast<int>(level.nodes[2]));
  const bool is_inner = lane > 0 && lane <= kNodesOfWarp && row > 0 && row < kRows - 1 &&
                        x < level.nodes[0] && y < level.nodes[1];
  const Column column(level, x, y);
  const auto block_at = [&](int z) { return z <= end ? column.block(z) : 0; };
  const auto values_at = [&](std::int32_t block, Real(&to)[3]) {
    const std::int64_t at = column.in_vector(block);
#pragma unroll
    for (int c = 0; c < 3; ++c) to[c] = work.value(at + c * kLanes);
  };

  const auto lame_of = [&](std::int32_t block) {
    const std::int64_t element = column.of_element(block);
    return Lame<float>{level.mean[element], level.rest[element], level.shear[element]};
  };

  // Of the layers z, z + 1 and z + 2. Vectors are what kernels before write; the rest is not.
  std::int32_t block = block_at(begin - 1), block_above = block_at(begin);
  std::int32_t block_next = block_at(begin + 1);
  Lame<float> stored = lame_of(block);
  cuda::wait_for_previous_kernel();
  Real own[3], above[3], next[3];
  values_at(block, own);
  values_at(block_above, above);
  Real from_below[12] = {};  // forces on the layer z, by the elements below
  bool any_below = false;    // elements, in any thread
  double sum = 0;
  for (int z = begin - 1; z < end; ++z) {
    const std::int32_t block_after = block_at(z + 3);
    values_at(block_next, next);
    const Lame<float> stored_above = lame_of(block_above);
    const Lame<Real> lame{static_cast<Real>(stored.mean), static_cast<Real>(stored.rest),
                          static_cast<Real>(stored.shear)};
    Real along_z[6];
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      along_z[2 * c] = own[c] + above[c];
      along_z[2 * c + 1] = above[c] - own[c];
      before[2 * c][row][lane] = along_z[2 * c];
      before[2 * c + 1][row][lane] = along_z[2 * c + 1];
    }
    const bool any_above = __syncthreads_or(lame.shear > 0 ? 1 : 0) != 0;
    const bool is_empty = !any_above && !any_below;  // then nothing changes what is written: zeros
    any_below = any_above;
    Real forces[12];
    const bool has_elements =
        any_above && row < kRows - 1 && __any_sync(cuda::kAllLanes, lame.shear > 0);
    if (has_elements) {
      Real w[3][kModes];
#pragma unroll
      for (int c = 0; c < 3; ++c)
#pragma unroll
        for (int d = 0; d < 2; ++d) {
          const Real here = along_z[2 * c + d], there = before[2 * c + d][row + 1][lane];
          const Real along_y[2] = {here + there, there - here};
#pragma unroll
          for (int b = 0; b < 2; ++b) {
            const Real behind_x = __shfl_down_sync(cuda::kAllLanes, along_y[b], 1);
            w[c][kOddY * b + kOddZ * d] = along_y[b] + behind_x;
            w[c][kOddX + kOddY * b + kOddZ * d] = behind_x - along_y[b];
          }
        }
      work.add_strain(w);
      if constexpr (sizeof(Real) == sizeof(float)) {
        to_forces(w, lame, level.ratios);
      } else {
        to_forces(w, lame, level.precise_ratios);
      }
#pragma unroll
      for (int c = 0; c < 3; ++c) w[c][0] = 0;
      back_along_z(w, from_below, forces);
    } else {
#pragma unroll
      for (int i = 0; i < 12; ++i) {
        forces[i] = from_below[i];
        from_below[i] = 0;
      }
    }
    const bool finishes = is_inner && z >= begin && block != 0 && !is_empty;
    const std::int64_t at = column.in_vector(block);
    typename Work::Read read{};
    if (finishes) read = work.read(at);
    Real force[3] = {};
    if (!is_empty) {
      // Back along y, then x.
      Real of_row[6];
#pragma unroll
      for (int c = 0; c < 3; ++c)
#pragma unroll
        for (int a = 0; a < 2; ++a) {
          const Real even = forces[4 * c + a], odd = forces[4 * c + 2 + a];
          of_row[2 * c + a] = even - odd;
          behind[2 * c + a][row][lane] = even + odd;
        }
      __syncthreads();
#pragma unroll
      for (int c = 0; c < 3; ++c) {
        Real even = of_row[2 * c], odd = of_row[2 * c + 1];
        if (row > 0) {
          even += behind[2 * c][row - 1][lane];
          odd += behind[2 * c + 1][row - 1][lane];
        }
        const Real from_before = __shfl_up_sync(cuda::kAllLanes, even + odd, 1);
        force[c] = (even - odd) + from_before;
      }
    }
    if (finishes) work.finish(at, read, own, force, sum);
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      own[c] = above[c];
      above[c] = next[c];
    }
    stored = stored_above;
    block = block_above;
    block_above = block_next;
    block_next = block_after;
  }
  if constexpr (Work::kHasSum) {
    const double total = block_total<kMarchThreads<Real>>(sum);
    if (threadIdx.x == 0) {
      sums[(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x] = total;
    }
  }
}

struct March {
  dim3 blocks;
  int layers;

  std::int64_t count() const { return static_cast<std::int64_t>(blocks.x) * blocks.y * blocks.z; }
};

// As many layers a block as leave enough blocks for all multiprocessors: each has one of elements
// more than of nodes. The same for every GPU, so that sums are.
template <class Real>
March march_through(const LevelRows& level) {
  constexpr std::int64_t kEnough = 528, kMostLayers = 32, kMostBlocks = 65535;
  const unsigned along_x = cuda::blocks_for(level.nodes[0], kNodesOfWarp);
  const unsigned along_y = cuda::blocks_for(level.nodes[1], kMarchRows<Real> - 2);
  std::int64_t layers = kMostLayers;
  while (layers > 1 &&
         std::int64_t{along_x} * along_y * cuda::blocks_for(level.nodes[2], layers) < kEnough) {
    layers /= 2;
  }
  layers = std::max(layers, (level.nodes[2] + kMostBlocks - 1) / kMostBlocks);
  return {{along_x, along_y, cuda::blocks_for(level.nodes[2], layers)}, static_cast<int>(layers)};
}

// Enqueues it; `sums` has room for as many as march_through() says, or is null without.
template <class Work>
void march(const LevelRows& level, const Work& work, double* sums, const cuda::Stream& stream) {
  using Real = typename Work::Real;
  const March through = march_through<Real>(level);
  cuda::launch_overlapping(march_kernel<Work>, {through.blocks, kMarchThreads<Real>}, stream, level,
                           work, through.layers, sums);
}

}  // namespace
}  // namespace bitvox::stiffness
