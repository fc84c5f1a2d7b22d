// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_builder.hpp"

#include <utility>

#include "core/memory/memory.hpp"

namespace bitvox::meshes {
namespace {

constexpr MemoryUser kUser{"A mesh", "Use a smaller one."};

// Lists double.
template <class T>
void add(std::vector<T>& list, const T& item) {
  if (list.size() == list.capacity()) {
    require_memory(kUser, host_memory(), static_cast<std::int64_t>(2 * list.size() * sizeof(T)));
  }
  list.push_back(item);
}

}  // namespace

void MeshBuilder::add_vertex(const Point& vertex) {
  if (vertices() == kMostVertices) {
    file_.refuse("has more than " + std::to_string(kMostVertices) + " vertices");
  }
  add(mesh_.vertices, vertex);
}

void MeshBuilder::add_triangle(const Triangle& triangle) { add(mesh_.triangles, triangle); }

Mesh MeshBuilder::finish() {
  if (mesh_.triangles.empty()) file_.refuse("has no triangles");
  return std::move(mesh_);
}

}  // namespace bitvox::meshes
