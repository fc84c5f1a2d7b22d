// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "meshes/mesh.hpp"

namespace bitvox::meshes {

// What is known of a mesh.
struct MeshFacts {
  std::int64_t triangles = 0;
  std::int64_t open_edges = 0;  // of one triangle, or not of equally many each way
  std::string fault;            // a sentence, or nothing if it is closed
  double enclosed = 0;          // the volume inside; below 0 if its triangles are inside out

  bool is_closed() const { return open_edges == 0; }
};

// Meshes that lie in one space.
struct MeshSet {
  std::vector<Mesh> meshes;
  std::vector<MeshFacts> facts;  // of each
  Point low{};                   // the box of all vertices
  Point high{};

  std::int64_t count() const { return static_cast<std::int64_t>(meshes.size()); }
};

// Looks at 1 to 1000 meshes. Throws InvalidInput (as many as that; vertices that are not finite,
// or more vertices or triangles than 2^31 - 1), Cancelled, HostOutOfMemory.
MeshSet mesh_set(std::vector<Mesh> meshes, Progress& progress);

// The same of files, each a mesh of its own, also if one is given twice. Throws InvalidInput about
// files, too.
MeshSet read_meshes(const std::vector<std::string>& paths, Progress& progress);

}  // namespace bitvox::meshes
