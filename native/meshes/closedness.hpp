// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "meshes/mesh.hpp"

namespace bitvox::meshes {

// Whether a mesh encloses something. Of every edge, triangles must go along it equally often in
// both directions: then the mesh is closed, and every point that is not on it has a winding number.
// Triangles that name a vertex twice have no part in it.
struct Closedness {
  enum class Fault { kOpen, kUnbalanced, kCrowded };
  struct Edge {
    std::uint32_t from = 0;  // the smaller number
    std::uint32_t to = 0;
    std::int64_t forth = 0;  // triangles that go along it from `from`
    std::int64_t back = 0;   // and the other way
    Fault fault = Fault::kOpen;
  };

  std::int64_t edges = 0;
  std::int64_t open = 0;        // edges of one triangle
  std::int64_t unbalanced = 0;  // of more triangles, not equally many each way
  std::int64_t crowded = 0;     // of more than two triangles, equally many each way
  std::int64_t degenerate = 0;  // triangles that name a vertex twice
  std::vector<Edge> first;      // the first few with a fault, by their vertices

  bool is_closed() const { return open == 0 && unbalanced == 0; }
  // Closed, and two triangles at every edge.
  bool is_simple() const { return is_closed() && crowded == 0; }
};

// Takes 8 bytes a vertex and 12 a triangle. Throws Cancelled, HostOutOfMemory.
Closedness closedness(const Mesh& mesh, std::size_t most_named, Progress& progress);

// A sentence for users about what is wrong, or nothing: "is not closed: 3 edges belong to one
// triangle, ... The first is from (0, 0, 1) to (0, 1, 1)."
std::string open_edges_text(const Mesh& mesh, const Closedness& found);

}  // namespace bitvox::meshes
