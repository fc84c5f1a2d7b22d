// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "paths/path_sum.hpp"

// Sum of path_sum.hpp as the GPU's tiles compute with it.
namespace bitvox::paths {
namespace {

// The costs of voxels in the GPU's memory.
struct CostsCuda {
  const std::uint8_t* narrow = nullptr;  // one of the two
  const std::uint16_t* wide = nullptr;

  CostsCuda() = default;
  explicit CostsCuda(const std::uint8_t* costs) : narrow(costs) {}
  explicit CostsCuda(const std::uint16_t* costs) : wide(costs) {}

  template <class Cost>
  static __device__ __forceinline__ std::uint32_t or_wall(Cost cost, std::uint32_t wall) {
    return cost == kWall<Cost> ? wall : cost;
  }
  __device__ __forceinline__ std::uint32_t of(std::int64_t voxel, std::uint32_t wall) const {
    return wide == nullptr ? or_wall(__ldg(narrow + voxel), wall)
                           : or_wall(__ldg(wide + voxel), wall);
  }
};

template <class W>
struct SumCuda {
  using Word = W;
  using Node = std::uint32_t;  // the cost

  CostsCuda costs;

  __device__ __forceinline__ Word far() const { return kLimit<Word>; }
  __device__ __forceinline__ Node outside() const { return kWall<Node>; }
  __device__ __forceinline__ Node node(std::int64_t voxel) const {
    return costs.of(voxel, kWall<Node>);
  }
  __device__ __forceinline__ bool is_wall(Node node) const { return node == kWall<Node>; }
  __device__ __forceinline__ Word onward(Word from, Node to, Word step) const {
    return from + to * step;
  }
};

}  // namespace
}  // namespace bitvox::paths
