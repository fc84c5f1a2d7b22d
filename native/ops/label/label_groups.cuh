// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/label/label_runs.cuh"

// Neighbouring rows of which any two voxels with neighbouring x touch: 2 x 2 rows where corners
// join, two rows of a slice where edges do, else a row. So the runs of the OR of such a group are
// connected, and there are far fewer of them: a twentieth in dense noise.
namespace bitvox::label {

template <Connectivity kConnectivity>
struct Group {
  static constexpr int kHeight = kConnectivity == Connectivity::kFaces ? 1 : 2;
  static constexpr int kDepth = kConnectivity == Connectivity::kAll ? 2 : 1;
  static constexpr int kRows = kHeight * kDepth;

  std::uint64_t rows[kRows];  // a word of each, y before z

  __device__ __forceinline__ std::uint64_t any() const {
    std::uint64_t bits = 0;
#pragma unroll
    for (int r = 0; r < kRows; ++r) bits |= rows[r];
    return bits;
  }
};

// Where a group comes before this one, in groups.
struct Step {
  int y, z;
};
inline constexpr int kGroupsBefore = 4;
__device__ constexpr Step step_before(int k) {  // rows b, c, d, e of label_contacts.inl
  return Step{k == kRowC ? 0 : (k == kRowE ? 1 : -1), k == kRowB ? 0 : -1};
}

// Bit x: the group touches voxel x, x - 1, x + 1 of the other one there, a contact for each two
// runs of groups; `left` and `right` only where neither of them goes on.
struct Contacts {
  std::uint64_t straight, left, right;

  __device__ __forceinline__ std::uint64_t any() const { return straight | left | right; }

  // Takes away one at x, and returns how far from x it touches the other.
  __device__ __forceinline__ int take(int x) {
    const std::uint64_t bit = std::uint64_t{1} << x;
    if ((left & bit) != 0) {
      left ^= bit;
      return -1;
    }
    if ((right & bit) != 0) {
      right ^= bit;
      return 1;
    }
    straight ^= bit;
    return 0;
  }
};

// The first of the bits in each stretch of `within`, which has all of them: the sum's carry goes
// from the first one to the stretch's end.
__device__ __forceinline__ std::uint64_t first_in_stretches(std::uint64_t bits,
                                                            std::uint64_t within) {
  const std::uint64_t behind = bits | (within & ~(within + bits));
  return behind & ~(behind << 1);
}

template <Connectivity kConnectivity, int kBefore>
__device__ __forceinline__ Contacts contacts_of(const Group<kConnectivity>& group,
                                                const Group<kConnectivity>& other) {
  using G = Group<kConnectivity>;
  constexpr Step kStep = step_before(kBefore);
  std::uint64_t both = 0;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
#pragma unroll
  for (int r = 0; r < G::kRows; ++r) {
#pragma unroll
    for (int q = 0; q < G::kRows; ++q) {
      const int dy = q % G::kHeight + kStep.y * G::kHeight - r % G::kHeight;
      const int dz = q / G::kHeight + kStep.z * G::kDepth - r / G::kHeight;
      const bool near = dy >= -1 && dy <= 1 && dz >= -1 && dz <= 1;
      const int away = dy * dy + dz * dz;  // of the two axes
      if (!near || (kConnectivity == Connectivity::kFaces && away > 1)) continue;
      both |= group.rows[r] & other.rows[q];
      if (kConnectivity == Connectivity::kFaces) continue;
      if (kConnectivity == Connectivity::kEdges && away > 1) continue;
      left |= group.rows[r] & other.rows[q] << 1;
      right |= group.rows[r] & other.rows[q] >> 1;
    }
  }
  const std::uint64_t a = group.any();
  const std::uint64_t b = other.any();
  both |= (left & b) | (left & a << 1 & ~b) >> 1;
  both |= (right & b) | (right & a >> 1 & ~b) << 1;
  return {first_in_stretches(both, a & b), left & ~b & ~(a << 1), right & ~b & ~(a >> 1)};
}

}  // namespace bitvox::label
