// SPDX-License-Identifier: BSD-2-Clause
// What a cycle along links does for one node, on the CPU and on the GPU: the same operations in the
// same order. Who includes this defines BITVOX_INLINE.

constexpr float kNodeDamping = 0.85F;

// rhs - A value.
BITVOX_INLINE float left_of_node(const Nodes& nodes, std::int64_t i) {
  const float own = nodes.value[i];
  float flow = nodes.ground[i] * own;
  for (std::int64_t k = nodes.first_link[i]; k < nodes.first_link[i + 1]; ++k) {
    flow += nodes.weight[k] * (own - nodes.value[nodes.to[k]]);
  }
  return nodes.rhs[i] - flow;
}

// Down: what left(member) says is left over of the members, and the first sweep.
template <class Left>
BITVOX_INLINE void start_node(const Nodes& nodes, std::int64_t i, const Left& left) {
  float sum = 0;
  for (std::int64_t k = nodes.first_member[i]; k < nodes.first_member[i + 1]; ++k) {
    sum += left(nodes.member[k]);
  }
  nodes.rhs[i] = sum;
  nodes.value[i] = kNodeDamping * (sum / nodes.diagonal[i]);
}

// Up: the last sweep, and the correction of the members, taken so many times.
BITVOX_INLINE void sweep_node(const Nodes& nodes, std::int64_t i) {
  nodes.swept[i] = nodes.value[i] + kNodeDamping * (left_of_node(nodes, i) / nodes.diagonal[i]);
}

BITVOX_INLINE void correct_members(const Nodes& nodes, std::int64_t i, float times, float* finer) {
  const float change = times * nodes.swept[i];
  for (std::int64_t k = nodes.first_member[i]; k < nodes.first_member[i + 1]; ++k) {
    finer[nodes.member[k]] += change;
  }
}
