// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/launch.hpp"
#include "cuda/overlap.cuh"
#include "ops/stiffness/stiffness_block_total.cuh"
#include "ops/stiffness/stiffness_rows.hpp"

// Kernels that go through nodes or vectors without neighbours.
namespace bitvox::stiffness {
namespace {

constexpr int kFlatThreads = 256;
constexpr int kFlatRounds = 8;  // of a thread where sums are made

// body(i)
template <class Body>
__global__ void __launch_bounds__(kFlatThreads)
    each_kernel(std::int64_t count, const __grid_constant__ Body body) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kFlatThreads + threadIdx.x;
  cuda::wait_for_previous_kernel();
  if (i < count) body(i);
}
template <class Body>
void each(std::int64_t count, const Body& body, const cuda::Stream& stream) {
  if (count == 0) return;
  cuda::launch_overlapping(each_kernel<Body>, {cuda::blocks_for(count, kFlatThreads), kFlatThreads},
                           stream, count, body);
}

// kSums numbers of each i, added up by blocks: those of block j are at j, j + blocks and so on.
template <int kSums, class Term>
__global__ void __launch_bounds__(kFlatThreads)
    sum_kernel(std::int64_t count, const __grid_constant__ Term term, double* sums) {
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kFlatThreads * kFlatRounds;
  double own[kSums] = {};
  cuda::wait_for_previous_kernel();
  for (int round = 0; round < kFlatRounds; ++round) {
    const std::int64_t i = first + round * kFlatThreads + threadIdx.x;
    if (i < count) term(i, own);
  }
#pragma unroll
  for (int sum = 0; sum < kSums; ++sum) {
    const double total = block_total<kFlatThreads>(own[sum]);
    if (threadIdx.x == 0) sums[static_cast<std::int64_t>(sum) * gridDim.x + blockIdx.x] = total;
  }
}
inline std::int64_t sum_blocks(std::int64_t count) {
  return cuda::blocks_for(count, std::int64_t{kFlatThreads} * kFlatRounds);
}
// Enqueues term(i, own), which adds to own[0] .. own[kSums - 1]; `sums` has room for kSums times
// sum_blocks(count), `results` for kSums.
template <int kSums, class Term>
void sum_up(std::int64_t count, const Term& term, double* sums, double* results,
            const cuda::Stream& stream) {
  const std::int64_t blocks = sum_blocks(count);
  cuda::launch_overlapping(sum_kernel<kSums, Term>, {static_cast<unsigned>(blocks), kFlatThreads},
                           stream, count, term, sums);
  add_up(sums, blocks, results, stream, kSums);
}

// body(x, y, z) for x, y, z below the sizes.
constexpr int kTileX = 32, kTileY = kFlatThreads / kTileX;
struct Sizes {
  std::int64_t x, y, z;
};
template <class Body>
__global__ void __launch_bounds__(kFlatThreads)
    each_place_kernel(Sizes sizes, const __grid_constant__ Body body) {
  const std::int64_t x = static_cast<std::int64_t>(blockIdx.x) * kTileX + threadIdx.x % kTileX;
  const std::int64_t y = static_cast<std::int64_t>(blockIdx.y) * kTileY + threadIdx.x / kTileX;
  cuda::wait_for_previous_kernel();
  if (x >= sizes.x || y >= sizes.y) return;
  for (std::int64_t z = blockIdx.z; z < sizes.z; z += gridDim.z) body(x, y, z);
}
template <class Body>
void each_place(const Sizes& sizes, const Body& body, const cuda::Stream& stream) {
  constexpr std::int64_t kMostBlocks = 65535;
  cuda::launch_overlapping(each_place_kernel<Body>,
                           {{cuda::blocks_for(sizes.x, kTileX), cuda::blocks_for(sizes.y, kTileY),
                             static_cast<unsigned>(sizes.z < kMostBlocks ? sizes.z : kMostBlocks)},
                            kFlatThreads},
                           stream, sizes, body);
}
// Every node that a block of nodes has room for.
inline Sizes nodes_of(const LevelRows& level) {
  return {level.blocks * kLanes, level.nodes[1], level.nodes[2]};
}

// Four numbers of vectors at a time.
struct Advance {
  const float4* z;
  float beta;
  float4* p;

  __device__ void operator()(std::int64_t i) const {
    const float4 own = z[i], before = p[i];
    p[i] = {own.x + beta * before.x, own.y + beta * before.y, own.z + beta * before.z,
            own.w + beta * before.w};
  }
};

__device__ __forceinline__ double product_of(const float4& a, const float4& b) {
  const auto of = [](float x, float y) { return static_cast<double>(x) * static_cast<double>(y); };
  return (of(a.x, b.x) + of(a.y, b.y)) + (of(a.z, b.z) + of(a.w, b.w));
}

// u += alpha p, r -= alpha q; r . r.
struct Move {
  const float4 *p, *q;
  float alpha;
  float4 *u, *r;

  __device__ void operator()(std::int64_t i, double (&sum)[1]) const {
    const float4 direction = p[i], product = q[i], value = u[i];
    float4 left = r[i];
    u[i] = {value.x + alpha * direction.x, value.y + alpha * direction.y,
            value.z + alpha * direction.z, value.w + alpha * direction.w};
    left = {left.x - alpha * product.x, left.y - alpha * product.y, left.z - alpha * product.z,
            left.w - alpha * product.w};
    r[i] = left;
    sum[0] += product_of(left, left);
  }
};

struct ProductOf {
  const float4 *a, *b;
  __device__ void operator()(std::int64_t i, double (&sum)[1]) const {
    sum[0] += product_of(a[i], b[i]);
  }
};

// One number at a time. What u has come to is kept in doubles.
struct MoveToKept {
  float* u;
  double* kept;
  __device__ void operator()(std::int64_t i) const {
    kept[i] += static_cast<double>(u[i]);
    u[i] = 0;
  }
};

// u as it is in all; `kept` may be null.
struct Displacements {
  const float* u;
  const double* kept;
  __device__ double operator[](std::int64_t i) const {
    return static_cast<double>(u[i]) + (kept == nullptr ? 0 : kept[i]);
  }
};
struct CopyDisplacements {
  Displacements from;
  float* to;
  __device__ void operator()(std::int64_t i) const { to[i] = static_cast<float>(from[i]); }
};

// Mean, rest and shear of all elements.
struct SumOfLame {
  const float *mean, *rest, *shear;
  __device__ void operator()(std::int64_t i, double (&sum)[3]) const {
    sum[0] += static_cast<double>(mean[i]);
    sum[1] += static_cast<double>(rest[i]);
    sum[2] += static_cast<double>(shear[i]);
  }
};

}  // namespace
}  // namespace bitvox::stiffness
