// SPDX-License-Identifier: BSD-2-Clause
#include "rays/bins.hpp"

#include <algorithm>
#include <cstddef>

#include "core/threads/parallel.hpp"

namespace bitvox::rays {
namespace {

// In tiles; empty if left > right.
struct TileBox {
  std::uint16_t left, top, right, bottom;
};

template <class Each>
void for_tiles(const TileBox& box, std::int32_t columns, Each&& each) {
  for (std::size_t row = box.top; row <= box.bottom; ++row) {
    for (std::size_t column = box.left; column <= box.right; ++column) {
      each(row * static_cast<std::size_t>(columns) + column);
    }
  }
}

std::size_t tiles_in(const TileBox& box) {
  return box.left > box.right ? 0
                              : static_cast<std::size_t>(box.right - box.left + 1) *
                                    static_cast<std::size_t>(box.bottom - box.top + 1);
}

TileBox in_tiles(const Box& box) {
  if (box.is_empty()) return {1, 0, 0, 0};
  const auto tile = [](std::int32_t pixel) { return static_cast<std::uint16_t>(pixel / kTile); };
  return {tile(box.left), tile(box.top), tile(box.right), tile(box.bottom)};
}

}  // namespace

std::vector<ImagePoint> see_vertices(const Projection& view, std::span<const Point> vertices,
                                     int threads, Progress& progress) {
  constexpr std::int64_t kAtOnce = 1 << 14;
  std::vector<ImagePoint> points(vertices.size());
  const auto count = static_cast<std::int64_t>(vertices.size());
  parallel_for((count + kAtOnce - 1) / kAtOnce, threads, progress, [&](std::int64_t part) {
    const auto end = static_cast<std::size_t>(std::min(count, (part + 1) * kAtOnce));
    for (auto i = static_cast<std::size_t>(part * kAtOnce); i < end; ++i) {
      points[i] = view.see(vertices[i]);
    }
  });
  return points;
}

Box box_of(const Projection& view, const Triangles& triangles, std::span<const ImagePoint> points,
           std::int64_t triangle) {
  const Corners& corners = triangles.corners[static_cast<std::size_t>(triangle)];
  const ImagePoint& a = points[corners[0]];
  const ImagePoint& b = points[corners[1]];
  const ImagePoint& c = points[corners[2]];
  const float all = a.u + b.u + c.u;
  if (all == all) return view.box(a, b, c);
  return view.clipped_box(triangles.vertices[corners[0]], triangles.vertices[corners[1]],
                          triangles.vertices[corners[2]]);
}

std::int64_t Bins::sort(const Projection& view, const Triangles& triangles,
                        std::span<const ImagePoint> points, std::int64_t first,
                        const PassLimits& limits, int threads, Progress& progress) {
  constexpr std::int64_t kAtOnce = 1 << 14;
  constexpr int kPartsOfThread = 4;
  const TileGrid tiles(view);
  const auto tile_count = static_cast<std::size_t>(tiles.count());
  std::int64_t end = std::min(triangles.count(), first + limits.triangles);
  std::vector<TileBox> boxes(static_cast<std::size_t>(end - first));
  std::vector<std::size_t> entries(static_cast<std::size_t>((end - first + kAtOnce - 1) / kAtOnce));
  StandingProgress standing(progress);
  parallel_for(static_cast<std::int64_t>(entries.size()), threads, standing,
               [&](std::int64_t chunk) {
                 std::size_t here = 0;
                 const std::int64_t last = std::min(end - first, (chunk + 1) * kAtOnce);
                 for (std::int64_t i = chunk * kAtOnce; i < last; ++i) {
                   TileBox& box = boxes[static_cast<std::size_t>(i)];
                   box = in_tiles(box_of(view, triangles, points, first + i));
                   here += tiles_in(box);
                 }
                 entries[static_cast<std::size_t>(chunk)] = here;
               });

  // As many as fit: whole chunks, and of the one that does not fit single triangles.
  std::size_t all = 0;
  std::size_t chunk = 0;
  const auto room = static_cast<std::size_t>(limits.entries);
  while (chunk < entries.size() && all + entries[chunk] <= room) all += entries[chunk++];
  if (chunk < entries.size()) {
    std::int64_t i = static_cast<std::int64_t>(chunk) * kAtOnce;
    while (i < end - first &&
           (all == 0 || all + tiles_in(boxes[static_cast<std::size_t>(i)]) <= room)) {
      all += tiles_in(boxes[static_cast<std::size_t>(i++)]);
    }
    end = first + i;
  }

  const std::int64_t count = end - first;
  const auto parts =
      std::clamp<std::int64_t>(count / kAtOnce, 1, std::int64_t{threads} * kPartsOfThread);
  std::vector<std::size_t> places(static_cast<std::size_t>(parts) * tile_count);
  const auto for_part = [&](std::int64_t part, auto&& each) {
    std::size_t* of_part = places.data() + static_cast<std::size_t>(part) * tile_count;
    const std::int64_t last = count * (part + 1) / parts;
    for (std::int64_t i = count * part / parts; i < last; ++i) {
      const TileBox& box = boxes[static_cast<std::size_t>(i)];
      if (box.left <= box.right) {
        for_tiles(box, tiles.columns, [&](std::size_t tile) { each(of_part[tile], first + i); });
      }
    }
  };
  parallel_for(parts, threads, standing, [&](std::int64_t part) {
    for_part(part, [](std::size_t& place, std::int64_t) { ++place; });
  });
  starts_.assign(tile_count + 1, 0);
  std::size_t sum = 0;
  for (std::size_t tile = 0; tile < tile_count; ++tile) {
    starts_[tile] = sum;
    for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
      std::size_t& place = places[part * tile_count + tile];
      const std::size_t entries_here = place;
      place = sum;
      sum += entries_here;
    }
  }
  starts_[tile_count] = sum;
  triangles_.resize(sum);
  parallel_for(parts, threads, standing, [&](std::int64_t part) {
    for_part(part, [&](std::size_t& place, std::int64_t triangle) {
      triangles_[place++] = static_cast<std::uint32_t>(triangle);
    });
  });
  return end;
}

}  // namespace bitvox::rays
