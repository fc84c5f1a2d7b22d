// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "meshes/mesh_file.hpp"

// What a PLY file says that it holds.
namespace bitvox::meshes {

enum class PlyType { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

inline bool is_whole(PlyType type) { return type != PlyType::kFloat && type != PlyType::kDouble; }
std::size_t bytes_of(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat;  // of a list: of its items
  bool is_list = false;
  PlyType count = PlyType::kUint8;  // of a list: of its length
};

struct PlyElement {
  std::string name;
  std::int64_t count = 0;
  std::vector<PlyProperty> properties;

  // The place of a property, or -1.
  int find(const std::string& property) const;
};

struct PlyHeader {
  bool is_text = false;
  std::endian order = std::endian::little;
  std::vector<PlyElement> elements;
};

// Reads to the end of the header, behind which the first element begins.
PlyHeader read_ply_header(MeshFile& file);

}  // namespace bitvox::meshes
