// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_reader.hpp"

#include "core/error.hpp"
#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {

Format format_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string text = lower(name);
  if (text.ends_with(".stl")) return Format::kStl;
  if (text.ends_with(".ply")) return Format::kPly;
  if (text.ends_with(".obj")) return Format::kObj;
  throw InvalidInput(name + ": is no mesh; a name that ends with .stl, .ply or .obj is needed");
}

Mesh read_mesh(const std::string& path, Progress& progress) {
  const Format format = format_of(path);
  MeshFile file(path, progress);
  if (file.at_end()) file.refuse("is empty");
  Mesh mesh = format == Format::kStl   ? read_stl(file)
              : format == Format::kPly ? read_ply(file)
                                       : read_obj(file);
  progress.report(1, 1);
  return mesh;
}

}  // namespace bitvox::meshes
