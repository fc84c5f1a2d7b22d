// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "meshes/mesh.hpp"
#include "meshes/mesh_reader.hpp"

namespace bitvox::meshes {

// What is written: a Mesh, or what keeps its vertices and triangles in its own way.
class MeshSource {
 public:
  // Triangles first .. end - 1 of one object.
  struct Group {
    std::int64_t label = 0;
    std::int64_t first = 0;
    std::int64_t end = 0;
  };

  virtual ~MeshSource() = default;
  virtual std::int64_t vertices() const = 0;
  virtual std::int64_t triangles() const = 0;
  virtual Point vertex(std::int64_t number) const = 0;
  virtual Triangle triangle(std::int64_t number) const = 0;
  // All triangles in order, or none: then they are one object without a label.
  virtual std::vector<Group> groups() const { return {}; }
};

// Coordinates are written as 32-bit floats. STL: binary, with normals. PLY: binary, little-endian;
// with groups faces have the property label. OBJ: text; with groups each begins with o label_7.
// Throws InvalidInput with the reason alone where the file cannot be written, or more triangles
// than STL can count, and Cancelled, which leaves a part of the file.
void write_mesh(const std::string& path, Format format, const MeshSource& mesh, Progress& progress);
void write_mesh(const std::string& path, Format format, const Mesh& mesh, Progress& progress);

}  // namespace bitvox::meshes
