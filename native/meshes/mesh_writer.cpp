// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/error.hpp"
#include "linear_systems/text_output.hpp"
#include "meshes/bytes.hpp"

namespace bitvox::meshes {
namespace {

using Group = MeshSource::Group;

// Collects what is written, and reports how far it is.
class Writer {
 public:
  Writer(const std::string& path, const MeshSource& mesh, Progress& progress)
      : out_(path), progress_(progress), total_(mesh.vertices() + mesh.triangles()) {
    buffer_.reserve(2 * kAtOnce);
  }

  void add(std::string_view text) { buffer_ += text; }
  template <class Number>
  void add_bytes(Number number) {
    std::array<char, sizeof(Number)> bytes{};
    put_number(bytes.data(), number, std::endian::little);
    buffer_.append(bytes.data(), bytes.size());
  }
  template <class Number>
  void add_text(Number number) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    buffer_.append(text.data(), end);
  }
  // A vertex or a triangle is complete.
  void done() {
    ++done_;
    if (buffer_.size() >= kAtOnce) flush();
  }
  void close() {
    flush();
    out_.close();
  }

 private:
  static constexpr std::size_t kAtOnce = std::size_t{1} << 20;

  void flush() {
    progress_.report(std::min(done_, total_), total_);
    out_.write(buffer_);
    buffer_.clear();
  }

  sparse::TextOutput out_;
  Progress& progress_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  std::string buffer_;
};

using Floats = std::array<float, 3>;

Floats floats_of(const Point& point) {
  return {static_cast<float>(point[0]), static_cast<float>(point[1]), static_cast<float>(point[2])};
}

// Of length 1, of the corners as they are written; 0 where there is no area.
Floats normal(const std::array<Floats, 3>& corners) {
  std::array<Point, 2> sides{};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t s = 0; s < 2; ++s) {
      sides[s][k] = static_cast<double>(corners[s + 1][k]) - static_cast<double>(corners[0][k]);
    }
  }
  // To numbers near 1: squares of tiny or large units are beyond doubles.
  double largest = 0;
  for (const Point& side : sides) {
    for (const double length : side) largest = std::max(largest, std::abs(length));
  }
  if (largest == 0) return {};
  for (Point& side : sides) {
    for (double& length : side) length /= largest;
  }
  const auto& [a, b] = sides;
  const Point cross{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                    a[0] * b[1] - a[1] * b[0]};
  const double length = std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  if (length == 0) return {};
  return floats_of({cross[0] / length, cross[1] / length, cross[2] / length});
}

void write_stl(const MeshSource& mesh, Writer& out) {
  if (mesh.triangles() > std::numeric_limits<std::uint32_t>::max()) {
    throw InvalidInput("an STL file cannot have " + std::to_string(mesh.triangles()) +
                       " triangles; write a PLY file");
  }
  std::string header = "binary STL, written by Bitvox";  // must not begin with "solid"
  header.resize(80, ' ');
  out.add(header);
  out.add_bytes(static_cast<std::uint32_t>(mesh.triangles()));
  for (std::int64_t t = 0; t < mesh.triangles(); ++t) {
    const Triangle triangle = mesh.triangle(t);
    std::array<Floats, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) corners[k] = floats_of(mesh.vertex(triangle[k]));
    for (const float value : normal(corners)) out.add_bytes(value);
    for (const Floats& corner : corners) {
      for (const float value : corner) out.add_bytes(value);
    }
    out.add_bytes(std::uint16_t{0});
    out.done();
  }
}

void write_ply(const MeshSource& mesh, Writer& out) {
  const std::vector<Group> groups = mesh.groups();
  out.add("ply\nformat binary_little_endian 1.0\ncomment written by Bitvox\nelement vertex ");
  out.add_text(mesh.vertices());
  out.add("\nproperty float x\nproperty float y\nproperty float z\nelement face ");
  out.add_text(mesh.triangles());
  out.add("\nproperty list uchar int vertex_indices\n");
  if (!groups.empty()) out.add("property int label\n");
  out.add("end_header\n");
  for (std::int64_t v = 0; v < mesh.vertices(); ++v) {
    for (const float value : floats_of(mesh.vertex(v))) out.add_bytes(value);
    out.done();
  }
  const auto write_triangle = [&](std::int64_t t) {
    out.add_bytes(std::uint8_t{3});
    for (const std::uint32_t vertex : mesh.triangle(t)) out.add_bytes(vertex);
  };
  for (const Group& group : groups) {
    for (std::int64_t t = group.first; t < group.end; ++t) {
      write_triangle(t);
      out.add_bytes(static_cast<std::int32_t>(group.label));
      out.done();
    }
  }
  if (!groups.empty()) return;
  for (std::int64_t t = 0; t < mesh.triangles(); ++t) {
    write_triangle(t);
    out.done();
  }
}

void write_obj(const MeshSource& mesh, Writer& out) {
  out.add("# written by Bitvox\n");
  for (std::int64_t v = 0; v < mesh.vertices(); ++v) {
    out.add("v");
    for (const float value : floats_of(mesh.vertex(v))) {
      out.add(" ");
      out.add_text(value);
    }
    out.add("\n");
    out.done();
  }
  const auto write_triangles = [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t t = first; t < end; ++t) {
      out.add("f");
      for (const std::uint32_t vertex : mesh.triangle(t)) {
        out.add(" ");
        out.add_text(std::int64_t{vertex} + 1);
      }
      out.add("\n");
      out.done();
    }
  };
  const std::vector<Group> groups = mesh.groups();
  for (const Group& group : groups) {
    out.add("o label_");
    out.add_text(group.label);
    out.add("\n");
    write_triangles(group.first, group.end);
  }
  if (groups.empty()) write_triangles(0, mesh.triangles());
}

class PlainMesh final : public MeshSource {
 public:
  explicit PlainMesh(const Mesh& mesh) : mesh_(mesh) {}
  std::int64_t vertices() const override {
    return static_cast<std::int64_t>(mesh_.vertices.size());
  }
  std::int64_t triangles() const override {
    return static_cast<std::int64_t>(mesh_.triangles.size());
  }
  Point vertex(std::int64_t number) const override {
    return mesh_.vertices[static_cast<std::size_t>(number)];
  }
  Triangle triangle(std::int64_t number) const override {
    return mesh_.triangles[static_cast<std::size_t>(number)];
  }

 private:
  const Mesh& mesh_;
};

}  // namespace

void write_mesh(const std::string& path, Format format, const MeshSource& mesh,
                Progress& progress) {
  Writer out(path, mesh, progress);
  switch (format) {
    case Format::kStl:
      write_stl(mesh, out);
      break;
    case Format::kPly:
      write_ply(mesh, out);
      break;
    case Format::kObj:
      write_obj(mesh, out);
      break;
  }
  out.close();
  progress.report(1, 1);
}

void write_mesh(const std::string& path, Format format, const Mesh& mesh, Progress& progress) {
  write_mesh(path, format, PlainMesh(mesh), progress);
}

}  // namespace bitvox::meshes
