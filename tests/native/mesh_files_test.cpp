// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "meshes/bytes.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/mesh_writer.hpp"
#include "platform/platform.hpp"
#include "refusal.hpp"
#include "text_file.hpp"

namespace bitvox::meshes {
namespace {

using bitvox::test::TextFile;

Mesh mesh_in(const std::string& name, const std::string& text) {
  NoProgress quiet;
  return read_mesh(TextFile(name, text).path(), quiet);
}

// Without the name of the file.
std::string refusal(const std::string& name, const std::string& text) {
  const TextFile file(name, text);
  NoProgress quiet;
  std::string words = bitvox::test::refusal([&] { read_mesh(file.path(), quiet); });
  if (words == "accepted") return words;
  EXPECT_EQ(words.rfind(file.name() + ": ", 0), 0U) << words;
  return words.substr(file.name().size() + 2);
}

// "0,0,0 1,0,0 0,1,0; 0-1-2".
std::string shown(const Mesh& mesh) {
  std::ostringstream text;
  for (const Point& p : mesh.vertices) text << p[0] << ',' << p[1] << ',' << p[2] << ' ';
  for (const Triangle& t : mesh.triangles) text << "; " << t[0] << '-' << t[1] << '-' << t[2];
  return text.str();
}

template <class Number>
std::string bytes(Number number, std::endian order = std::endian::little) {
  std::string text(sizeof(Number), '\0');
  put_number(text.data(), number, order);
  return text;
}

std::string binary_stl(std::uint32_t claimed, const std::vector<std::array<float, 9>>& triangles,
                       const std::string& start = "a part") {
  std::string text = start;
  text.resize(80, ' ');
  text += bytes(claimed);
  for (const auto& corners : triangles) {
    text += std::string(12, '\0');
    for (const float value : corners) text += bytes(value);
    text += std::string(2, '\0');
  }
  return text;
}

const std::array<float, 9> kFirst{0, 0, 0, 1, 0, 0, 0, 1, 0};
const std::array<float, 9> kSecond{1, 0, 0, 1, 1, 0, -0.0F, 1, 0};
const char* const kBoth = "0,0,0 1,0,0 0,1,0 1,1,0 ; 0-1-2; 1-3-2";

TEST(MeshFiles, ReadsBinaryStlAndJoinsEqualCorners) {
  EXPECT_EQ(kBoth, shown(mesh_in("a.stl", binary_stl(2, {kFirst, kSecond}))));
  EXPECT_EQ(kBoth, shown(mesh_in("a.STL", binary_stl(2, {kFirst, kSecond}, "solid as some say"))));
}

TEST(MeshFiles, JoinsManyCornersExactly) {
  std::vector<std::array<float, 9>> strip;
  for (int i = 0; i < 20000; ++i) {
    const auto x = static_cast<float>(i);
    strip.push_back({x, 0, 0, x + 1, 0, 0, x, 1, 0});
  }
  const Mesh mesh = mesh_in("a.stl", binary_stl(20000, strip));
  EXPECT_EQ(40001U, mesh.vertices.size());
  for (std::size_t i = 0; i < strip.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Point& p = mesh.vertices[mesh.triangles[i][k]];
      ASSERT_EQ(static_cast<double>(strip[i][3 * k]), p[0]);
      ASSERT_EQ(static_cast<double>(strip[i][3 * k + 1]), p[1]);
    }
  }
}

// Faces with vertices of their own, as where normals differ.
TEST(MeshFiles, JoinsVerticesAtOnePlace) {
  EXPECT_EQ(kBoth, shown(mesh_in("a.obj",
                                 "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\nv 1 0 0\nv 1 1 0\n"
                                 "v -0 1 0\nf 5 6 7\n")));
  EXPECT_EQ(kBoth, shown(mesh_in("a.ply",
                                 "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\n"
                                 "property float y\nproperty float z\nelement face 2\n"
                                 "property list uchar int vertex_indices\nend_header\n"
                                 "0 0 0\n1 0 0\n0 1 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 3 4 5\n")));
}

TEST(MeshFiles, ReadsTextStl) {
  EXPECT_EQ("0,0,0 1,0,0 0,1.5,0 ; 0-1-2; 1-0-2",
            shown(mesh_in("a.stl",
                          "SOLID part\r\n FACET normal 0 0 1\r\n  outer loop\r\n"
                          "   vertex 0 0 -0\r\n   VERTEX +1e0 0 0\r\n\r\n"
                          "   vertex 0 1.5 0\r\n  endloop\r\n endfacet\r\nendsolid\r\n"
                          "solid\nfacet\nouter loop\nvertex 1 0 0\nvertex 0 0 0\n"
                          "vertex 0 1.5 1e-400\nendloop\nendfacet\nendsolid")));
}

TEST(MeshFiles, SaysWhatIsWrongWithStl) {
  const std::array<float, 9> no_number{0, 0, 0, 1, std::nanf(""), 0, 0, 1, 0};
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "is empty"},
      {"hello", "is no STL file: it neither begins with 'solid' nor has the 84 bytes of a header"},
      {binary_stl(1000000, {kFirst}),
       "says that it has 1000000 triangles, which take 50000084 bytes, but it has 134"},
      {binary_stl(4294967295U, {}),
       "says that it has 4294967295 triangles, which take 214748364834 bytes, but it has 84"},
      {binary_stl(1, {kFirst, kFirst}),
       "says that it has 1 triangles, which take 134 bytes, but it has 184"},
      {binary_stl(0, {}), "has no triangles"},
      {binary_stl(2, {kFirst, no_number}), "triangle 2 has a coordinate that is no number"},
      {"solid\nendsolid\n", "has no triangles"},
      {"solid\nfacet\nouter loop\nvertex 0 0 0\n", "ends without 'endsolid'; it is cut off"},
      {"solid\nfacet\nvertex 0 0\n", "line 3: a coordinate is missing"},
      {"solid\nfacet\nvertex 0 0 inf\n", "line 3: a coordinate is 'inf', which is not finite"},
      {"solid\nfacet\nvertex 0 1e999 0\n", "line 3: a coordinate is '1e999', which is too large"},
      {"solid\nfacet\nvertex 0 x 0\n", "line 3: a coordinate is 'x', which is no number"},
      {"solid\nvertex 0 0 0\n", "line 2: 'vertex' is out of place"},
      {"solid\nfacet\nvertex 0 0 0\nendfacet", "line 4: ends a facet of 1 vertices"},
      {"solid\nfacet\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 0 2\nvertex 1 2 3",
       "line 6: is the fourth vertex of a facet; STL has triangles alone"},
      {"solid\nfacet\nfacet", "line 3: 'facet' is out of place"},
      {"solid\nnonsense", "line 2: 'nonsense' is no word of an STL file"},
  };
  for (const auto& [text, words] : cases) EXPECT_EQ(words, refusal("a.stl", text));
}

