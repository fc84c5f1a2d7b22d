// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/deformation/deformation_lanes.cuh"
#include "ops/deformation/deformation_model.hpp"

// How the four methods accelerate a node on the GPU, by the arithmetic of deformation_forces.hpp.
namespace bitvox::deformation {

// Floats of a slot.
template <Method kMethod>
constexpr int kNumbersOf = kMethod == Method::kMassSpring      ? 2
                           : kMethod == Method::kShapeMatching ? 0
                           : kMethod == Method::kMeshless      ? 4
                                                               : 3;

// The number `of` of a node.
__device__ __forceinline__ float number_of(const ModelRows& rows, int of, std::int32_t node) {
  return __ldg(rows.nodes[of] + node);
}

template <int kNumbers>
__device__ __forceinline__ Three<float> slot_vector(const Slot<kNumbers>& slot, int first) {
  return {slot.numbers[first], slot.numbers[first + 1], slot.numbers[first + 2]};
}

// The sum over neighbours of a node that is at `own`. stresses: three rows of each node.
template <Method kMethod, class Slots>
__device__ __forceinline__ Three<float> sum_over_neighbours(const ModelRows& rows,
                                                            const StateRows& from,
                                                            const Quad* stresses,
                                                            const Slots& slots, std::int32_t node,
                                                            const Three<float>& own) {
  using Of = Slot<kNumbersOf<kMethod>>;
  const auto apart = [&](const Of& slot) {
    return read_vector(from.moving + slot.neighbour) - own;
  };
  if constexpr (kMethod == Method::kMassSpring) {
    const Three<float> velocity = read_vector(from.velocity + node);
    return slots.template sum<Three<float>>(rows, node, [&](const Of& slot) {
      const Three<float> there = apart(slot);
      const Three<float> faster = read_vector(from.velocity + slot.neighbour) - velocity;
      return spring(slot.numbers[0], slot.numbers[1], rows.constants.spring_damping,
                    inverse_length(there), there, faster);
    });
  } else if constexpr (kMethod == Method::kShapeMatching) {
    return slots.template sum<Three<float>>(rows, node, apart);
  } else if constexpr (kMethod == Method::kMeshless) {
    return slots.template sum<Three<float>>(rows, node, [&](const Of& slot) {
      return meshless(slot.numbers[0], slot_vector(slot, 1), apart(slot));
    });
  } else {
    const auto stress_of = [&](std::int32_t of) -> Matrix<float> {
      const Quad* const at = stresses + std::int64_t{3} * of;
      return {{read_vector(at), read_vector(at + 1), read_vector(at + 2)}};
    };
    const Matrix<float> of_own = stress_of(node);
    return slots.template sum<Three<float>>(rows, node, [&](const Of& slot) {
      return point_force(of_own + stress_of(slot.neighbour), slot_vector(slot, 0));
    });
  }
}

// From that sum. turn: of shape matching.
template <Method kMethod>
__device__ __forceinline__ Three<float> acceleration_by(const ModelRows& rows, std::int32_t node,
                                                        const Three<float>& sum,
                                                        const float* turn) {
  const auto number = [&](int of) { return number_of(rows, of, node); };
  const Constants& constants = rows.constants;
  if constexpr (kMethod == Method::kShapeMatching) {
    const Three<float> from_centre = {number(0), number(1), number(2)};
    return constants.scale * match(turn, from_centre, constants.part * sum);
  } else if constexpr (kMethod == Method::kMeshless) {
    return constants.scale * (number(0) * sum);
  } else {
    return constants.scale * sum;
  }
}

// The point-based method's first pass, of a node that is at `own`.
template <class Slots>
__device__ __forceinline__ Matrix<float> stress_at(const ModelRows& rows, const Quad* moving,
                                                   const Slots& slots, std::int32_t node,
                                                   const Three<float>& own) {
  const Matrix<float> sum = slots.template sum<Matrix<float>>(
      rows, node, [&](const Slot<kNumbersOf<Method::kPointBased>>& slot) {
        return outer(read_vector(moving + slot.neighbour) - own, slot_vector(slot, 0));
      });
  const auto number = [&](int of) { return number_of(rows, of, node); };
  const float yz = number(3), xz = number(4), xy = number(5);
  const Matrix<float> inverse = {{{number(0), xy, xz}, {xy, number(1), yz}, {xz, yz, number(2)}}};
  return stress(rows.constants.lambda, rows.constants.two_mu, sum, inverse);
}

}  // namespace bitvox::deformation
