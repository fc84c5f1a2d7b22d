// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "rays/scene.hpp"

namespace bitvox::rays {

// Pixels from low to high, both included; empty if low > high.
struct Box {
  std::int32_t left, top, right, bottom;

  bool is_empty() const { return left > right || top > bottom; }
};

// Where a vertex lies in an image; not a number if it is not clearly in front of the source.
struct ImagePoint {
  float u, v;
};

// An image in which the rays are sorted: column u = X / W and row v = Y / W of X, Y, W = matrix x
// vertex. It says where rays may hit a triangle; whether they do is decided exactly elsewhere.
struct Projection {
  std::array<Vector, 3> matrix{};
  bool is_parallel = false;
  std::int32_t width = 0;
  std::int32_t height = 0;
  // Rays are at whole numbers, or anywhere between them and the next ones.
  enum class Rays { kAtPixels, kInCells } rays = Rays::kAtPixels;

  ImagePoint see(const Point& vertex) const;
  Box box(const ImagePoint& a, const ImagePoint& b, const ImagePoint& c) const;
  // Of a triangle with vertices that are not clearly in front of the source.
  Box clipped_box(const Point& a, const Point& b, const Point& c) const;

  Vector project(const Vector& vertex) const;
};

Projection projection_of(const RayGrid& grid);

}  // namespace bitvox::rays