TEST(MeshFiles, ReadsObj) {
  EXPECT_EQ("0,0,0 1,0,0 1,1,0 0,1,0 ; 0-1-2; 0-2-3",
            shown(mesh_in("a.obj",
                          "\xef\xbb\xbf"
                          "v 0 0 0\nv 1 0 0 1\n# a comment\nvt 0 0\nvn 0 0 1\ng part\n"
                          "v 1 1 0\nv 0 1 0\nusemtl gold\nf 1 2/1 3//1 4/1/1\n")));
  EXPECT_EQ("0,0,0 1,0,0 0,1,0 ; 0-1-2; 2-1-0",
            shown(mesh_in("a.obj", "v 0 0 0\rv 1 0 0\rv 0 1 0\rf -3 -2 -1\rf 3 \\\r2 \\\r1")));
  EXPECT_EQ("0,0,0 1,0,0 0,1,0 ; 0-1-2",
            shown(mesh_in("a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n")));
}

TEST(MeshFiles, SaysWhatIsWrongWithObj) {
  const std::string start = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "is empty"},
      {start, "has no triangles"},
      {start + "f 1 2 4\n", "has a triangle with vertex 4, but only 3 vertices"},
      {start + "f 1 2 -4\n", "line 4: vertex -4 is none of the 3 that stand above"},
      {start + "f 0 1 2\n", "line 4: vertex 0 is none; vertices count from 1"},
      {start + "f 1 2\n", "line 4: a face has 2 vertices; three are the least"},
      {start + "f 1 2 99999999999999999999\n",
       "line 4: the number of a vertex is '99999999999999999999', which is no whole number"},
      {start + "f 1 2 9999999999\n", "line 4: vertex 9999999999 is none of the 3 that stand above"},
      {start + "f 1 2 x\n", "line 4: the number of a vertex is 'x', which is no whole number"},
      {"v 0 nan 0\n", "line 1: a coordinate is 'nan', which is not finite"},
      {"v 0 0\n", "line 1: a coordinate is missing"},
      {std::string(3 << 20, 'v'), "line 1: is longer than 1 MiB"},
  };
  for (const auto& [text, words] : cases) EXPECT_EQ(words, refusal("a.obj", text));
}

const char* const kPlyHeader =
    "element vertex 4\nproperty float x\nproperty double y\nproperty uchar red\nproperty float z\n"
    "element face 2\nproperty list uchar int vertex_indices\nproperty short label\n"
    "element edge 1\nproperty list int float lengths\nend_header\n";

