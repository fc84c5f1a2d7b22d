// SPDX-License-Identifier: BSD-2-Clause
// Damaged meshes in files.
#include <string>

#include "fuzz_file.hpp"
#include "fuzz_operation.hpp"
#include "fuzz_text.hpp"
#include "meshes/closedness.hpp"
#include "meshes/mesh_reader.hpp"

namespace bitvox::meshes {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Numbers of a binary file, some of them strange.
std::string binary(FuzzBytes& bytes, std::string header, std::int64_t length) {
  for (std::int64_t i = 0; i < length; ++i) {
    header.push_back(bytes.rarely() ? static_cast<char>(bytes.any<std::uint8_t>())
                                    : static_cast<char>(bytes.between(0, 3)));
  }
  return header;
}

std::string stl(FuzzBytes& bytes) {
  if (bytes.yes()) {
    return fuzz::nearly_right(
        bytes, {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                "vertex 0 1e0 0\nendloop\nendfacet\nendsolid a\n",
                "SOLID\r\nFACET\r\nOUTER LOOP\r\nVERTEX 0 0 -0\r\nVERTEX 1 .5 0\r\nVERTEX 2 3 4\r\n"
                "ENDLOOP\r\nENDFACET\r\nENDSOLID"});
  }
  const std::int64_t triangles = bytes.between(0, 4);
  const std::int64_t claimed = bytes.rarely() ? bytes.between(0, 255) : triangles;
  std::string header(80, bytes.rarely() ? 's' : ' ');
  header.push_back(static_cast<char>(claimed));
  header += std::string(3, '\0');
  return binary(bytes, header, 50 * triangles + (bytes.rarely() ? bytes.between(0, 60) : 0));
}

std::string ply(FuzzBytes& bytes) {
  const std::string header = fuzz::nearly_right(
      bytes,
      {"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
       "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
       "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
       "ply\nformat binary_little_endian 1.0\ncomment c\nelement vertex 4\nproperty double x\n"
       "property uchar y\nproperty float z\nelement face 2\nproperty list uchar ushort "
       "vertex_index\n"
       "property list uint8 float32 more\nend_header\n",
       "ply\nformat binary_big_endian 1.0\nelement face 2\nproperty list char uchar "
       "vertex_indices\n"
       "element other 2\nproperty short a\nelement vertex 3\nproperty char x\nproperty int8 y\n"
       "property short z\nend_header\n"});
  return header.find("ascii") != std::string::npos ? header
                                                   : binary(bytes, header, bytes.between(0, 120));
}

std::string obj(FuzzBytes& bytes) {
  return fuzz::nearly_right(bytes, {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf -1 -2 -3\n",
                                    "# c\no a\nf 1/2/3 2//1 3/1 4\nv 1 2 3 1\nv 4 5 6\nv 7 8 9\n"
                                    "vn 0 0 1\nv 1e3 .5 -2\ng b\nf 4 \\\n3 2\n"});
}

FuzzRun make_file(FuzzBytes& bytes) {
  const std::int64_t kind = bytes.between(0, 2);
  const std::string name = kind == 0 ? "fuzz.stl" : kind == 1 ? "fuzz.ply" : "fuzz.obj";
  const std::string text = kind == 0 ? stl(bytes) : kind == 1 ? ply(bytes) : obj(bytes);
  return [=](const std::string&, int, Progress& progress) {
    const fuzz::FuzzFile file(name, text);
    const Mesh mesh = read_mesh(file.path(), progress);
    test::Bits bits;
    for (const Point& point : mesh.vertices) {
      for (const double coordinate : point) bits.add(coordinate);
    }
    for (const Triangle& triangle : mesh.triangles) bits.add(triangle);
    const Closedness found = closedness(mesh, 3, progress);
    bits.add(found.edges).add(found.open).add(found.unbalanced).add(found.crowded);
    for (const Closedness::Edge& edge : found.first) bits.add(edge.from).add(edge.to);
    return bits;
  };
}

const fuzz::FuzzOperation file_operation("mesh_file", make_file);

}  // namespace
}  // namespace bitvox::meshes
