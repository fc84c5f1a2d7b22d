// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "meshes/mesh.hpp"
#include "meshes/mesh_builder.hpp"

namespace bitvox::meshes {

// Corners of triangles become vertices, equal ones the same; 0 and -0 are equal.
class JoinedCorners {
 public:
  explicit JoinedCorners(MeshBuilder& builder) : builder_(builder), table_(kFirstSize, kNone) {}

  void add_triangle(const std::array<Point, 3>& corners);

 private:
  static constexpr std::size_t kFirstSize = 1 << 12;  // a power of two, as all its sizes
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t number(Point corner);
  std::size_t place(const Point& corner) const;
  void grow();

  MeshBuilder& builder_;
  std::vector<std::uint32_t> table_;  // at most half full
};

}  // namespace bitvox::meshes