TEST(MeshFiles, ReadsTextPly) {
  EXPECT_EQ("0,0,0 1,0,0 1,1,0 0,1,2 ; 0-1-2; 0-2-3; 3-2-1",
            shown(mesh_in("a.ply", std::string("ply\nformat ascii 1.0\ncomment x\n") + kPlyHeader +
                                       "0 0 255 0\n1 0 255 0\n\n1 1 255 0\n0 1 255 2\n"
                                       "4 0 1 2 3 7\n3 3 2 1 7\n2 0.5 nan\n")));
}

TEST(MeshFiles, ReadsBinaryPlyOfBothByteOrders) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const char* const name = order == std::endian::little ? "little" : "big";
    std::string text = "ply\nformat binary_";
    text.append(name).append("_endian 1.0\n").append(kPlyHeader);
    const double coordinates[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 2}};
    for (const auto& p : coordinates) {
      text += bytes(static_cast<float>(p[0]), order);
      text += bytes(p[1], order);
      text.push_back('\n');
      text += bytes(static_cast<float>(p[2]), order);
    }
    for (const std::vector<std::int32_t>& face :
         std::vector<std::vector<std::int32_t>>{{0, 1, 2, 3}, {3, 2, 1}}) {
      text += static_cast<char>(face.size());
      for (const std::int32_t vertex : face) text += bytes(vertex, order);
      text += bytes(std::int16_t{7}, order);
    }
    const std::string whole = text + bytes(std::int32_t{1}, order) + bytes(0.5F, order);
    EXPECT_EQ("0,0,0 1,0,0 1,1,0 0,1,2 ; 0-1-2; 0-2-3; 3-2-1", shown(mesh_in("a.ply", whole)));
    EXPECT_EQ("ends too early; it is cut off", refusal("a.ply", text));
    EXPECT_EQ("goes on behind its last element", refusal("a.ply", whole + "x"));
    EXPECT_EQ("ends too early; it is cut off",
              refusal("a.ply", text + bytes(std::int32_t{2000000000}, order)));
  }
}

TEST(MeshFiles, SaysWhatIsWrongWithPly) {
  const std::string vertex = "property float x\nproperty float y\nproperty float z\n";
  const std::string face = "property list uchar int vertex_indices\n";
  const std::string start = "ply\nformat ascii 1.0\n";
  const std::string header =
      start + "element vertex 3\n" + vertex + "element face 1\n" + face + "end_header\n";
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"plywood", "ends within its header"},
      {"solid", "is no PLY file: it does not begin with 'ply'"},
      {"ply\nend_header\n", "line 2: no line says the format"},
      {"ply\nformat zip 1.0\n",
       "line 2: the format is 'zip'; use ascii, binary_little_endian or binary_big_endian"},
      {start + "element vertex -1\n", "line 3: the number of an element is below 0"},
      {start + "element vertex x\n",
       "line 3: the number of an element is 'x', which is no whole number"},
      {start + "property float x\n", "line 3: a property stands before all elements"},
      {start + "element vertex 1\nproperty quad x\n", "line 4: 'quad' is no type of a PLY file"},
      {start + "element vertex 1\nproperty list float int x\n",
       "line 4: the length of a list is no whole number"},
      {start + "elephant\n", "line 3: 'elephant' is no word of the header of a PLY file"},
      {start + "element vertex 3\n" + vertex + "end_header\n" + points,
       "has 0 elements called face; one is needed"},
      {start + "element vertex 3\nproperty float x\nelement face 1\n" + face + "end_header\n",
       "its vertices lack x, y or z"},
      {start + "element vertex 9000000000000000000\nelement face 1\n" + face +
           "end_header\n3 0 1 2\n",
       "its vertices have no properties"},
      {start + "element vertex 3\n" + vertex + "element face 1\nproperty int a\nend_header\n" +
           points + "1\n",
       "its faces lack vertex_indices, a list of whole numbers"},
      {start + "element vertex 3\n" + vertex + "element face 1000000000000\n" + face +
           "end_header\n" + points + "3 0 1 2\n",
       "ends too early; it is cut off"},
      {start + "element vertex 1000000000000\n" + vertex + "element face 1\n" + face +
           "end_header\n" + points,
       "ends too early; it is cut off"},
      {header + points + "3 0 1 3\n", "face 1 names vertex 3, but there are 3, counted from 0"},
      {header + points + "3 0 1 -1\n", "face 1 names vertex -1, but there are 3, counted from 0"},
      {header + points + "2 0 1\n", "face 1 has 2 vertices; three are the least"},
      {header + points + "-3 0 1 2\n", "face 1 has a list of a length below 0"},
      {header + points + "3 0 1 2 5\n", "line 13: '5' stands behind what is expected"},
      {header + points + "4 0 1 2\n", "line 13: a value is missing"},
      {header + points + "3 0 1 2\n7", "goes on behind its last element"},
      {header + "0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "line 10: a value is missing"},
      {header + "0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n",
       "line 10: a value is 'nan', which is not finite"},
  };
  for (const auto& [text, words] : cases) {
    const std::string said = refusal("a.ply", text);
    EXPECT_EQ(words, said.substr(0, said.find(". It looks like")));
  }
}

