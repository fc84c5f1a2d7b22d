// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_looks.hpp"

#include <array>
#include <cstdint>

namespace bitvox::meshes {
namespace {

using namespace std::string_view_literals;

struct Look {
  std::string_view start;
  const char* what;
};

constexpr std::array<Look, 18> kLooks{{
    {"\xff\xfe"sv, "a text in UTF-16: save it as UTF-8"},
    {"\xfe\xff"sv, "a text in UTF-16: save it as UTF-8"},
    {"\x1f\x8b"sv, "a file compressed by gzip: unpack it"},
    {"BZh"sv, "a file compressed by bzip2: unpack it"},
    {"\xfd"
     "7zXZ"sv,
     "a file compressed by xz: unpack it"},
    {"PK\x03\x04"sv, "a ZIP archive, such as 3MF files are: unpack it, or save it as STL"},
    {"glTF"sv, "a mesh in glTF: save it as STL, PLY or OBJ"},
    {"OFF"sv, "a mesh in OFF: save it as STL, PLY or OBJ"},
    {"# vtk"sv, "a VTK file: save it as STL, PLY or OBJ"},
    {"<?xml"sv, "an XML file: save it as STL, PLY or OBJ"},
    {"<VTKFile"sv, "a VTK file: save it as STL, PLY or OBJ"},
    {"Kaydara FBX"sv, "a mesh in FBX: save it as STL, PLY or OBJ"},
    {"ply"sv, "a PLY file: let its name end with .ply"},
    {"solid"sv, "an STL file: let its name end with .stl"},
    {"II*\0"sv, "a TIFF image; Bitvox Surface makes meshes of images"},
    {"MM\0*"sv, "a TIFF image; Bitvox Surface makes meshes of images"},
    {"NRRD"sv, "an NRRD image; Bitvox Surface makes meshes of images"},
    {"\x89PNG"sv, "a PNG image"},
}};

// A little-endian number.
std::uint64_t count_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
  }
  return number;
}

}  // namespace

std::string looks_like(std::string_view start, std::int64_t size) {
  for (const Look& look : kLooks) {
    if (start.starts_with(look.start)) return look.what;
  }
  constexpr std::size_t kHeader = 80;
  constexpr std::uint64_t kOfTriangle = 50;
  if (start.size() >= kHeader + 4 && size >= 0) {
    const std::uint64_t bytes = kHeader + 4 + kOfTriangle * count_at(start, kHeader);
    if (bytes == static_cast<std::uint64_t>(size)) {
      return "a binary STL file: let its name end with .stl";
    }
  }
  return "";
}

}  // namespace bitvox::meshes
