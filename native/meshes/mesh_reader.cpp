// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_reader.hpp"

#include "core/error.hpp"
#include "core/platform/platform.hpp"
#include "core/threads/progress_parts.hpp"
#include "meshes/joined_corners.hpp"
#include "meshes/mesh_builder.hpp"
#include "meshes/mesh_looks.hpp"
#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {
namespace {

bool is_stl(const std::string& looks) { return looks.find(" STL file") != std::string::npos; }

// Vertices at one place become one: files have several where normals or colours differ.
Mesh with_joined_vertices(const MeshFile& file, const Mesh& split, Progress& progress) {
  constexpr std::size_t kAtOnce = 1 << 16;
  MeshBuilder builder(file);
  JoinedCorners joined(builder);
  std::size_t done = 0;
  for (const Triangle& t : split.triangles) {
    if (done++ % kAtOnce == 0) progress.report(0, 1);
    joined.add_triangle({split.vertices[t[0]], split.vertices[t[1]], split.vertices[t[2]]});
  }
  return builder.finish();
}

}  // namespace

Format format_of(const std::string& path) {
  const std::string name = platform::name_of(path);
  const std::string text = lower(name);
  if (text.ends_with(".stl")) return Format::kStl;
  if (text.ends_with(".ply")) return Format::kPly;
  if (text.ends_with(".obj")) return Format::kObj;
  throw InvalidInput(name + ": is no mesh; a name that ends with .stl, .ply or .obj is needed");
}

Mesh read_mesh(const std::string& path, Progress& progress) {
  constexpr std::size_t kStart = 84;
  const Format format = format_of(path);
  auto [reading, joining] = progress_parts(progress, 3, 1);
  MeshFile file(path, reading);
  if (file.at_end()) file.refuse("is empty");
  const std::string looks = looks_like(file.peek(kStart), file.size());
  try {
    Mesh mesh = format == Format::kStl   ? read_stl(file)
                : format == Format::kPly ? read_ply(file)
                                         : read_obj(file);
    if (format != Format::kStl) mesh = with_joined_vertices(file, mesh, joining);
    progress.report(1, 1);
    return mesh;
  } catch (const InvalidInput& wrong) {
    const bool is_expected = looks.empty() || (format == Format::kStl && is_stl(looks)) ||
                             (format == Format::kPly && looks.starts_with("a PLY"));
    if (is_expected) throw;
    throw InvalidInput(std::string(wrong.what()) + ". It looks like " + looks);
  }
}

}  // namespace bitvox::meshes
