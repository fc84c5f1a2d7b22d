// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/deformation/deformation.hpp"
#include "ops/deformation/deformation_rows.hpp"

// The neighbours of a node on the GPU, and sums over them. A node has one lane of a warp, which
// reads its slots in every step, or four, each of which keeps those of a k mod 4: the additions are
// the same. Numbers of nodes and slots fit 32 bits.
namespace bitvox::deformation {

__device__ __forceinline__ Quad read_quad(const Quad* from) {
  const float4 all = *reinterpret_cast<const float4*>(from);  // by one load
  return {all.x, all.y, all.z, all.w};
}
__device__ __forceinline__ void write_quad(const Quad& value, Quad* to) {
  *reinterpret_cast<float4*>(to) = float4{value.x, value.y, value.z, value.w};
}
__device__ __forceinline__ Three<float> vector_of(const Quad& quad) {
  return {quad.x, quad.y, quad.z};
}
__device__ __forceinline__ Three<float> read_vector(const Quad* from) {
  return vector_of(read_quad(from));
}

// Whom a slot names, and its numbers.
template <int kNumbers>
struct Slot {
  std::int32_t neighbour;
  float numbers[kNumbers > 0 ? kNumbers : 1];
};

// By a load that leaves the caches to the nodes: all slots together are more than they hold.
template <int kNumbers>
__device__ __forceinline__ Slot<kNumbers> read_slot(const ModelRows& rows, std::int32_t at) {
  Slot<kNumbers> slot;
  slot.neighbour = __ldcs(rows.neighbour + at);
#pragma unroll
  for (int i = 0; i < kNumbers; ++i) slot.numbers[i] = __ldcs(rows.slots[i] + at);
  return slot;
}

static_assert(kMostNodes * 32 < std::int64_t{1} << 31);
__device__ __forceinline__ std::int32_t slot_of(const ModelRows& rows, std::int32_t node, int k) {
  return (node / kGroup * rows.neighbours + k) * kGroup + node % kGroup;
}

__device__ __forceinline__ Three<float> from_lane(const Three<float>& value, int mask) {
  return {__shfl_xor_sync(cuda::kAllLanes, value.x, mask),
          __shfl_xor_sync(cuda::kAllLanes, value.y, mask),
          __shfl_xor_sync(cuda::kAllLanes, value.z, mask)};
}
__device__ __forceinline__ Matrix<float> from_lane(const Matrix<float>& value, int mask) {
  return {{from_lane(value.rows[0], mask), from_lane(value.rows[1], mask),
           from_lane(value.rows[2], mask)}};
}

// All slots of a node, by one lane.
template <int kNumbers, int kNeighbours, int kLanes>
class Slots {
 public:
  static_assert(kLanes == 1);
  __device__ Slots(const ModelRows&, std::int32_t, int) {}

  // Of pair(slot), in the order of deformation_forces.hpp.
  template <class Sum, class Pair>
  __device__ __forceinline__ Sum sum(const ModelRows& rows, std::int32_t node,
                                     const Pair& pair) const {
    const std::int32_t first = slot_of(rows, node, 0);
    const auto of = [&](int residue) {
      Sum sum{};
#pragma unroll
      for (int k = residue; k < kNeighbours; k += 4) {
        sum = sum + pair(read_slot<kNumbers>(rows, first + k * kGroup));
      }
      return sum;
    };
    const Sum low = of(0) + of(1);
    return low + (of(2) + of(3));
  }
};

// Those of one lane of four. All lanes of a warp call, and all four of a node get the sum.
template <int kNumbers, int kNeighbours>
class Slots<kNumbers, kNeighbours, 4> {
 public:
  __device__ Slots(const ModelRows& rows, std::int32_t node, int lane) {
#pragma unroll
    for (int i = 0; i < kKept; ++i) {
      kept_[i] = read_slot<kNumbers>(rows, slot_of(rows, node, 4 * i + lane));
    }
  }

  template <class Sum, class Pair>
  __device__ __forceinline__ Sum sum(const ModelRows&, std::int32_t, const Pair& pair) const {
    Sum sum{};
#pragma unroll
    for (int i = 0; i < kKept; ++i) sum = sum + pair(kept_[i]);
    // Who adds the others' to its own gets the same bits.
    sum = sum + from_lane(sum, 1);
    return sum + from_lane(sum, 2);
  }

 private:
  static constexpr int kKept = kNeighbours / 4;
  Slot<kNumbers> kept_[kKept];
};

}  // namespace bitvox::deformation
