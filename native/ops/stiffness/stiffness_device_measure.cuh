// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "cuda/copy.hpp"
#include "cuda/launch.hpp"
#include "ops/stiffness/stiffness_flat.cuh"
#include "ops/stiffness/stiffness_set_up.hpp"
#include "ops/stiffness/stiffness_state.hpp"

// What has been found, looked at by the GPU.
namespace bitvox::stiffness {
namespace {

struct DeviceFound {
  LevelRows level;
  BodyBits body;
  VoxelMaterials materials;
  Displacements u;
  LoadedVoxels load;

  __device__ ElementState at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t first[3] = {x, y, z};
    double values[kModes][3];
    for (int node = 0; node < kModes; ++node) {
      std::int64_t of[3];
      for (int axis = 0; axis < 3; ++axis) {
        of[axis] = first[axis] + (node >> axis & 1);
        if (of[axis] == level.nodes[axis]) of[axis] = 0;
      }
      const std::int64_t place =
          place_in_vector(level.place[block_of(level, of[0], of[1], of[2])], of[0]);
      for (int c = 0; c < 3; ++c) values[node][c] = u[place + c * kLanes];
    }
    return state_of(values, first, materials.at(x, y, z), load);
  }
};

// Voxel i, x fastest.
struct SumStress {
  DeviceFound found;
  __device__ void operator()(std::int64_t i, double (&sum)[6]) const {
    const std::int64_t row = i / found.body.width;
    const std::int64_t x = i % found.body.width;
    const std::int64_t y = row % found.body.height, z = row / found.body.height;
    if (!found.body.has(x, y, z)) return;
    const ElementState state = found.at(x, y, z);
#pragma unroll
    for (int c = 0; c < 6; ++c) sum[c] += state.stress[c];
  }
};

// Effective strains, where the materials of their elements are; other places have a negative one
// before.
struct SetEffective {
  DeviceFound found;
  float* out;
  __device__ void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    if (!found.body.has(x, y, z)) return;
    out[place_of_element(found.level, x, y, z)] = static_cast<float>(found.at(x, y, z).effective);
  }
};

// One channel of some slices of a map; `slice` is the first one.
struct SetMap {
  DeviceFound found;
  MapKind kind;
  int channel;
  double strain;
  std::int64_t slice;
  float* out;
  __device__ void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const bool has = found.body.has(x, y, slice + z);
    out[(z * found.body.height + y) * found.body.width + x] =
        has ? static_cast<float>(map_value(found.at(x, y, slice + z), kind, channel, strain)) : 0;
  }
};

// Numbers from 0 have the order of their bits: those that begin with `prefix` are counted by the
// bits that follow it.
constexpr int kBucketBits = 12, kBuckets = 1 << kBucketBits;
struct Digits {
  int above, shift, bits;  // of the prefix, and of what follows
};
constexpr Digits kDigits[] = {{31, 19, 12}, {19, 7, 12}, {7, 0, 7}};

constexpr int kCountThreads = 1024;
__global__ void __launch_bounds__(kCountThreads)
    count_digits_kernel(const float* values, std::int64_t count, unsigned prefix, Digits digits,
                        unsigned long long* counts) {
  __shared__ unsigned own[kBuckets];
  for (int i = static_cast<int>(threadIdx.x); i < kBuckets; i += kCountThreads) own[i] = 0;
  __syncthreads();
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * kCountThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kCountThreads + threadIdx.x;
       i < count; i += stride) {
    const unsigned bits = __float_as_uint(values[i]);
    if (bits >> digits.above == prefix) {
      atomicAdd(&own[bits >> digits.shift & ((1U << digits.bits) - 1U)], 1U);
    }
  }
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < kBuckets; i += kCountThreads) {
    if (own[i] != 0) atomicAdd(&counts[i], own[i]);
  }
}

// Of values that are not negative, the one that so many are above. `counts` has room for kBuckets.
inline float value_below(std::int64_t above, const float* values, std::int64_t count,
                         unsigned long long* counts, const cuda::Stream& stream) {
  constexpr std::int64_t kOfThread = 16, kMostBlocks = 1024;
  const auto blocks = static_cast<unsigned>(
      std::clamp<std::int64_t>(count / (kCountThreads * kOfThread), 1, kMostBlocks));
  std::vector<unsigned long long> found(kBuckets);
  unsigned prefix = 0;
  for (const Digits& digits : kDigits) {
    cuda::clear(counts, kBuckets, stream);
    cuda::launch(count_digits_kernel, {blocks, kCountThreads}, stream, values, count, prefix,
                 digits, counts);
    cuda::read_back(found.data(), counts, kBuckets, stream);
    unsigned bucket = (1U << digits.bits) - 1U;
    for (; bucket > 0; --bucket) {
      const auto in = static_cast<std::int64_t>(found[bucket]);
      if (in > above) break;
      above -= in;
    }
    prefix = prefix << digits.bits | bucket;
  }
  return std::bit_cast<float>(prefix);
}

// Forces on node i of the far plate, across an axis.
struct SumPlate {
  LevelRows level;
  const float* forces;
  int axis;
  __device__ void operator()(std::int64_t i, double (&sum)[3]) const {
    const std::int64_t far = level.elements[axis], row = level.nodes[axis == 0 ? 1 : 0];
    const std::int64_t x = axis == 0 ? far : i % row;
    const std::int64_t y = axis == 1 ? far : axis == 0 ? i % row : i / row;
    const std::int64_t z = axis == 2 ? far : i / row;
    const std::int64_t at = place_in_vector(level.place[block_of(level, x, y, z)], x);
    for (int c = 0; c < 3; ++c) sum[c] += static_cast<double>(forces[at + c * kLanes]);
  }
};
inline std::int64_t nodes_of_plate(const LevelRows& level, int axis) {
  return level.nodes[axis == 0 ? 1 : 0] * level.nodes[axis == 2 ? 1 : 2];
}

}  // namespace
}  // namespace bitvox::stiffness
