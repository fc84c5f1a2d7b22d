// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/volumes/shape.hpp"
#include "paths/paths_rows.hpp"

namespace bitvox::paths {

// How a volume is cut into tiles. Flat volumes get flat tiles.
struct TileCut {
  explicit TileCut(const Shape& whole) : shape(whole) {
    constexpr std::int64_t kMostDeep = 16, kMostHigh = 64;
    depth = std::min(whole.depth, kMostDeep);
    height = std::clamp<std::int64_t>(kTileRows / depth, 1, std::min(whole.height, kMostHigh));
    const std::array<std::int64_t, 3> all{whole.width, whole.height, whole.depth};
    for (std::size_t i = 0; i < 3; ++i) counts[i] = (all[i] + sides()[i] - 1) / sides()[i];
  }

  std::array<std::int64_t, 3> sides() const { return {kTileWidth, height, depth}; }
  std::int64_t tiles() const { return counts[0] * counts[1] * counts[2]; }
  std::array<std::int64_t, 3> place(std::int64_t tile) const {
    return {tile % counts[0], tile / counts[0] % counts[1], tile / counts[0] / counts[1]};
  }
  // -1: there is none.
  std::int64_t beside(std::int64_t tile, int dx, int dy, int dz) const {
    const auto [x, y, z] = place(tile);
    const auto outside = [](std::int64_t i, std::int64_t count) { return i < 0 || i >= count; };
    if (outside(x + dx, counts[0]) || outside(y + dy, counts[1]) || outside(z + dz, counts[2])) {
      return -1;
    }
    return tile + dx + counts[0] * (dy + counts[1] * dz);
  }

  Shape shape;
  std::int64_t height = 1, depth = 1;
  std::array<std::int64_t, 3> counts{};
};

// body(dx, dy, dz) for a tile and those around it.
template <class Body>
void each_side(const Body& body) {
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) body(dx, dy, dz);
    }
  }
}

// Rows, or slices, of a tile's copy.
struct RowRange {
  std::int64_t first, end;

  // Those that lie in a tile before (d < 0) or behind it, or in itself.
  static RowRange beside(std::int64_t size, int d) {
    return d < 0 ? RowRange{-1, 0} : d == 0 ? RowRange{0, size} : RowRange{size, size + 1};
  }
  // Those of its own that touch them.
  static RowRange next_to(std::int64_t size, int d) {
    return d < 0 ? RowRange{0, 1} : d == 0 ? RowRange{0, size} : RowRange{size - 1, size};
  }
};

// body(y, z)
template <class Body>
void each_row(RowRange rows, RowRange slices, const Body& body) {
  for (std::int64_t z = slices.first; z < slices.end; ++z) {
    for (std::int64_t y = rows.first; y < rows.end; ++y) body(y, z);
  }
}

}  // namespace bitvox::paths
