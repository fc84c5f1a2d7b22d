// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "rays/device_view.cuh"
#include "rays/scene.hpp"
#include "rays/seen_triangle.hpp"

// Which rays of a tile of an image a triangle hits, on the GPU: as tile_runs.hpp does it.
namespace bitvox::rays {
namespace {

// A block computes a tile of so many pixels each way.
constexpr int kSmallTile = 16;
constexpr int kTilePixels = kSmallTile * kSmallTile;

// Whole numbers, so that steps from ray to ray are exact.
struct DeviceRay {
  double x, y, z;
};
__device__ __forceinline__ DeviceRay to_device(const WholeRay& ray) {
  return {static_cast<double>(ray.x), static_cast<double>(ray.y), static_cast<double>(ray.z)};
}

struct DevicePoint {
  std::int32_t x, y, z;
};
struct DeviceCorners {
  std::uint32_t a, b, c;
};

__device__ __forceinline__ Vector3 to_vector(const DevicePoint& p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

// Where a triangle is, for what is rare: it is seen again then, so that what is not rare need not
// keep its edges.
struct TrianglePlace {
  const DevicePoint* vertices;
  DeviceCorners corners;
};

template <bool kIsParallel>
__device__ __forceinline__ bool see(const TrianglePlace& place, SeenTriangle& seen) {
  return see<kIsParallel>(to_vector(place.vertices[place.corners.a]),
                          to_vector(place.vertices[place.corners.b]),
                          to_vector(place.vertices[place.corners.c]), seen);
}

// A triangle of a tile.
struct TileTriangle {
  SeenTriangle seen;
  TrianglePlace place;
  PixelBox box;
  std::uint32_t number;  // of the pass
};

template <bool kIsParallel>
__device__ __noinline__ bool is_hit_exactly(TrianglePlace place, WholeRay ray) {
  SeenTriangle seen;
  return see<kIsParallel>(place, seen) && is_inside(seen, ray);
}

__device__ __noinline__ double share_exactly(TrianglePlace place, WholeRay ray, double fine) {
  SeenTriangle seen;
  see<false>(place, seen);
  const auto x = static_cast<double>(ray.x);
  const auto y = static_cast<double>(ray.y);
  const auto z = static_cast<double>(ray.z);
  return share_of_ray(seen, x, y, z, sum_of_magnitudes({x, y, z}), fine);
}

__device__ __noinline__ bool is_before_end_exactly(TrianglePlace place, WholeRay ray, double share,
                                                   int shift) {
  SeenTriangle seen;
  see<false>(place, seen);
  return is_before_end(seen, share, static_cast<double>(ray.x), static_cast<double>(ray.y),
                       static_cast<double>(ray.z), shift);
}

// ---- A detector's ----------------------------------------------------------------------------

struct DeviceGrid {
  WholeRay first, across, down;
  std::int32_t width, height;
  double rounding;  // of a product with a normal, of its magnitudes

  __device__ WholeRay ray(std::int32_t column, std::int32_t row) const {
    return {first.x + column * across.x + row * down.x, first.y + column * across.y + row * down.y,
            first.z + column * across.z + row * down.z};
  }
};

// An edge in a tile. Steep: it crosses row r at column at + r by. Else at + r by is on which side
// of it the row is, if that is more than the tolerance.
struct TileEdge {
  double at, by, tolerance;
  bool is_steep, is_left;
};

// The rays of a tile by their steps: exact, as all are whole numbers far below 2^53.
struct TileRays {
  DeviceRay corner, across, down;

  __device__ __forceinline__ DeviceRay operator()(int column, int row) const {
    const double c = column;
    const double r = row;
    return {corner.x + c * across.x + r * down.x, corner.y + c * across.y + r * down.y,
            corner.z + c * across.z + r * down.z};
  }
};

class DeviceGridTile {
 public:
  __device__ DeviceGridTile(const DeviceGrid& grid, std::int32_t left, std::int32_t top)
      : grid_(grid), left_(left), top_(top) {}

  __device__ std::int32_t width() const { return min(kSmallTile, grid_.width - left_); }
  __device__ std::int32_t height() const { return min(kSmallTile, grid_.height - top_); }

  // each(row, first column, last column) for all that it hits.
  template <bool kIsParallel, class Each>
  __device__ __forceinline__ void for_runs(const TileTriangle& triangle, const Each& each) const;

  __device__ WholeRay ray(std::int32_t column, std::int32_t row) const {
    return grid_.ray(left_ + column, top_ + row);
  }
  __device__ TileRays rays() const {
    return {to_device(ray(0, 0)), to_device(grid_.across), to_device(grid_.down)};
  }

 private:
  __device__ __forceinline__ TileEdge edge_of(const Vector3& normal, const DeviceRay& origin) const;
  const DeviceGrid& grid_;
  std::int32_t left_, top_;
};

__device__ __forceinline__ TileEdge DeviceGridTile::edge_of(const Vector3& normal,
                                                            const DeviceRay& origin) const {
  constexpr double kSteep = 8;  // crossings are known to an eighth of a pixel
  const double value = dot(normal, origin.x, origin.y, origin.z);
  const double across =
      dot(normal, static_cast<double>(grid_.across.x), static_cast<double>(grid_.across.y),
          static_cast<double>(grid_.across.z));
  const double down = dot(normal, static_cast<double>(grid_.down.x),
                          static_cast<double>(grid_.down.y), static_cast<double>(grid_.down.z));
  TileEdge edge{};
  edge.tolerance = sum_of_magnitudes(normal) * grid_.rounding;
  edge.is_steep = magnitude(across) > kSteep * edge.tolerance;
  if (edge.is_steep) {
    const double inverse = 1 / across;
    edge.at = -value * inverse;
    edge.by = -down * inverse;
    edge.is_left = across > 0;
    edge.tolerance *= magnitude(inverse);  // in pixels from here on
  } else {
    edge.at = value;
    edge.by = down;
    edge.tolerance += magnitude(across) * kSmallTile;
  }
  return edge;
}

template <bool kIsParallel, class Each>
__device__ __forceinline__ void DeviceGridTile::for_runs(const TileTriangle& triangle,
                                                         const Each& each) const {
  const PixelBox& box = triangle.box;
  const SeenTriangle& seen = triangle.seen;
  const auto is_hit = [&](std::int32_t column, std::int32_t row) {
    return is_hit_exactly<kIsParallel>(triangle.place, ray(column, row));
  };
  const std::int32_t first_column = max(box.left - left_, 0);
  const std::int32_t last_column = min(box.right - left_, width() - 1);
  const std::int32_t first_row = max(box.top - top_, 0);
  const std::int32_t last_row = min(box.bottom - top_, height() - 1);
  const WholeRay corner = grid_.ray(left_, top_);
  const DeviceRay origin = {static_cast<double>(corner.x), static_cast<double>(corner.y),
                            static_cast<double>(corner.z)};
  const TileEdge edges[3] = {edge_of(seen.edges[0], origin), edge_of(seen.edges[1], origin),
                             edge_of(seen.edges[2], origin)};
  const bool all_steep = edges[0].is_steep && edges[1].is_steep && edges[2].is_steep;
  double near = 0;
#pragma unroll
  for (int i = 0; i < 3; ++i) near = edges[i].is_steep ? larger(near, edges[i].tolerance) : near;
  constexpr double kOutside = 2 * kSmallTile;
  for (std::int32_t row = first_row; row <= last_row; ++row) {
    const double r = row;
    if (!all_steep) {
      bool is_out = false;
      bool is_unsure = false;
#pragma unroll
      for (int i = 0; i < 3; ++i) {
        const double side = edges[i].at + r * edges[i].by;
        is_out = is_out || (!edges[i].is_steep && side < -edges[i].tolerance);
        is_unsure = is_unsure || (!edges[i].is_steep && side <= edges[i].tolerance);
      }
      if (is_out) continue;
      if (is_unsure) {
        for (std::int32_t column = first_column; column <= last_column; ++column) {
          if (is_hit(column, row)) each(row, column, column);
        }
        continue;
      }
    }
    // Between low and high: all columns, until an edge says else.
    double low = first_column - kOutside;
    double high = last_column + kOutside;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      const double crossing = edges[i].at + r * edges[i].by;
      const bool is_left = edges[i].is_left;
      low = edges[i].is_steep && is_left ? larger(crossing, low) : low;
      high = edges[i].is_steep && !is_left ? smaller(crossing, high) : high;
    }
    if (!(low < high + 2 * near)) continue;
    low = smaller(low, last_column + kOutside);
    high = larger(high, first_column - kOutside);
    // Those from `first` to `last` are inside for sure; the next one on each side may be.
    std::int32_t first = whole_down(low + near) + 1;
    std::int32_t last = whole_up(high - near) - 1;
    const std::int32_t from = max(whole_up(low - near), first_column);
    const std::int32_t to = min(whole_down(high + near), last_column);
    if (from > to) continue;
    if (from < first && is_hit(from, row)) first = from;
    if (to > last && to >= first && is_hit(to, row)) {
      last = to;
    }
    first = max(first, from);
    last = min(last, to);
    if (first <= last) each(row, first, last);
  }
}

// ---- Rays in any directions ------------------------------------------------------------------

// Sorted by the cells of their tiles: the cells of a triangle's box in a row are one run of rays,
// each of which is tested.
struct DeviceList {
  const WholeRay* rays;
  const std::uint32_t* cell_starts;  // of each tile's cells, row by row; and the end
  double largest;                    // of all components

