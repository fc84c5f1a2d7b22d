// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/projection.hpp"

namespace bitvox::rays {

// Images are computed in tiles of so many pixels each way.
inline constexpr std::int32_t kTile = 32;

struct TileGrid {
  std::int32_t columns = 0;
  std::int32_t rows = 0;

  explicit TileGrid(const Projection& view)
      : columns((view.width + kTile - 1) / kTile), rows((view.height + kTile - 1) / kTile) {}
  std::int64_t count() const { return std::int64_t{columns} * rows; }
};

// Of a pass over the triangles: what it may hold in memory. Results do not depend on it.
struct PassLimits {
  std::int64_t triangles = std::int64_t{1} << 23;
  std::int64_t entries = std::int64_t{1}
                         << 27;  // a triangle and a tile; one triangle is always let in
};

// Which triangles of a pass may be hit in each tile.
class Bins {
 public:
  std::span<const std::uint32_t> of(std::int64_t tile) const {
    const auto at = static_cast<std::size_t>(tile);
    return std::span(triangles_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }

  // Sorts triangles from `first` on, as many as there are or as fit. Returns the first one that is
  // left.
  std::int64_t sort(const Projection& view, const Triangles& triangles,
                    std::span<const ImagePoint> points, std::int64_t first,
                    const PassLimits& limits, int threads, Progress& progress);

 private:
  std::vector<std::uint32_t> triangles_;
  std::vector<std::size_t> starts_;
};

// Of all vertices.
std::vector<ImagePoint> see_vertices(const Projection& view, std::span<const Point> vertices,
                                     int threads, Progress& progress);
Box box_of(const Projection& view, const Triangles& triangles, std::span<const ImagePoint> points,
           std::int64_t triangle);

}  // namespace bitvox::rays
