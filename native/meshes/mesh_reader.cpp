// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_reader.hpp"

#include "core/error.hpp"
#include "meshes/mesh_looks.hpp"
#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {
namespace {

bool is_stl(const std::string& looks) { return looks.find(" STL file") != std::string::npos; }

}  // namespace

Format format_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string text = lower(name);
  if (text.ends_with(".stl")) return Format::kStl;
  if (text.ends_with(".ply")) return Format::kPly;
  if (text.ends_with(".obj")) return Format::kObj;
  throw InvalidInput(name + ": is no mesh; a name that ends with .stl, .ply or .obj is needed");
}

Mesh read_mesh(const std::string& path, Progress& progress) {
  constexpr std::size_t kStart = 84;
  const Format format = format_of(path);
  MeshFile file(path, progress);
  if (file.at_end()) file.refuse("is empty");
  const std::string looks = looks_like(file.peek(kStart), file.size());
  try {
    Mesh mesh = format == Format::kStl   ? read_stl(file)
                : format == Format::kPly ? read_ply(file)
                                         : read_obj(file);
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
