// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "meshes/mesh_set.hpp"
#include "rays/detector_rays.hpp"
#include "rays/scene.hpp"
#include "rays/volume_lengths.hpp"

namespace bitvox::rays {

// Meshes, each of a material.
struct MaterialMeshes {
  const meshes::MeshSet& set;
  std::vector<std::int32_t> chosen;  // the mesh of each material, from 0

  int materials() const { return static_cast<int>(chosen.size()); }
};
inline constexpr int kMostMeshMaterials = 255;

// Throws InvalidInput (meshes that are not there, or twice; none or more than
// kMostMeshMaterials).
void check(const MaterialMeshes& meshes);

// The triangles of such meshes, and what a detector that turns around all meshes' middle sees of
// them. A closed mesh that is inside out is turned: there is material inside, not outside.
class MeshViews {
 public:
  struct At {
    Frame frame;
    RayGrid grid;
    std::vector<int> winding;  // of each material around the source
    std::int64_t touched = 0;  // triangles that the source lies on
  };

  // Of meshes that were checked. Throws Cancelled, HostOutOfMemory.
  MeshViews(const MaterialMeshes& meshes, Progress& progress);

  int materials() const { return materials_; }
  bool all_closed() const { return all_closed_; }
  const Bounds& bounds() const { return bounds_; }
  std::int64_t vertices() const { return vertices_; }
  const std::vector<const meshes::Mesh*>& meshes() const { return meshes_; }

  // Of some rows at an angle in degrees. Throws InvalidInput (a detector out of reach), Cancelled.
  At at(const Detector& detector, double angle, const DetectorPart& part, int threads,
        Progress& progress) const;
  // All vertices of these meshes, one after the other, in a frame.
  std::vector<Point> snap(const Frame& frame, int threads, Progress& progress) const;
  Triangles triangles(std::span<const Point> vertices) const {
    return {vertices, corners_, of_triangles_, materials_};
  }

 private:
  int materials_;
  std::vector<const meshes::Mesh*> meshes_;  // of each material
  std::vector<std::int64_t> first_vertices_;
  std::int64_t vertices_ = 0;
  std::vector<Corners> corners_;
  std::vector<std::uint16_t> of_triangles_;  // materials
  Bounds bounds_;                            // of all meshes of the set
  bool all_closed_ = true;
};

}  // namespace bitvox::rays
