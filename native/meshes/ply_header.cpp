// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/ply_header.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {
namespace {

constexpr std::size_t kMostNames = 1000;  // elements and properties; no file has as many

PlyType type_named(const MeshFile& file, std::string_view word) {
  constexpr std::array<std::pair<std::string_view, PlyType>, 16> kNames{{
      {"char", PlyType::kInt8},
      {"int8", PlyType::kInt8},
      {"uchar", PlyType::kUint8},
      {"uint8", PlyType::kUint8},
      {"short", PlyType::kInt16},
      {"int16", PlyType::kInt16},
      {"ushort", PlyType::kUint16},
      {"uint16", PlyType::kUint16},
      {"int", PlyType::kInt32},
      {"int32", PlyType::kInt32},
      {"uint", PlyType::kUint32},
      {"uint32", PlyType::kUint32},
      {"float", PlyType::kFloat},
      {"float32", PlyType::kFloat},
      {"double", PlyType::kDouble},
      {"float64", PlyType::kDouble},
  }};
  for (const auto& [name, type] : kNames) {
    if (name == word) return type;
  }
  file.refuse_line(shown(word) + " is no type of a PLY file");
}

void read_format(const MeshFile& file, std::string_view rest, PlyHeader& header) {
  const std::string_view word = take_word(rest);
  header.is_text = word == "ascii";
  header.order = word == "binary_big_endian" ? std::endian::big : std::endian::little;
  if (!header.is_text && word != "binary_big_endian" && word != "binary_little_endian") {
    file.refuse_line("the format is " + shown(word) +
                     "; use ascii, binary_little_endian or binary_big_endian");
  }
}

PlyProperty read_property(const MeshFile& file, std::string_view rest) {
  PlyProperty property;
  std::string_view word = take_word(rest);
  if (word == "list") {
    property.is_list = true;
    property.count = type_named(file, take_word(rest));
    if (!is_whole(property.count)) file.refuse_line("the length of a list is no whole number");
    word = take_word(rest);
  }
  property.type = type_named(file, word);
  property.name = take_word(rest);
  if (property.name.empty()) file.refuse_line("a property has no name");
  return property;
}

}  // namespace

std::size_t bytes_of(PlyType type) {
  constexpr std::array<std::size_t, 8> kBytes{1, 1, 2, 2, 4, 4, 4, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

int PlyElement::find(const std::string& property) const {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (properties[i].name == property) return static_cast<int>(i);
  }
  return -1;
}

PlyHeader read_ply_header(MeshFile& file) {
  if (file.peek(3) != "ply") file.refuse("is no PLY file: it does not begin with 'ply'");
  file.next_line();
  PlyHeader header;
  bool has_format = false;
  std::size_t names = 0;
  while (const auto line = file.next_line()) {
    std::string_view rest = *line;
    const std::string_view word = take_word(rest);
    if (word == "end_header") {
      if (!has_format) file.refuse_line("no line says the format");
      return header;
    }
    if (word == "format") {
      read_format(file, rest, header);
      has_format = true;
    } else if (word == "element") {
      PlyElement element;
      element.name = take_word(rest);
      element.count = whole_number(file, take_word(rest), "the number of an element");
      if (element.count < 0) file.refuse_line("the number of an element is below 0");
      header.elements.push_back(std::move(element));
      ++names;
    } else if (word == "property") {
      if (header.elements.empty()) file.refuse_line("a property stands before all elements");
      header.elements.back().properties.push_back(read_property(file, rest));
      ++names;
    } else if (!word.empty() && word != "comment" && word != "obj_info") {
      file.refuse_line(shown(word) + " is no word of the header of a PLY file");
    }
    if (names > kMostNames) file.refuse_line("the header has more than 1000 names");
  }
  file.refuse("ends within its header");
}

}  // namespace bitvox::meshes