  // each(ray) for all that it hits.
  template <class Each>
  __device__ __forceinline__ void for_rays(const TileTriangle& triangle, std::int32_t tile,
                                           std::int32_t left, std::int32_t top,
                                           const Each& each) const {
    constexpr double kRounding = 1.0 / (std::int64_t{1} << 49);
    const PixelBox& box = triangle.box;
    const SeenTriangle& seen = triangle.seen;
    double tolerances[3];
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      tolerances[i] = sum_of_magnitudes(seen.edges[i]) * largest * kRounding;
    }
    const std::int32_t first_column = max(box.left - left, 0);
    const std::int32_t last_column = min(box.right - left, kSmallTile - 1);
    const std::int32_t last_row = min(box.bottom - top, kSmallTile - 1);
    for (std::int32_t row = max(box.top - top, 0); row <= last_row; ++row) {
      const std::int64_t base = std::int64_t{tile} * kTilePixels + row * kSmallTile;
      const std::uint32_t end = cell_starts[base + last_column + 1];
      for (std::uint32_t i = cell_starts[base + first_column]; i < end; ++i) {
        const WholeRay ray = rays[i];
        const auto x = static_cast<double>(ray.x);
        const auto y = static_cast<double>(ray.y);
        const auto z = static_cast<double>(ray.z);
        bool is_hit = true;
        bool is_sure = true;
#pragma unroll
        for (int k = 0; k < 3; ++k) {
          const double product = dot(seen.edges[k], x, y, z);
          is_hit = is_hit && !(product < -tolerances[k]);
          is_sure = is_sure && product > tolerances[k];
        }
        if (is_hit && (is_sure || is_hit_exactly<false>(triangle.place, ray))) each(i, ray);
      }
    }
  }
};

}  // namespace
}  // namespace bitvox::rays
