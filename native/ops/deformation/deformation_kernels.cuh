// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cooperative_groups.h>

#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_pairs.cuh"
#include "ops/deformation/deformation_turn.cuh"

// The kernels of Deformation's GPU twin. Blocks have as many groups of nodes, or one more.
namespace bitvox::deformation {

// A body in the GPU's memory.
struct Body {
  ModelRows rows;
  LoadRows load;
  RotationUnit rotation;
  std::int64_t groups;
  struct Half {
    Quad* moving;
    Quad* velocity;
  } even, odd;     // after so many steps
  Quad* stresses;  // three rows of each node
  TurnSums sums;

  BITVOX_BOTH const Half& after(std::int64_t steps) const { return steps % 2 == 0 ? even : odd; }
};

inline constexpr unsigned kThreads = 512;  // of a block, at most

// Shape matching has a warp that finds the rotation, while the others go to their neighbours.
template <Method kMethod>
constexpr bool kTurns = kMethod == Method::kShapeMatching;
template <Method kMethod>
constexpr unsigned kTurnThreads = kTurns<kMethod> ? cuda::kWarp : 0;

// What a thread works on: in each round another node of its block's.
template <Method kMethod, int kLanes>
class Share {
 public:
  explicit __device__ Share(std::int64_t groups)
      : each_(static_cast<std::int32_t>(blockDim.x - kTurnThreads<kMethod>) / kLanes),
        begin_(begin_of(groups, blockIdx.x)),
        end_(begin_of(groups, blockIdx.x + 1)) {}

  __device__ int lane() const { return static_cast<int>(threadIdx.x) % kLanes; }
  __device__ int rounds() const { return (end_ - begin_ + each_ - 1) / each_; }
  __device__ bool works() const { return place() < each_; }
  // Threads that have none look at the last one too, and let it be.
  __device__ std::int32_t node(int round) const { return min(at(round), end_ - 1); }
  __device__ bool has_node(int round) const { return works() && at(round) < end_; }

 private:
  static __device__ std::int32_t begin_of(std::int64_t groups, unsigned block) {
    return static_cast<std::int32_t>(groups * block / gridDim.x) * kGroup;
  }
  __device__ std::int32_t place() const { return static_cast<int>(threadIdx.x) / kLanes; }
  __device__ std::int32_t at(int round) const { return begin_ + round * each_ + place(); }

  const std::int32_t each_;  // nodes of a round
  const std::int32_t begin_, end_;
};

__device__ __forceinline__ void write_stress(const Matrix<float>& stress, Quad* to) {
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const Three<float>& row = stress.rows[i];
    write_quad({row.x, row.y, row.z, 0}, to + i);
  }
}

// The stresses of a block's nodes.
template <int kLanes, class Slots>
__device__ __forceinline__ void find_stresses(const Body& body, const Quad* moving,
                                              const Share<Method::kPointBased, kLanes>& share,
                                              const Slots& slots) {
  for (int round = 0; round < share.rounds(); ++round) {
    const std::int32_t node = share.node(round);
    const Matrix<float> found =
        stress_at(body.rows, moving, slots, node, read_vector(moving + node));
    if (share.has_node(round) && share.lane() == 0) {
      write_stress(found, body.stresses + std::int64_t{3} * node);
    }
  }
}

// The step after so many, of a block's nodes.
template <Method kMethod, int kLanes, class Slots>
__device__ __forceinline__ void make_step(const Body& body, const Schedule& schedule,
                                          std::int64_t steps, const Share<kMethod, kLanes>& share,
                                          const Slots& slots, TurnMemory& memory) {
  const Body::Half& from = body.after(steps);
  const Body::Half& to = body.after(steps + 1);
  const bool is_due = schedule.is_due(steps + 1);
  const float load = is_due ? static_cast<float>(schedule.load(steps + 1)) : 0.0F;
  if (kTurns<kMethod> && threadIdx.x == blockDim.x - 1) {
    find_turn_after(steps, body.sums, body.rotation, memory);
  }
  TurnProducts<kLanes> products(share.lane());
  for (int round = 0; round < share.rounds(); ++round) {
    const std::int32_t node = share.node(round);
    Quad moving = read_quad(from.moving + node);
    Three<float> sum{};
    if (share.works()) {
      sum = sum_over_neighbours<kMethod>(body.rows, {from.moving, from.velocity}, body.stresses,
                                         slots, node, vector_of(moving));
    }
    if (kTurns<kMethod> && round == 0) __syncthreads();  // now it is found
    if (!share.has_node(round)) continue;
    Quad velocity = read_quad(from.velocity + node);
    Three<float> place = vector_of(moving), speed = vector_of(velocity);
    advance(moving.w, body.rows.constants.keep,
            acceleration_by<kMethod>(body.rows, node, sum, memory.turn), place, speed);
    moving = {place.x, place.y, place.z, moving.w};
    velocity = {speed.x, speed.y, speed.z, 0};
    if (is_due) {
      enforce(body.load, load, read_quad(body.rows.rest + node), read_quad(body.load.goals + node),
              moving, velocity);
    }
    if (share.lane() == 0) {
      write_quad(moving, to.moving + node);
      write_quad(velocity, to.velocity + node);
    }
    if constexpr (kTurns<kMethod>) {
      products.add(body.rotation, vector_of(moving), read_vector(body.rows.rest + node));
    }
  }
  if constexpr (kTurns<kMethod>) {
    products.add_up(memory, body.sums.after(steps + 1));
    if (blockIdx.x == 0 && threadIdx.x < kTurnSums) body.sums.after(steps + 2)[threadIdx.x] = 0;
  }
}

