// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

// Surfaces of triangles, and the files that hold them.
namespace bitvox::meshes {

using Point = std::array<double, 3>;            // x, y, z, in the unit of the file
using Triangle = std::array<std::uint32_t, 3>;  // vertices, from 0
inline constexpr std::int64_t kMostVertices = (std::int64_t{1} << 31) - 1;

// Seen from outside, a triangle's vertices are counterclockwise. All coordinates are finite, all
// vertices of triangles are there. A triangle may name a vertex twice, or have no area.
struct Mesh {
  std::vector<Point> vertices;
  std::vector<Triangle> triangles;
};

}  // namespace bitvox::meshes
