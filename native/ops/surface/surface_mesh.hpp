// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/volumes/spacing.hpp"
#include "meshes/mesh_writer.hpp"

namespace bitvox::surface {

// Positions count in this part of a voxel, from the centre of the first one.
inline constexpr std::int32_t kVoxel = 16384;

using GridPoint = std::array<std::int32_t, 3>;
using meshes::Triangle;

// Triangles on that grid; coordinates are in the unit of the spacing, the centre of voxel (0, 0, 0)
// at (0, 0, 0).
class SurfaceMesh final : public meshes::MeshSource {
 public:
  std::int64_t vertices() const override { return vertex_count; }
  std::int64_t triangles() const override { return triangle_count; }
  meshes::Point vertex(std::int64_t number) const override {
    const GridPoint& point = points[static_cast<std::size_t>(number)];
    return {point[0] * (spacing.x / kVoxel), point[1] * (spacing.y / kVoxel),
            point[2] * (spacing.z / kVoxel)};
  }
  Triangle triangle(std::int64_t number) const override {
    return corners[static_cast<std::size_t>(number)];
  }
  std::vector<Group> groups() const override {
    return has_labels ? of_labels : std::vector<Group>();
  }

  std::int64_t vertex_count = 0;
  std::int64_t triangle_count = 0;
  AlignedArray<GridPoint> points;
  AlignedArray<Triangle> corners;
  std::vector<Group> of_labels;  // one where there are none
  bool has_labels = false;
  Spacing spacing;
};

}  // namespace bitvox::surface
