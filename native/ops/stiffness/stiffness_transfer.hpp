// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/stiffness/stiffness_nodes.hpp"

// Between a level and the coarser one, node by node in any order: the same numbers, to the bit, as
// stiffness_transfer.inl makes row by row.
namespace bitvox::stiffness {

// b = P^T left.
struct RestrictNode {
  LevelRows fine, coarse;
  const float* left;
  float* b;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t at = place_in_vector(coarse.place[block_of(coarse, x, y, z)], x);
    if (at == 0 || x >= coarse.nodes[0]) return;
    float sums[3][3] = {};  // of the nodes before, here and behind, of each component
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j) {
        const std::int64_t fine_z = fine_node(2, z, k), fine_y = fine_node(1, y, j);
        if (fine_z < 0 || fine_y < 0) continue;
        const float factor = (k == 0 ? 1.0F : 0.5F) * (j == 0 ? 1.0F : 0.5F);
        for (int i = -1; i <= 1; ++i) {
          const std::int64_t fine_x = fine_node(0, x, i);
          if (fine_x < 0) continue;
          const std::int64_t from =
              place_in_vector(fine.place[block_of(fine, fine_x, fine_y, fine_z)], fine_x);
          for (int c = 0; c < 3; ++c) sums[i + 1][c] += factor * left[from + c * kLanes];
        }
      }
    for (int c = 0; c < 3; ++c) {
      b[at + c * kLanes] = sums[1][c] + 0.5F * (sums[0][c] + sums[2][c]);
    }
  }

  // Fine node 2 i + step, or -1: where an odd number of nodes is periodic there is none between the
  // last and the first that both levels have.
  BITVOX_BOTH std::int64_t fine_node(int axis, std::int64_t i, int step) const {
    return beyond_border(2 * i + step, fine.nodes[axis],
                         fine.periodic[axis] && fine.nodes[axis] % 2 == 0);
  }
};

// What the coarse level has at a node of the fine one, as far as it is free there.
struct Interpolated {
  LevelRows fine, coarse;
  const float* values;

  BITVOX_BOTH void add_to(float (&to)[3], std::int64_t at, std::int64_t x, std::int64_t y,
                          std::int64_t z) const {
    const bool is_free[3] = {fine.inverse[at] != 0, fine.inverse[at + kLanes] != 0,
                             fine.inverse[at + 2 * kLanes] != 0};
    if (!is_free[0] && !is_free[1] && !is_free[2]) return;  // as most nodes of a slender body
    const std::int64_t ys[2] = {y / 2, y % 2 == 0 ? -1 : next(1, y / 2)};
    const std::int64_t zs[2] = {z / 2, z % 2 == 0 ? -1 : next(2, z / 2)};
    const std::int64_t xs[2] = {x / 2, x % 2 == 0 ? -1 : next(0, x / 2)};
    const float factor = (y % 2 == 0 ? 1.0F : 0.5F) * (z % 2 == 0 ? 1.0F : 0.5F);
    float mean[2][3] = {};
    for (const std::int64_t k : zs)
      for (const std::int64_t j : ys) {
        if (j < 0 || k < 0) continue;
        for (int i = 0; i < 2; ++i) {
          if (xs[i] < 0) continue;
          const std::int64_t from =
              place_in_vector(coarse.place[block_of(coarse, xs[i], j, k)], xs[i]);
          for (int c = 0; c < 3; ++c) mean[i][c] += factor * values[from + c * kLanes];
        }
      }
    for (int c = 0; c < 3; ++c) {
      const float value = xs[1] < 0 ? mean[0][c] : 0.5F * (mean[0][c] + mean[1][c]);
      to[c] += is_free[c] ? value : 0.0F;
    }
  }

  BITVOX_BOTH std::int64_t next(int axis, std::int64_t i) const {
    return i + 1 < coarse.nodes[axis] ? i + 1 : 0;
  }
};

// x += P coarse.
struct AddCoarse {
  Interpolated from;
  float* vector;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t at = place_in_vector(from.fine.place[block_of(from.fine, x, y, z)], x);
    if (at == 0 || x >= from.fine.nodes[0]) return;
    float value[3];
    for (int c = 0; c < 3; ++c) value[c] = vector[at + c * kLanes];
    from.add_to(value, at, x, y, z);
    for (int c = 0; c < 3; ++c) vector[at + c * kLanes] = value[c];
  }
};

// x = scale b / diagonal + P coarse, of which there may be none.
struct BeginWithCoarse {
  Interpolated from;
  const float* b;
  float scale;
  float* vector;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t at = place_in_vector(from.fine.place[block_of(from.fine, x, y, z)], x);
    if (at == 0 || x >= from.fine.nodes[0]) return;
    float value[3];
    for (int c = 0; c < 3; ++c) {
      value[c] = scale * (from.fine.inverse[at + c * kLanes] * b[at + c * kLanes]);
    }
    if (from.values != nullptr) from.add_to(value, at, x, y, z);
    for (int c = 0; c < 3; ++c) vector[at + c * kLanes] = value[c];
  }
};

}  // namespace bitvox::stiffness
