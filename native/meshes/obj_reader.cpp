// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <string>

#include "meshes/mesh_builder.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {
namespace {

// Of "7", "7/1", "7//2", "-1": from 1, or from the end.
std::uint32_t vertex_of(const MeshFile& file, std::string_view word, std::int64_t vertices) {
  const std::int64_t number =
      whole_number(file, word.substr(0, word.find('/')), "the number of a vertex");
  if (number == 0) file.refuse_line("vertex 0 is none; vertices count from 1");
  if (number < -vertices || number > kMostVertices) {
    file.refuse_line("vertex " + std::to_string(number) + " is none of the " +
                     std::to_string(vertices) + " that stand above");
  }
  return static_cast<std::uint32_t>(number > 0 ? number - 1 : vertices + number);
}

class ObjReader {
 public:
  explicit ObjReader(MeshFile& file) : file_(file), builder_(file) {}

  Mesh read() {
    while (const auto line = file_.next_filled_line()) {
      std::string_view rest = *line;
      if (rest.ends_with('\\')) {
        read_line(joined(rest));
      } else {
        read_line(rest);
      }
    }
    if (largest_ >= builder_.vertices() && builder_.triangles() > 0) {
      file_.refuse("has a triangle with vertex " + std::to_string(largest_ + 1) + ", but only " +
                   std::to_string(builder_.vertices()) + " vertices");
    }
    return builder_.finish();
  }

 private:
  // A line that goes on in the next ones.
  std::string joined(std::string_view start) {
    constexpr std::size_t kLongest = std::size_t{1} << 24;
    std::string text(start);
    while (text.ends_with('\\')) {
      text.back() = ' ';
      if (text.size() > kLongest) file_.refuse_line("is longer than 16 MiB with those before it");
      const auto more = file_.next_line();
      if (!more) break;
      text += *more;
    }
    return text;
  }

  void read_line(std::string_view rest) {
    const std::string_view word = take_word(rest);
    if (word == "v") {
      builder_.add_vertex(take_point(file_, rest));
    } else if (word == "f") {
      read_face(rest);
    }
  }

  void read_face(std::string_view rest) {
    Fan fan(builder_);
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      const std::uint32_t vertex = vertex_of(file_, word, builder_.vertices());
      largest_ = std::max<std::int64_t>(largest_, vertex);
      fan.add(vertex);
    }
    if (fan.count() < 3) {
      file_.refuse_line("a face has " + std::to_string(fan.count()) +
                        (fan.count() == 1 ? " vertex" : " vertices") + "; three are the least");
    }
  }

  MeshFile& file_;
  MeshBuilder builder_;
  std::int64_t largest_ = -1;  // vertex of a face; faces may stand before their vertices
};

}  // namespace

Mesh read_obj(MeshFile& file) { return ObjReader(file).read(); }

}  // namespace bitvox::meshes
