// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace bitvox::stiffness {

// The elements of a level, their nodes, and what is given at the border. Along a periodic axis the
// last node is the first one.
struct Lattice {
  std::array<std::int64_t, 3> elements{};
  std::array<bool, 3> periodic{};
  // Bit c: component c is given at the first and the last nodes along an axis.
  std::array<std::array<std::uint8_t, 2>, 3> given{};

  std::int64_t nodes(std::size_t axis) const { return elements[axis] + (periodic[axis] ? 0 : 1); }
  std::int64_t rows() const { return nodes(1) * nodes(2); }

  // Of a node, by all axes.
  unsigned given_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return of_axis(0, x) | of_axis(1, y) | of_axis(2, z);
  }

  // Whether all of a node is given at some border, so that no body that reaches it can move.
  bool is_held() const {
    return std::any_of(given.begin(), given.end(),
                       [](const auto& ends) { return ends[0] == 7 || ends[1] == 7; });
  }

  // Its elements are eight of these; behind an odd border there is nothing, or, where that is
  // periodic, once more what is before it.
  Lattice coarse() const {
    Lattice out = *this;
    for (std::int64_t& count : out.elements) count = (count + 1) / 2;
    return out;
  }
  bool is_coarsest() const { return elements[0] <= 2 && elements[1] <= 2 && elements[2] <= 2; }

 private:
  unsigned of_axis(std::size_t axis, std::int64_t i) const {
    if (periodic[axis]) return 0;
    return (i == 0 ? given[axis][0] : 0U) | (i == elements[axis] ? given[axis][1] : 0U);
  }
};

}  // namespace bitvox::stiffness
