// SPDX-License-Identifier: BSD-2-Clause
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "meshes/bytes.hpp"
#include "meshes/joined_corners.hpp"
#include "meshes/mesh_builder.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {
namespace {

constexpr std::int64_t kHeader = 80;  // any text
constexpr std::int64_t kStart = 84;   // the number of triangles behind it
constexpr std::int64_t kTriangle = 50;

std::int64_t bytes_of(std::int64_t triangles) { return kStart + kTriangle * triangles; }

bool begins_as_text(MeshFile& file) {
  std::string_view start = file.peek(kHeader);
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  start = start.substr(0, start.find_first_of("\r\n"));
  return lower(take_word(start)) == "solid";
}

// Some programs begin binary files with "solid": their size tells.
bool is_binary(MeshFile& file) {
  const std::string_view start = file.peek(kStart);
  if (start.size() == kStart && file.size() >= 0) {
    const auto claimed = number_at<std::uint32_t>(start.data() + kHeader, std::endian::little);
    if (bytes_of(claimed) == file.size()) return true;
  }
  return !begins_as_text(file);
}

Mesh read_binary(MeshFile& file) {
  if (file.peek(kStart).size() < kStart) {
    file.refuse("is no STL file: it neither begins with 'solid' nor has the 84 bytes of a header");
  }
  const std::int64_t claimed =
      number_at<std::uint32_t>(file.bytes(kStart) + kHeader, std::endian::little);
  if (file.size() >= 0 && file.size() != bytes_of(claimed)) {
    file.refuse("says that it has " + std::to_string(claimed) + " triangles, which take " +
                std::to_string(bytes_of(claimed)) + " bytes, but it has " +
                std::to_string(file.size()));
  }
  MeshBuilder builder(file);
  JoinedCorners joined(builder);
  for (std::int64_t t = 0; t < claimed; ++t) {
    const char* const record = file.bytes(kTriangle);
    std::array<Point, 3> corners{};
    for (std::size_t k = 0; k < 9; ++k) {  // behind the normal
      const float value = number_at<float>(record + 12 + 4 * k, std::endian::little);
      if (!std::isfinite(value)) {
        file.refuse("triangle " + std::to_string(t + 1) + " has a coordinate that is " +
                    (std::isnan(value) ? "no number" : "infinite"));
      }
      corners[k / 3][k % 3] = static_cast<double>(value);
    }
    joined.add_triangle(corners);
  }
  if (!file.at_end()) file.refuse("goes on behind its last triangle");
  return builder.finish();
}

// Lines: solid, and for each triangle facet, outer loop, three of vertex, endloop, endfacet.
Mesh read_text(MeshFile& file) {
  MeshBuilder builder(file);
  JoinedCorners joined(builder);
  std::array<Point, 3> corners{};
  std::size_t count = 0;
  bool in_solid = false;
  bool in_facet = false;
  while (const auto line = file.next_filled_line()) {
    std::string_view rest = *line;
    const std::string word = lower(take_word(rest));
    const auto expect = [&](bool allowed) {
      if (!allowed) file.refuse_line("'" + word + "' is out of place");
    };
    if (word == "vertex") {
      expect(in_facet);
      if (count == 3) file.refuse_line("is the fourth vertex of a facet; STL has triangles alone");
      corners[count++] = take_point(file, rest);
    } else if (word == "facet") {
      expect(in_solid && !in_facet);
      in_facet = true;
      count = 0;
    } else if (word == "endfacet") {
      expect(in_facet);
      if (count < 3) file.refuse_line("ends a facet of " + std::to_string(count) + " vertices");
      joined.add_triangle(corners);
      in_facet = false;
    } else if (word == "solid") {
      expect(!in_solid);
      in_solid = true;
    } else if (word == "endsolid") {
      expect(in_solid && !in_facet);
      in_solid = false;
    } else if (word == "outer" || word == "endloop") {
      expect(in_facet);
    } else {
      file.refuse_line(shown(word) + " is no word of an STL file");
    }
  }
  if (in_solid) file.refuse("ends without 'endsolid'; it is cut off");
  return builder.finish();
}

}  // namespace

Mesh read_stl(MeshFile& file) { return is_binary(file) ? read_binary(file) : read_text(file); }

}  // namespace bitvox::meshes
