// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/deformation/deformation_rotation.hpp"
#include "ops/deformation/deformation_rows.hpp"

// The rotation of shape matching on the GPU. Sums of whole numbers are exact in any order, so that
// blocks may add theirs when they are ready.
namespace bitvox::deformation {

using TurnSum = unsigned long long;  // that atomicAdd() takes: whole numbers below 0 wrap round
inline constexpr int kTurnSums = 9;

// The sums after a step are added up while those before are read and the next ones are cleared.
struct TurnSums {
  TurnSum* all;  // 3 times kTurnSums

  BITVOX_BOTH TurnSum* after(std::int64_t steps) const { return all + steps % 3 * kTurnSums; }
};

// Of a block, in shared memory.
struct TurnMemory {
  float turn[kTurnSums];
  TurnSum of_warps[cuda::kWarp][kTurnSums];
};

// By one thread; not inlined, as it needs many registers.
__device__ __noinline__ inline void find_turn_after(std::int64_t steps, const TurnSums& sums,
                                                    const RotationUnit& unit, TurnMemory& memory) {
  std::int64_t products[kTurnSums];
  for (int i = 0; i < kTurnSums; ++i) {
    products[i] = static_cast<std::int64_t>(sums.after(steps)[i]);
  }
  find_turn(unit, products, memory.turn);
}

// What a thread adds of nodes whose lane it is: all rows, or one of four lanes' three.
template <int kLanes>
class TurnProducts {
 public:
  __device__ explicit TurnProducts(int lane) : lane_(lane) {}

  // As Rows::add_products.
  __device__ __forceinline__ void add(const RotationUnit& unit, const Three<float>& moved,
                                      const Three<float>& rest) {
    if constexpr (kLanes == 1) {
      add_row(unit, moved.x, rest, 0);
      add_row(unit, moved.y, rest, 3);
      add_row(unit, moved.z, rest, 6);
    } else if (lane_ < 3) {
      add_row(unit, lane_ == 0 ? moved.x : lane_ == 1 ? moved.y : moved.z, rest, 0);
    }
  }

  // All threads of the block call.
  __device__ void add_up(TurnMemory& memory, TurnSum* to) const {
    const int warp = static_cast<int>(threadIdx.x) / cuda::kWarp;
    const int first = kLanes == 1 ? 0 : 3 * lane_;
#pragma unroll
    for (int i = 0; i < kSums; ++i) {
      TurnSum sum = sums_[i];
#pragma unroll
      for (int step = cuda::kWarp / 2; step >= kLanes; step /= 2) {
        sum += __shfl_down_sync(cuda::kAllLanes, sum, static_cast<unsigned>(step));
      }
      if (cuda::this_lane() < kLanes && first < kTurnSums) memory.of_warps[warp][first + i] = sum;
    }
    __syncthreads();
    if (threadIdx.x >= kTurnSums) return;
    TurnSum sum = 0;
    const int warps = static_cast<int>(blockDim.x) / cuda::kWarp;
    for (int i = 0; i < warps; ++i) sum += memory.of_warps[i][threadIdx.x];
    atomicAdd(&to[threadIdx.x], sum);
  }

 private:
  static constexpr int kSums = kLanes == 1 ? kTurnSums : 3;

  __device__ __forceinline__ void add_row(const RotationUnit& unit, float moved,
                                          const Three<float>& rest, int first) {
    double u = static_cast<double>(moved);
    u = u < unit.limit ? u : unit.limit;
    u = unit.scale * (u > -unit.limit ? u : -unit.limit);
    const auto product = [&](float of) {
      return static_cast<TurnSum>(__double2ll_rn(u * static_cast<double>(of)));
    };
    sums_[first] += product(rest.x);
    sums_[first + 1] += product(rest.y);
    sums_[first + 2] += product(rest.z);
  }

  const int lane_;
  TurnSum sums_[kSums] = {};
};

}  // namespace bitvox::deformation
