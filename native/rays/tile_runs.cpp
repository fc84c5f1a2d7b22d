// SPDX-License-Identifier: BSD-2-Clause
#include "rays/tile_runs.hpp"

namespace bitvox::rays {
namespace {

WholeRay to_ray(const Direction& d) { return {d[0], d[1], d[2]}; }

double largest_of(const Direction& d) {
  return larger(larger(magnitude(static_cast<double>(d[0])), magnitude(static_cast<double>(d[1]))),
                magnitude(static_cast<double>(d[2])));
}

}  // namespace

void TileRays::clear() {
  for (std::vector<double>* list : {&x, &y, &z, &magnitude}) list->clear();
  largest = 0;
}

void TileRays::add(const Direction& ray) {
  x.push_back(static_cast<double>(ray[0]));
  y.push_back(static_cast<double>(ray[1]));
  z.push_back(static_cast<double>(ray[2]));
  magnitude.push_back(sum_of_magnitudes({x.back(), y.back(), z.back()}));
  largest = larger(largest, largest_of(ray));
}

GridTile::GridTile(const RayGrid& grid, const TileGrid& tiles, std::int64_t tile)
    : across_(to_ray(grid.across)), down_(to_ray(grid.down)) {
  left_ = static_cast<std::int32_t>(tile % tiles.columns) * kTile;
  top_ = static_cast<std::int32_t>(tile / tiles.columns) * kTile;
  width_ = std::min(kTile, grid.width - left_);
  height_ = std::min(kTile, grid.height - top_);
  origin_ = to_ray(grid(left_, top_));
  double largest = 0;
  for (const std::int32_t column : {left_, left_ + kTile}) {
    for (const std::int32_t row : {top_, top_ + kTile}) {
      largest = larger(largest, largest_of(grid(column, row)));
    }
  }
  for (const Direction& step : {grid.across, grid.down}) {
    largest = larger(largest, kTile * largest_of(step));
  }
  constexpr double kRounding = 1.0 / (std::int64_t{1} << 47);
  rounding_ = largest * kRounding;
}

void GridTile::list_rays(TileRays& rays) const {
  rays.clear();
  for (std::int32_t row = 0; row < height_; ++row) {
    for (std::int32_t column = 0; column < width_; ++column) {
      const WholeRay here = ray(column, row);
      rays.add({here.x, here.y, here.z});
    }
  }
}

CellTile::CellTile(const TileGrid& tiles, std::int64_t tile, std::span<const std::uint32_t> starts,
                   const TileRays& rays)
    : left_(static_cast<std::int32_t>(tile % tiles.columns) * kTile),
      top_(static_cast<std::int32_t>(tile / tiles.columns) * kTile),
      starts_(starts),
      rays_(rays) {}

}  // namespace bitvox::rays
