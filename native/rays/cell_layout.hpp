// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rays/scan_tiles.hpp"

namespace bitvox::rays {

// Rays in any directions: each belongs to one of six faces of a cube around the source, that of its
// largest component. Those of a face are sorted by the cells of an image that just holds them.
inline constexpr int kFaces = 6;
int face_of(const Direction& ray);  // -1 for one without length

class CellLayout {
 public:
  // numbers: of the rays of a face.
  CellLayout(int face, std::span<const Direction> rays, std::vector<std::uint32_t> numbers);

  const Projection& view() const { return view_; }
  CellTile prepare(TileWork& work, std::int64_t tile) const;
  std::int64_t number(std::int64_t tile, std::size_t ray) const {
    return numbers_[first_of(tile) + ray];
  }

 private:
  std::size_t first_of(std::int64_t tile) const {
    return tile_starts_[static_cast<std::size_t>(tile)];
  }

  std::span<const Direction> rays_;
  std::vector<std::uint32_t> numbers_;      // sorted by tile and cell
  std::vector<std::size_t> tile_starts_;    // of numbers_
  std::vector<std::uint32_t> cell_starts_;  // of each tile's, within it
  Projection view_;
};

}  // namespace bitvox::rays
