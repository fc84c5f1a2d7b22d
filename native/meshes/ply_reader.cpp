// SPDX-License-Identifier: BSD-2-Clause
#include <cmath>
#include <cstdint>
#include <string>

#include "meshes/bytes.hpp"
#include "meshes/mesh_builder.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/mesh_words.hpp"
#include "meshes/ply_header.hpp"

namespace bitvox::meshes {
namespace {

// Values of a row, one after the other.
class PlyText {
 public:
  explicit PlyText(MeshFile& file) : file_(file) {}

  void begin_row() {
    const auto line = file_.next_filled_line();
    if (!line) file_.refuse("ends too early; it is cut off");
    line_ = *line;
  }
  void end_row() {
    const std::string_view more = take_word(line_);
    if (!more.empty()) file_.refuse_line(shown(more) + " stands behind what is expected");
  }
  double number(PlyType) { return take_number(file_, line_, "a value"); }
  std::int64_t whole(PlyType) { return whole_number(file_, take_word(line_), "a value"); }
  void pass(PlyType) {
    if (take_word(line_).empty()) file_.refuse_line("a value is missing");
  }
  bool at_end() { return !file_.next_filled_line(); }

 private:
  MeshFile& file_;
  std::string_view line_;
};

class PlyBytes {
 public:
  PlyBytes(MeshFile& file, std::endian order) : file_(file), order_(order) {}

  void begin_row() {}
  void end_row() {}
  double number(PlyType type) {
    if (type == PlyType::kFloat) return static_cast<double>(next<float>());
    if (type == PlyType::kDouble) return next<double>();
    return static_cast<double>(whole(type));
  }
  std::int64_t whole(PlyType type) {
    switch (type) {
      case PlyType::kInt8:
        return next<std::int8_t>();
      case PlyType::kUint8:
        return next<std::uint8_t>();
      case PlyType::kInt16:
        return next<std::int16_t>();
      case PlyType::kUint16:
        return next<std::uint16_t>();
      case PlyType::kInt32:
        return next<std::int32_t>();
      default:
        return next<std::uint32_t>();
    }
  }
  void pass(PlyType type) { file_.bytes(bytes_of(type)); }
  bool at_end() { return file_.at_end(); }

 private:
  template <class Number>
  Number next() {
    return number_at<Number>(file_.bytes(sizeof(Number)), order_);
  }

  MeshFile& file_;
  std::endian order_;
};

// The number of an element's row in messages, from 1.
std::string row_name(const PlyElement& element, std::int64_t row) {
  return element.name + " " + std::to_string(row + 1);
}

template <class Values>
class PlyBody {
 public:
  PlyBody(MeshFile& file, const PlyHeader& header, Values values)
      : file_(file), header_(header), values_(std::move(values)), builder_(file) {}

  Mesh read() {
    for (const PlyElement& element : header_.elements) {
      if (element.name == "vertex") vertices_ += element.count;
    }
    for (const PlyElement& element : header_.elements) {
      if (element.properties.empty()) continue;  // takes no bytes
      if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "face") {
        read_faces(element);
      } else {
        for (std::int64_t row = 0; row < element.count; ++row) {
          read_row(element, row, [&](const PlyProperty& property, std::size_t) { pass(property); });
        }
      }
    }
    if (builder_.vertices() != vertices_) file_.refuse("its vertices have no properties");
    if (!values_.at_end()) file_.refuse("goes on behind its last element");
    return builder_.finish();
  }

 private:
  template <class Take>
  void read_row(const PlyElement& element, std::int64_t, const Take& take) {
    values_.begin_row();
    for (std::size_t i = 0; i < element.properties.size(); ++i) take(element.properties[i], i);
    values_.end_row();
  }

  std::int64_t list_length(const PlyProperty& list, const PlyElement& element, std::int64_t row) {
    const std::int64_t length = values_.whole(list.count);
    if (length < 0) file_.refuse(row_name(element, row) + " has a list of a length below 0");
    return length;
  }

  void pass(const PlyProperty& property) {
    const std::int64_t count = property.is_list ? values_.whole(property.count) : 1;
    for (std::int64_t i = 0; i < count; ++i) values_.pass(property.type);
  }

  void read_vertices(const PlyElement& element) {
    std::array<int, 3> places{element.find("x"), element.find("y"), element.find("z")};
    for (const int place : places) {
      if (place < 0 || element.properties[static_cast<std::size_t>(place)].is_list) {
        file_.refuse("its vertices lack x, y or z");
      }
    }
    for (std::int64_t row = 0; row < element.count; ++row) {
      Point point{};
      read_row(element, row, [&](const PlyProperty& property, std::size_t i) {
        bool is_coordinate = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          if (places[axis] != static_cast<int>(i)) continue;
          point[axis] = values_.number(property.type);
          is_coordinate = true;
        }
        if (!is_coordinate) pass(property);
      });
      for (const double coordinate : point) {
        if (!std::isfinite(coordinate)) {
          file_.refuse(row_name(element, row) + " has a coordinate that is " +
                       (std::isnan(coordinate) ? "no number" : "infinite"));
        }
      }
      builder_.add_vertex(point);
    }
  }

  void read_faces(const PlyElement& element) {
    int place = element.find("vertex_indices");
    if (place < 0) place = element.find("vertex_index");
    if (place < 0 || !element.properties[static_cast<std::size_t>(place)].is_list ||
        !is_whole(element.properties[static_cast<std::size_t>(place)].type)) {
      file_.refuse("its faces lack vertex_indices, a list of whole numbers");
    }
    for (std::int64_t row = 0; row < element.count; ++row) {
      read_row(element, row, [&](const PlyProperty& property, std::size_t i) {
        if (static_cast<int>(i) == place) {
          read_face(property, element, row);
        } else {
          pass(property);
        }
      });
    }
  }

  void read_face(const PlyProperty& list, const PlyElement& element, std::int64_t row) {
    const std::int64_t length = list_length(list, element, row);
    if (length < 3) {
      file_.refuse(row_name(element, row) + " has " + std::to_string(length) +
                   (length == 1 ? " vertex" : " vertices") + "; three are the least");
    }
    Fan fan(builder_);
    for (std::int64_t i = 0; i < length; ++i) {
      const std::int64_t vertex = values_.whole(list.type);
      if (vertex < 0 || vertex >= vertices_) {
        file_.refuse(row_name(element, row) + " names vertex " + std::to_string(vertex) +
                     ", but there are " + std::to_string(vertices_) + ", counted from 0");
      }
      fan.add(static_cast<std::uint32_t>(vertex));
    }
  }

  MeshFile& file_;
  const PlyHeader& header_;
  Values values_;
  MeshBuilder builder_;
  std::int64_t vertices_ = 0;  // that the header says
};

}  // namespace

Mesh read_ply(MeshFile& file) {
  const PlyHeader header = read_ply_header(file);
  for (const char* const needed : {"vertex", "face"}) {
    int found = 0;
    for (const PlyElement& element : header.elements) found += element.name == needed ? 1 : 0;
    if (found != 1) {
      file.refuse("has " + std::to_string(found) + " elements called " + needed +
                  "; one is needed");
    }
  }
  if (header.is_text) return PlyBody(file, header, PlyText(file)).read();
  return PlyBody(file, header, PlyBytes(file, header.order)).read();
}

}  // namespace bitvox::meshes
