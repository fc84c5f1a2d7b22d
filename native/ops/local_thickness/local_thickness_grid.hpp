// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/volumes/shape.hpp"

namespace bitvox::local_thickness {

// First and last voxel along each axis.
struct TileBox {
  std::int64_t x0, x1, y0, y1, z0, z1;
};

// How many voxels lie between two ranges, and one more: 0 where they overlap.
inline std::int64_t gap(std::int64_t a0, std::int64_t a1, std::int64_t b0, std::int64_t b1) {
  return std::max<std::int64_t>({0, b0 - a1, a0 - b1});
}

// The CPU works on tiles of 64 x 64 x 64 voxels, 64 x 64 x 1 where slices stand alone.
struct TileGrid {
  static constexpr std::int64_t kSide = 64;

  TileGrid(const Shape& shape_of_volume, bool slices_alone)
      : shape(shape_of_volume),
        planar(slices_alone),
        depth(planar ? 1 : kSide),
        nx((shape.width + kSide - 1) / kSide),
        ny((shape.height + kSide - 1) / kSide),
        nz((shape.depth + depth - 1) / depth) {}

  std::int64_t count() const { return nx * ny * nz; }

  TileBox box(std::int64_t tile) const {
    const std::int64_t x = tile % nx * kSide;
    const std::int64_t y = tile / nx % ny * kSide;
    const std::int64_t z = tile / (nx * ny) * depth;
    return {x, std::min(x + kSide, shape.width) - 1, y, std::min(y + kSide, shape.height) - 1,
            z, std::min(z + depth, shape.depth) - 1};
  }

  std::int64_t voxel(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (z * shape.height + y) * shape.width + x;
  }

  // The word with a bit for each voxel of row (y, z) of a tile.
  std::int64_t word(std::int64_t tile, std::int64_t y, std::int64_t z) const {
    return (z * shape.height + y) * nx + tile % nx;
  }
  std::int64_t words() const { return nx * shape.height * shape.depth; }

  const Shape shape;
  const bool planar;
  const std::int64_t depth;  // of a tile
  const std::int64_t nx, ny, nz;
};

}  // namespace bitvox::local_thickness
