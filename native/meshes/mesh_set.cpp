// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/error.hpp"
#include "core/threads/progress_parts.hpp"
#include "meshes/closedness.hpp"
#include "meshes/mesh_reader.hpp"

namespace bitvox::meshes {
namespace {

constexpr std::size_t kMostMeshes = 1000;
constexpr std::int64_t kMostTriangles = (std::int64_t{1} << 31) - 1;

void check_count(std::size_t meshes) {
  if (meshes == 0 || meshes > kMostMeshes) {
    throw InvalidInput("there are " + std::to_string(meshes) + " meshes; 1 to 1000 are allowed");
  }
}

void check_sizes(const std::vector<Mesh>& meshes) {
  check_count(meshes.size());
  std::int64_t triangles = 0;
  std::int64_t vertices = 0;
  for (const Mesh& mesh : meshes) {
    triangles += static_cast<std::int64_t>(mesh.triangles.size());
    vertices += static_cast<std::int64_t>(mesh.vertices.size());
  }
  if (triangles > kMostTriangles || vertices > kMostVertices) {
    throw InvalidInput("the meshes have more than 2147483647 triangles or vertices");
  }
}

void find_box(MeshSet& set) {
  bool is_first = true;
  for (const Mesh& mesh : set.meshes) {
    for (const Point& vertex : mesh.vertices) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (!std::isfinite(vertex[i])) throw InvalidInput("a coordinate is not a finite number");
        set.low[i] = is_first ? vertex[i] : std::min(set.low[i], vertex[i]);
        set.high[i] = is_first ? vertex[i] : std::max(set.high[i], vertex[i]);
      }
      is_first = false;
    }
  }
}

// The sum of tetrahedra from a corner of the box, which is near, to the triangles.
double enclosed_volume(const Mesh& mesh, const Point& from) {
  double sixfold = 0;
  for (const Triangle& t : mesh.triangles) {
    std::array<Point, 3> c = {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    for (Point& corner : c) {
      for (std::size_t i = 0; i < 3; ++i) corner[i] -= from[i];
    }
    sixfold += c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) +
               c[0][1] * (c[1][2] * c[2][0] - c[1][0] * c[2][2]) +
               c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
  }
  return sixfold / 6;
}

}  // namespace

MeshSet mesh_set(std::vector<Mesh> meshes, Progress& progress) {
  check_sizes(meshes);
  progress.report(0, 1);
  MeshSet set;
  set.meshes = std::move(meshes);
  find_box(set);
  std::int64_t number = 0;
  for (const Mesh& mesh : set.meshes) {
    PhaseProgress here(progress, number, number + 1, set.count());
    const Closedness found = closedness(mesh, 3, here);
    set.facts.push_back({static_cast<std::int64_t>(mesh.triangles.size()),
                         found.open + found.unbalanced, open_edges_text(mesh, found),
                         enclosed_volume(mesh, set.low)});
    ++number;
  }
  return set;
}

MeshSet read_meshes(const std::vector<std::string>& paths, Progress& progress) {
  check_count(paths.size());
  auto [reading, looking] = progress_parts(progress, 3, 1);
  std::vector<Mesh> meshes;
  const auto count = static_cast<std::int64_t>(paths.size());
  for (const std::string& path : paths) {
    const auto number = static_cast<std::int64_t>(meshes.size());
    PhaseProgress here(reading, number, number + 1, count);
    meshes.push_back(read_mesh(path, here));
  }
  return mesh_set(std::move(meshes), looking);
}

}  // namespace bitvox::meshes
