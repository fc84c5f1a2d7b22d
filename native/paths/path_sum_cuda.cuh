// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "paths/path_grid.hpp"
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

// Without a test for walls: their cost is so high that any step onto one goes too far. Only where
// steps differ by little. A sum must fit into a word, so that its limit is a little higher.
struct SumOfNearSteps {
  using Word = std::uint32_t;
  using Node = std::uint32_t;  // the cost

  CostsCuda costs;
  std::uint32_t wall = 0;
  std::uint32_t limit = 0;

  SumOfNearSteps() = default;
  SumOfNearSteps(const CostsCuda& of, const Grid& grid) : costs(of) {
    std::uint64_t shortest = kFar<Word>;
    for (unsigned code = 1; code < kStepCodes; ++code) {
      if (grid.goes(code)) shortest = std::min<std::uint64_t>(shortest, grid.steps[code]);
    }
    wall = static_cast<std::uint32_t>(kFar<Word> / (shortest + grid.longest_step()));
    limit = static_cast<std::uint32_t>(wall * shortest);
  }

  bool is_possible() const { return limit >= kLimit<Word>; }

  __device__ __forceinline__ Word far() const { return limit; }
  __device__ __forceinline__ Node outside() const { return wall; }
  __device__ __forceinline__ Node node(std::int64_t voxel) const { return costs.of(voxel, wall); }
  __device__ __forceinline__ bool is_wall(Node) const { return false; }
  __device__ __forceinline__ Word onward(Word from, Node to, Word step) const {
    return from + to * step;
  }
};

}  // namespace
}  // namespace bitvox::paths
