// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rays/bins.hpp"
#include "rays/seen_triangle.hpp"

namespace bitvox::rays {

// The rays of a tile, one list a component: exact, as they are whole numbers.
struct TileRays {
  std::vector<double> x, y, z;
  std::vector<double> magnitude;  // the sum of their magnitudes
  double largest = 0;             // of all components

  std::size_t count() const { return x.size(); }
  void clear();
  void add(const Direction& ray);
};

// Rays first .. end - 1 of a tile hit the triangle of a slot.
struct Run {
  std::uint32_t slot, first, end;
};

// ---- A detector's tile -----------------------------------------------------------------------

// Along a row of pixels, a triangle's rays are those between the crossings of its edges: no pixel
// is looked at. Only one so near to a crossing that rounding may err is decided exactly.
class GridTile {
 public:
  // Rays are in rows of the tile's width.
  GridTile(const RayGrid& grid, const TileGrid& tiles, std::int64_t tile);

  void list_rays(TileRays& rays) const;
  // Pixel i of the tile's row is ray row * width() + i, and i * grid.width of the image.
  std::int32_t width() const { return width_; }
  std::int32_t left() const { return left_; }
  std::int32_t top() const { return top_; }

  // each(first, end) for all rays that hit it; box: of the image.
  template <class Each>
  void for_runs(const SeenTriangle& seen, const Box& box, Each&& each) const;

 private:
  struct Edge {
    double value, across, down;  // the product with the ray of column and row 0, and its steps
    double tolerance;
    double at, by;  // crosses row r at column at + r by
    bool is_steep, is_left;
  };
  // Of a row, by the edges that run along it, if any.
  enum class Side { kIn, kOut, kUnsure };

  Edge edge_of(const Vector3& normal) const;
  static Side side_of_flat(const std::array<Edge, 3>& edges, double row);
  WholeRay ray(std::int32_t column, std::int32_t row) const {
    return {origin_.x + column * across_.x + row * down_.x,
            origin_.y + column * across_.y + row * down_.y,
            origin_.z + column * across_.z + row * down_.z};
  }

  WholeRay origin_, across_, down_;
  std::int32_t left_, top_, width_, height_;
  double rounding_ = 0;  // of the product with a normal, of its magnitudes
};

inline GridTile::Edge GridTile::edge_of(const Vector3& normal) const {
  const auto with = [&](const WholeRay& ray) {
    return dot(normal, static_cast<double>(ray.x), static_cast<double>(ray.y),
               static_cast<double>(ray.z));
  };
  constexpr double kSteep = 8;  // crossings are known to an eighth of a pixel
  Edge edge{};
  edge.value = with(origin_);
  edge.across = with(across_);
  edge.down = with(down_);
  edge.tolerance = sum_of_magnitudes(normal) * rounding_;
  edge.is_steep = magnitude(edge.across) > kSteep * edge.tolerance;
  if (edge.is_steep) {
    const double inverse = 1 / edge.across;
    edge.at = -edge.value * inverse;
    edge.by = -edge.down * inverse;
    edge.is_left = edge.across > 0;
    edge.tolerance *= magnitude(inverse);  // in pixels from here on
  } else {
    edge.is_left = true;  // and crosses far to the left
    edge.at = -4.0 * kTile;
  }
  return edge;
}

inline GridTile::Side GridTile::side_of_flat(const std::array<Edge, 3>& edges, double row) {
  Side side = Side::kIn;
  for (const Edge& edge : edges) {
    if (edge.is_steep) continue;
    const double value = edge.value + row * edge.down;
    const double most = magnitude(edge.across) * kTile + edge.tolerance;
    if (value < -most) return Side::kOut;
    if (value <= most) side = Side::kUnsure;
  }
  return side;
}

template <class Each>
void GridTile::for_runs(const SeenTriangle& seen, const Box& box, Each&& each) const {
  const std::int32_t first_column = std::max(box.left - left_, 0);
  const std::int32_t last_column = std::min(box.right - left_, width_ - 1);
  const std::int32_t first_row = std::max(box.top - top_, 0);
  const std::int32_t last_row = std::min(box.bottom - top_, height_ - 1);
  if (first_column > last_column || first_row > last_row) return;
  const std::array<Edge, 3> edges = {edge_of(seen.edges[0]), edge_of(seen.edges[1]),
                                     edge_of(seen.edges[2])};
  double near = 0;
  bool all_steep = true;
  for (const Edge& edge : edges) {
    near = edge.is_steep ? larger(near, edge.tolerance) : near;
    all_steep = all_steep && edge.is_steep;
  }
  constexpr double kOutside = 2 * kTile;
  for (std::int32_t row = first_row; row <= last_row; ++row) {
    // Between low and high: all columns, until an edge says else.
    double low = first_column - kOutside;
    double high = last_column + kOutside;
    const double r = row;
    for (const Edge& edge : edges) {
      const double crossing = edge.at + r * edge.by;
      low = edge.is_left ? larger(crossing, low) : low;
      high = edge.is_left ? high : smaller(crossing, high);
    }
    if (!(low < high + 2 * near)) continue;
    const Side side = all_steep ? Side::kIn : side_of_flat(edges, r);
    if (side == Side::kOut) continue;
    low = smaller(low, last_column + kOutside);
    high = larger(high, first_column - kOutside);
    // Those from `first` to `last` are inside for sure; the next one on each side may be.
    std::int32_t first = whole_down(low + near) + 1;
    std::int32_t last = whole_up(high - near) - 1;
    const std::int32_t from = std::max(whole_up(low - near), first_column);
    const std::int32_t to = std::min(whole_down(high + near), last_column);
    const auto base = static_cast<std::uint32_t>(row * width_);
    const auto hit = [&](std::int32_t a, std::int32_t b) {
      each(base + static_cast<std::uint32_t>(a), base + static_cast<std::uint32_t>(b) + 1);
    };
    if (side == Side::kUnsure) {
      for (std::int32_t column = from; column <= to; ++column) {
        if (is_inside(seen, ray(column, row))) hit(column, column);
      }
      continue;
    }
    if (from > to) continue;
    if (from < first && is_inside(seen, ray(from, row))) first = from;
    if (to > last && to >= first && is_inside(seen, ray(to, row))) last = to;
    first = std::max(first, from);
    last = std::min(last, to);
    if (first <= last) hit(first, last);
  }
}

// ---- A tile of rays in any directions --------------------------------------------------------

// They are sorted by cells, row by row: the cells of a triangle's box in a row are one run of rays,
// each of which is tested.
class CellTile {
 public:
  // starts: where the rays of each cell begin, and where the last one ends.
  CellTile(const TileGrid& tiles, std::int64_t tile, std::span<const std::uint32_t> starts,
           const TileRays& rays);

