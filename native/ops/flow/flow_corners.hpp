// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bitvox::flow {

// The velocities around a particle while the flow stands still: it needs those of the same eight
// cells for many steps. No two of them are alike in whether x, y and z are odd, so that each has a
// place of its own here.
class Corners {
 public:
  // find(cell, u) is called for a cell that is not here; both return false where it is solid.
  template <class Find>
  bool velocity(const std::int64_t* cell, float* u, const Find& find) {
    const std::array<std::int64_t, 3> at{cell[0], cell[1], cell[2]};
    Corner& corner =
        corners_[static_cast<std::size_t>((at[0] & 1) | (at[1] & 1) << 1 | (at[2] & 1) << 2)];
    if (corner.cell != at) {
      corner.fluid = find(cell, corner.u.data());
      corner.cell = at;
    }
    for (std::size_t a = 0; a < 3; ++a) u[a] = corner.u[a];
    return corner.fluid;
  }

 private:
  struct Corner {
    std::array<std::int64_t, 3> cell{-1, -1, -1};  // of no cell yet
    std::array<float, 3> u{};
    bool fluid = false;
  };
  std::array<Corner, 8> corners_;
};

}  // namespace bitvox::flow