// Makes the steps `first` + 1 to `end`. A cooperative launch; four lanes for all nodes at once, or
// one for some after the others.
template <Method kMethod, int kNeighbours, int kLanes>
__global__ void __launch_bounds__(kThreads, kLanes == 1 ? 2 : 1)
    steps_kernel(const __grid_constant__ Body body, const Schedule schedule, std::int64_t first,
                 std::int64_t end) {
  __shared__ TurnMemory memory;
  const auto grid = cooperative_groups::this_grid();
  const Share<kMethod, kLanes> share(body.groups);
  const Slots<kNumbersOf<kMethod>, kNeighbours, kLanes> slots(body.rows, share.node(0),
                                                              share.lane());
  for (std::int64_t steps = first; steps < end; ++steps) {
    if constexpr (kMethod == Method::kPointBased) {
      find_stresses<kLanes>(body, body.after(steps).moving, share, slots);
      grid.sync();
    }
    make_step<kMethod, kLanes>(body, schedule, steps, share, slots, memory);
    grid.sync();
  }
}

// ---- At one time, a lane for each node ---------------------------------------------------------

// Before the first step.
static __global__ void begin_kernel(const __grid_constant__ Body body, bool moves_places) {
  const std::int64_t node = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (node >= body.groups * kGroup) return;
  const Quad rest = read_quad(body.rows.rest + node);
  write_quad(moves_places ? rest : Quad{0, 0, 0, rest.w}, body.even.moving + node);
  write_quad({}, body.even.velocity + node);
}

template <int kNeighbours>
__global__ void __launch_bounds__(kThreads)
    stress_kernel(const __grid_constant__ Body body, std::int64_t steps) {
  const Share<Method::kPointBased, 1> share(body.groups);
  const Slots<kNumbersOf<Method::kPointBased>, kNeighbours, 1> slots(body.rows, 0, 0);
  find_stresses<1>(body, body.after(steps).moving, share, slots);
}

// Accelerations after so many steps.
template <Method kMethod, int kNeighbours>
__global__ void __launch_bounds__(kThreads)
    accelerate_kernel(const __grid_constant__ Body body, std::int64_t steps, Quad* accelerations) {
  __shared__ TurnMemory memory;
  const Share<kMethod, 1> share(body.groups);
  const Slots<kNumbersOf<kMethod>, kNeighbours, 1> slots(body.rows, 0, 0);
  const Body::Half& half = body.after(steps);
  if constexpr (kTurns<kMethod>) {
    if (threadIdx.x == 0) find_turn_after(steps, body.sums, body.rotation, memory);
    __syncthreads();
  }
  for (int round = 0; round < share.rounds(); ++round) {
    if (!share.has_node(round)) continue;
    const std::int32_t node = share.node(round);
    const Three<float> sum =
        sum_over_neighbours<kMethod>(body.rows, {half.moving, half.velocity}, body.stresses, slots,
                                     node, read_vector(half.moving + node));
    const Three<float> found = acceleration_by<kMethod>(body.rows, node, sum, memory.turn);
    write_quad({found.x, found.y, found.z, 0}, accelerations + node);
  }
}

// Adds what the rotation after so many steps needs.
static __global__ void __launch_bounds__(kThreads)
    products_kernel(const __grid_constant__ Body body, std::int64_t steps) {
  __shared__ TurnMemory memory;
  TurnProducts<1> products(0);
  const std::int64_t node = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (node < body.groups * kGroup) {
    products.add(body.rotation, read_vector(body.after(steps).moving + node),
                 read_vector(body.rows.rest + node));
  }
  products.add_up(memory, body.sums.after(steps));
}

}  // namespace bitvox::deformation