  template <class Each>
  void for_runs(const SeenTriangle& seen, const Box& box, Each&& each) const;

 private:
  bool is_hit(const SeenTriangle& seen, const std::array<double, 3>& tolerances,
              std::size_t ray) const;

  std::int32_t left_, top_;
  std::span<const std::uint32_t> starts_;
  const TileRays& rays_;
};

inline bool CellTile::is_hit(const SeenTriangle& seen, const std::array<double, 3>& tolerances,
                             std::size_t ray) const {
  const double x = rays_.x[ray];
  const double y = rays_.y[ray];
  const double z = rays_.z[ray];
  bool is_sure = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const double product = dot(seen.edges[i], x, y, z);
    if (product < -tolerances[i]) return false;
    is_sure = is_sure && product > tolerances[i];
  }
  return is_sure || is_inside(seen, to_ray(x, y, z));
}

template <class Each>
void CellTile::for_runs(const SeenTriangle& seen, const Box& box, Each&& each) const {
  constexpr double kRounding = 1.0 / (std::int64_t{1} << 49);
  std::array<double, 3> tolerances{};
  for (std::size_t i = 0; i < 3; ++i) {
    tolerances[i] = sum_of_magnitudes(seen.edges[i]) * rays_.largest * kRounding;
  }
  const auto first_column = static_cast<std::size_t>(std::max(box.left - left_, 0));
  const std::int32_t last_column = std::min(box.right - left_, kTile - 1);
  const std::int32_t last_row = std::min(box.bottom - top_, kTile - 1);
  if (static_cast<std::int32_t>(first_column) > last_column) return;
  for (std::int32_t row = std::max(box.top - top_, 0); row <= last_row; ++row) {
    const auto base = static_cast<std::size_t>(row) * kTile;
    const std::uint32_t end = starts_[base + static_cast<std::size_t>(last_column) + 1];
    for (std::uint32_t ray = starts_[base + first_column]; ray < end; ++ray) {
      if (is_hit(seen, tolerances, ray)) each(ray, ray + 1);
    }
  }
}

}  // namespace bitvox::rays
