// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"
#include "core/threads/stop_request.hpp"
#include "rays/bins.hpp"
#include "rays/tile_runs.hpp"

namespace bitvox::rays {

// What a thread knows of its tile: its rays, and of a pass the triangles that they hit.
struct TileWork {
  TileRays rays;
  std::vector<SeenTriangle> seen;
  std::vector<std::uint32_t> numbers;  // of the triangles
  std::vector<Run> runs;

  std::vector<std::uint64_t> counts;  // for who takes the hits
  std::vector<std::int32_t> sums;
};

inline Vector3 to_vector(const Point& point) {
  return {static_cast<double>(point[0]), static_cast<double>(point[1]),
          static_cast<double>(point[2])};
}

// The triangles go through all tiles in passes of what fits: take(work, tile, is_last) is called
// for each tile and pass that may have hits, and in the last pass for all tiles. `layout` says
// where the rays are: view(), and prepare(work, tile), which lists them and returns a tile with
// for_runs().
template <bool kIsParallel, class Layout, class Take>
void scan_tiles(const Triangles& triangles, const Layout& layout, const PassLimits& limits,
                int threads, Progress& progress, const Take& take) {
  const Projection& view = layout.view();
  const TileGrid tiles(view);
  StandingProgress standing(progress);
  const std::vector<ImagePoint> points = see_vertices(view, triangles.vertices, threads, standing);
  const std::int64_t count = triangles.count();
  Bins bins;
  std::int64_t first = 0;
  do {
    const std::int64_t end = bins.sort(view, triangles, points, first, limits, threads, standing);
    PhaseProgress here(progress, first, end, std::max<std::int64_t>(count, 1));
    parallel_for(
        tiles.count(), threads, here, [] { return TileWork(); },
        [&](TileWork& work, std::int64_t tile) {
          const std::span<const std::uint32_t> numbers = bins.of(tile);
          if (numbers.empty() && end < count) return;
          const auto of_tile = layout.prepare(work, tile);
          work.seen.clear();
          work.numbers.clear();
          work.runs.clear();
          for (const std::uint32_t number : numbers) {
            if (stop_requested()) return;
            const Corners& corners = triangles.corners[number];
            SeenTriangle seen;
            if (!see<kIsParallel>(to_vector(triangles.vertices[corners[0]]),
                                  to_vector(triangles.vertices[corners[1]]),
                                  to_vector(triangles.vertices[corners[2]]), seen)) {
              continue;
            }
            const auto slot = static_cast<std::uint32_t>(work.seen.size());
            const std::size_t before = work.runs.size();
            of_tile.for_runs(seen, box_of(view, triangles, points, number),
                             [&](std::uint32_t from, std::uint32_t to) {
                               work.runs.push_back({slot, from, to});
                             });
            if (work.runs.size() == before) continue;
            work.seen.push_back(seen);
            work.numbers.push_back(number);
          }
          take(work, tile, end == count);
        });
    first = end;
    standing.move_to(first, std::max<std::int64_t>(count, 1));
  } while (first < count);
}

// The rays of a detector.
class GridLayout {
 public:
  explicit GridLayout(const RayGrid& grid)
      : grid_(grid), view_(projection_of(grid)), tiles_(view_) {}

  const Projection& view() const { return view_; }
  GridTile prepare(TileWork& work, std::int64_t tile) const {
    GridTile of_tile(grid_, tiles_, tile);
    of_tile.list_rays(work.rays);
    return of_tile;
  }
  std::int64_t number(std::int64_t tile, std::size_t ray) const {
    const std::int64_t left = tile % tiles_.columns * kTile;
    const std::int64_t top = tile / tiles_.columns * kTile;
    const std::int64_t width = std::min<std::int64_t>(kTile, grid_.width - left);
    const auto at = static_cast<std::int64_t>(ray);
    return (top + at / width) * grid_.width + left + at % width;
  }

 private:
  const RayGrid& grid_;
  Projection view_;
  TileGrid tiles_;
};

}  // namespace bitvox::rays
