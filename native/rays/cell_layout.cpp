// SPDX-License-Identifier: BSD-2-Clause
#include "rays/cell_layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bitvox::rays {
namespace {

constexpr std::size_t kCells = std::size_t{kTile} * kTile;

std::size_t axis_of(int face) { return static_cast<std::size_t>(face / 2); }

// Where a ray goes through the face at distance 1.
struct Through {
  double p, q;
};
Through through(int face, const Direction& ray) {
  const std::size_t axis = axis_of(face);
  const double depth = std::abs(static_cast<double>(ray[axis]));
  return {static_cast<double>(ray[(axis + 1) % 3]) / depth,
          static_cast<double>(ray[(axis + 2) % 3]) / depth};
}

std::int32_t cell_of(double place, std::int32_t count) {
  return std::clamp(static_cast<std::int32_t>(place), 0, count - 1);
}

}  // namespace

int face_of(const Direction& ray) {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (std::abs(ray[i]) > std::abs(ray[axis])) axis = i;
  }
  if (ray[axis] == 0) return -1;
  return static_cast<int>(2 * axis) + (ray[axis] < 0 ? 1 : 0);
}

CellLayout::CellLayout(int face, std::span<const Direction> rays,
                       std::vector<std::uint32_t> numbers)
    : rays_(rays) {
  Through low = through(face, rays[numbers.front()]);
  Through high = low;
  for (const std::uint32_t number : numbers) {
    const Through here = through(face, rays[number]);
    low = {std::min(low.p, here.p), std::min(low.q, here.q)};
    high = {std::max(high.p, here.p), std::max(high.q, here.q)};
  }
  // About a ray a cell, in whole tiles.
  constexpr double kMostTiles = 32;
  const double side = std::sqrt(static_cast<double>(numbers.size()));
  const auto size =
      kTile * static_cast<std::int32_t>(std::clamp(std::ceil(side / kTile), 1.0, kMostTiles));
  view_.rays = Projection::Rays::kInCells;
  view_.width = view_.height = size;
  // Cells finer than this were no finer than rounding.
  constexpr double kFinest = 1e-9;
  const double across = size / std::max(high.p - low.p, kFinest);
  const double down = size / std::max(high.q - low.q, kFinest);
  const std::size_t axis = axis_of(face);
  const double sign = face % 2 == 0 ? 1 : -1;
  view_.matrix[0][(axis + 1) % 3] = across;
  view_.matrix[0][axis] = -sign * low.p * across;
  view_.matrix[1][(axis + 2) % 3] = down;
  view_.matrix[1][axis] = -sign * low.q * down;
  view_.matrix[2][axis] = sign;

  const TileGrid tiles(view_);
  const auto place_of = [&](std::uint32_t number) {
    const Through here = through(face, rays[number]);
    const std::int32_t column = cell_of((here.p - low.p) * across, size);
    const std::int32_t row = cell_of((here.q - low.q) * down, size);
    const std::int64_t tile = std::int64_t{row / kTile} * tiles.columns + column / kTile;
    const std::int64_t cell = std::int64_t{row % kTile} * kTile + column % kTile;
    return static_cast<std::size_t>(tile) * kCells + static_cast<std::size_t>(cell);
  };
  const auto tile_count = static_cast<std::size_t>(tiles.count());
  std::vector<std::size_t> starts(tile_count * kCells + 1);
  for (const std::uint32_t number : numbers) ++starts[place_of(number) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  tile_starts_.resize(tile_count + 1);
  cell_starts_.resize(tile_count * (kCells + 1));
  for (std::size_t tile = 0; tile < tile_count; ++tile) {
    tile_starts_[tile] = starts[tile * kCells];
    for (std::size_t cell = 0; cell <= kCells; ++cell) {
      cell_starts_[tile * (kCells + 1) + cell] =
          static_cast<std::uint32_t>(starts[tile * kCells + cell] - tile_starts_[tile]);
    }
  }
  tile_starts_[tile_count] = numbers.size();
  numbers_.resize(numbers.size());
  for (const std::uint32_t number : numbers) numbers_[starts[place_of(number)]++] = number;
}

CellTile CellLayout::prepare(TileWork& work, std::int64_t tile) const {
  const auto at = static_cast<std::size_t>(tile);
  work.rays.clear();
  for (std::size_t i = tile_starts_[at]; i < tile_starts_[at + 1]; ++i) {
    work.rays.add(rays_[numbers_[i]]);
  }
  return {TileGrid(view_), tile, std::span(cell_starts_).subspan(at * (kCells + 1), kCells + 1),
          work.rays};
}

}  // namespace bitvox::rays
