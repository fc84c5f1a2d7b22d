// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

#include "meshes/mesh.hpp"
#include "meshes/mesh_file.hpp"

namespace bitvox::meshes {

// Takes what readers find, for as much as the memory holds: nothing is allocated on the word of a
// header. Throws HostOutOfMemory, and refuses more vertices than a mesh can have.
class MeshBuilder {
 public:
  explicit MeshBuilder(const MeshFile& file) : file_(file) {}

  void add_vertex(const Point& vertex);
  // Vertices from 0, which may come later.
  void add_triangle(const Triangle& triangle);

  const Point& vertex(std::uint32_t number) const { return mesh_.vertices[number]; }
  std::int64_t vertices() const { return static_cast<std::int64_t>(mesh_.vertices.size()); }
  std::int64_t triangles() const { return static_cast<std::int64_t>(mesh_.triangles.size()); }

  // Refuses a mesh without triangles.
  Mesh finish();

 private:
  const MeshFile& file_;
  Mesh mesh_;
};

// Triangles of a polygon, whose vertices come one after the other: (0, 1, 2), (0, 2, 3), ...
class Fan {
 public:
  explicit Fan(MeshBuilder& builder) : builder_(builder) {}

  void add(std::uint32_t vertex) {
    if (count_ == 0) first_ = vertex;
    if (count_ >= 2) builder_.add_triangle({first_, last_, vertex});
    last_ = vertex;
    ++count_;
  }
  std::int64_t count() const { return count_; }

 private:
  MeshBuilder& builder_;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace bitvox::meshes