TEST(MeshFiles, OtherFilesAreNone) {
  NoProgress quiet;
  EXPECT_EQ("a.off: is no mesh; a name that ends with .stl, .ply or .obj is needed",
            bitvox::test::refusal([&] { read_mesh("/tmp/a.off", quiet); }));
  EXPECT_EQ("none.stl: cannot be read: No such file or directory",
            bitvox::test::refusal([&] { read_mesh("/nowhere/none.stl", quiet); }));
}

TEST(MeshFiles, ReadsFromAPipe) {
  if (!bitvox::test::has_pipes()) GTEST_SKIP() << "no pipes with names of files here";
  const std::string path = testing::TempDir() + std::to_string(getpid()) + "pipe.stl";
  ASSERT_TRUE(bitvox::test::make_pipe(path));
  std::thread writer([&] {
    std::ofstream(path, std::ios::binary) << binary_stl(2, {kFirst, kSecond});
  });
  NoProgress quiet;
  const Mesh mesh = read_mesh(path, quiet);
  writer.join();
  std::remove(path.c_str());
  EXPECT_EQ(kBoth, shown(mesh));
}

TEST(MeshFiles, WhatIsWrittenIsReadAgain) {
  Mesh mesh;
  std::mt19937 random(5);
  for (int v = 0; v < 500; ++v) {
    Point point{};
    for (double& x : point) x = static_cast<double>(static_cast<float>(random()) * 1e-5F);
    mesh.vertices.push_back(point);
  }
  for (std::uint32_t t = 0; t < 900; ++t) mesh.triangles.push_back({t / 2, t / 3 + 1, t % 500});
  mesh.triangles.push_back({0, 1, 2});
  NoProgress quiet;
  const auto floats = [](const Point& point) {  // text has as many digits as these need
    return std::array{static_cast<float>(point[0]), static_cast<float>(point[1]),
                      static_cast<float>(point[2])};
  };
  const auto corners = [&](const Mesh& of) {
    std::vector<std::array<float, 3>> all;
    for (const Triangle& t : of.triangles) {
      for (const std::uint32_t vertex : t) all.push_back(floats(of.vertices[vertex]));
    }
    return all;
  };
  for (const char* const name : {"w.stl", "w.ply", "w.obj"}) {
    const TextFile file(name, "");
    write_mesh(file.path(), format_of(file.path()), mesh, quiet);
    const Mesh again = read_mesh(file.path(), quiet);
    EXPECT_EQ(corners(mesh), corners(again)) << name;
    if (format_of(name) == Format::kStl) continue;
    EXPECT_EQ(mesh.vertices.size(), again.vertices.size()) << name;
    EXPECT_EQ(mesh.triangles, again.triangles) << name;
  }
}

TEST(MeshFiles, WhatCannotBeWrittenIsSaid) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no file that is always full here";
  NoProgress quiet;
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  for (const Format format : {Format::kStl, Format::kPly, Format::kObj}) {
    EXPECT_EQ("No space left on device",
              bitvox::test::refusal([&] { write_mesh("/dev/full", format, mesh, quiet); }));
  }
}

TEST(MeshFiles, WhatAFileLooksLikeIsSaid) {
  const auto said = [](const std::string& name, const std::string& text) {
    const std::string words = refusal(name, text);
    return words.substr(words.find(". It looks like ") + 2);
  };
  const std::string utf16(
      "\xff\xfev\0 \0"
      "1\0",
      8);
  EXPECT_EQ(refusal("a.obj", utf16),
            "has no triangles. It looks like a text in UTF-16: save it as UTF-8");
  EXPECT_EQ(said("a.stl", std::string("II*\0", 4) + std::string(200, 'x')),
            "It looks like a TIFF image; Bitvox Surface makes meshes of images");
  EXPECT_EQ(said("a.ply", "solid part\nendsolid\n"),
            "It looks like an STL file: let its name end with .stl");
  EXPECT_EQ(said("a.obj", binary_stl(1, {{0, 0, 0, 1, 0, 0, 0, 1, 0}})),
            "It looks like a binary STL file: let its name end with .stl");
  EXPECT_EQ(said("a.stl", "ply\nformat ascii 1.0\n"),
            "It looks like a PLY file: let its name end with .ply");
  EXPECT_EQ(refusal("a.stl", "solid part\nfacet\n").find("It looks"), std::string::npos);
  // A header may begin as it likes.
  EXPECT_EQ(refusal("a.stl", binary_stl(1, {{0, 0, 0, 1, 0, 0, 0, 1, 0}}, "PK\x03\x04")),
            "accepted");
}

}  // namespace
}  // namespace bitvox::meshes
