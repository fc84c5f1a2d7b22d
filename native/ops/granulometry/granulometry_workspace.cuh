// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "cuda/device_arena.hpp"
#include "ops/granulometry/granulometry_erode.cuh"
#include "ops/granulometry/granulometry_propagate.cuh"

namespace bitvox::granulometry {

// How many bit planes the kernels use for values up to `largest`.
inline int planes_for(int largest) {
  const int bits = std::bit_width(static_cast<unsigned>(largest));
  return bits <= 4 ? 4 : bits <= 6 ? 6 : bits <= 8 ? 8 : 16;
}

// Calls body with the plane count as a compile-time constant.
template <class Body>
auto with_planes(int planes, Body&& body) {
  switch (planes) {
    case 4:
      return body(std::integral_constant<int, 4>());
    case 6:
      return body(std::integral_constant<int, 6>());
    case 8:
      return body(std::integral_constant<int, 8>());
    default:
      return body(std::integral_constant<int, 16>());
  }
}

template <class Body>
void with_bool(bool value, Body&& body) {
  if (value) {
    body(std::true_type());
  } else {
    body(std::false_type());
  }
}

inline int erosion_launches(int max_radius) { return max_radius / kErosions + 1; }

// Everything but the values themselves, whose number of planes may not be known yet.
struct Workspace {
  std::uint64_t* rows;      // the object as it comes
  std::uint32_t* tiles[2];  // the object by tiles, eroded
  std::uint8_t* alive;
  int* any_alive;
  ValueRange* ranges;
  TileState* states[2];
  ActiveTile* active;
  int* counts;
  int* largest;
  unsigned long long* histogram;

  Workspace(cuda::DeviceArena& arena, const Shape& shape, int max_radius) {
    const std::int64_t count = TileGrid::count_of(shape);
    rows = arena.take<std::uint64_t>(shape.word_count());
    tiles[0] = arena.take<std::uint32_t>(count * kTileRows);
    tiles[1] = arena.take<std::uint32_t>(count * kTileRows);
    alive = arena.take<std::uint8_t>(count);
    any_alive = arena.take<int>(erosion_launches(max_radius) + 1);
    ranges = arena.take<ValueRange>(count);
    states[0] = arena.take<TileState>(count + 1);
    states[1] = arena.take<TileState>(count + 1);
    active = arena.take<ActiveTile>(count);
    counts = arena.take<int>(max_radius + 1);
    largest = arena.take<int>(1);
    histogram = arena.take<unsigned long long>(max_radius + 2);
  }
};

template <int P>
struct Values {
  std::uint32_t* planes;
  std::int64_t plane_words;
  Faces<P> faces;

  Values(cuda::DeviceArena& arena, const Shape& shape) {
    const std::int64_t count = TileGrid::count_of(shape);
    plane_words = row_offset<P>(count, 0);
    planes = arena.take<std::uint32_t>(plane_words);
    faces.tiles = count + 1;
    faces.row_faces = arena.take<std::uint32_t>(Faces<P>::row_words(count + 1));
    faces.edge_faces = arena.take<typename Faces<P>::Edge>(Faces<P>::edge_count(count + 1));
  }
};

}  // namespace bitvox::granulometry
