// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_sight.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::deformation {

bool Sight::is_set(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const Shape& shape = mask_.shape();
  if (x < 0 || y < 0 || z < 0 || x >= shape.width || y >= shape.height || z >= shape.depth) {
    return false;
  }
  return (mask_.slice(z)[y * shape.words_per_row() + x / 64] >> (x % 64) & 1) != 0;
}

bool Sight::is_body(const Vector& place) const {
  std::array<std::int64_t, 3> own{}, next{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double at = place[axis] / voxel_[axis];
    own[axis] = static_cast<std::int64_t>(std::floor(at));
    next[axis] = at - std::floor(at) < 0.5 ? own[axis] - 1 : own[axis] + 1;
  }
  if (is_set(own[0], own[1], own[2])) return true;
  for (unsigned i = 1; i < 8; ++i) {
    if (is_set((i & 1U) != 0 ? next[0] : own[0], (i & 2U) != 0 ? next[1] : own[1],
               (i & 4U) != 0 ? next[2] : own[2])) {
      return true;
    }
  }
  return false;
}

bool Sight::is_clear(const Vector& from, const Vector& to) const {
  const Vector way{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  const double length = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const double side = std::min({voxel_[0], voxel_[1], voxel_[2]});
  const auto parts = static_cast<std::int64_t>(std::ceil(2 * length / side));
  for (std::int64_t i = 1; i < parts; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(parts);
    if (!is_body({from[0] + part * way[0], from[1] + part * way[1], from[2] + part * way[2]})) {
      return false;
    }
  }
  return true;
}

}  // namespace bitvox::deformation
