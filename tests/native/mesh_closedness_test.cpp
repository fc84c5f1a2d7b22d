// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <random>

#include "meshes/closedness.hpp"

namespace bitvox::meshes {
namespace {

Mesh tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

Closedness of(const Mesh& mesh, std::size_t named = 5) {
  NoProgress quiet;
  return closedness(mesh, named, quiet);
}

TEST(MeshClosedness, ATetrahedronIsClosed) {
  const Closedness found = of(tetrahedron());
  EXPECT_EQ(6, found.edges);
  EXPECT_TRUE(found.is_simple());
  EXPECT_TRUE(found.first.empty());
  EXPECT_EQ("", open_edges_text(tetrahedron(), found));
}

TEST(MeshClosedness, AMissingTriangleLeavesThreeOpenEdges) {
  Mesh mesh = tetrahedron();
  mesh.triangles.pop_back();
  const Closedness found = of(mesh, 2);
  EXPECT_EQ(3, found.open);
  EXPECT_EQ(0, found.unbalanced);
  EXPECT_FALSE(found.is_closed());
  ASSERT_EQ(2U, found.first.size());
  EXPECT_EQ(0U, found.first[0].from);
  EXPECT_EQ(2U, found.first[0].to);
  EXPECT_EQ(1, found.first[0].forth);
  EXPECT_EQ(0, found.first[0].back);
  EXPECT_EQ(3U, found.first[1].to);
  EXPECT_EQ(
      "is not closed: 3 edges belong to one triangle. The first is from (0, 0, 0) to (0, 1, 0).",
      open_edges_text(mesh, found));
}

TEST(MeshClosedness, ATurnedTriangleUnbalancesItsEdges) {
  Mesh mesh = tetrahedron();
  std::swap(mesh.triangles[2][0], mesh.triangles[2][1]);
  const Closedness found = of(mesh);
  EXPECT_EQ(3, found.unbalanced);
  EXPECT_EQ(0, found.open);
  EXPECT_EQ(Closedness::Fault::kUnbalanced, found.first.at(0).fault);
  EXPECT_EQ(
      "is not closed: 3 edges to triangles that are turned differently. The first is from (1, 0, 0)"
      " to (0, 1, 0).",
      open_edges_text(mesh, found));
}

TEST(MeshClosedness, TetrahedraThatShareAnEdgeAreClosedNotSimple) {
  Mesh mesh = tetrahedron();
  mesh.vertices.push_back({-1, 0, 0});
  mesh.vertices.push_back({-1, -1, 0});
  const std::array<std::uint32_t, 4> second{0, 4, 5, 3};  // edge 0-3
  for (const Triangle& t : tetrahedron().triangles) {
    mesh.triangles.push_back({second[t[0]], second[t[1]], second[t[2]]});
  }
  const Closedness found = of(mesh);
  EXPECT_TRUE(found.is_closed());
  EXPECT_FALSE(found.is_simple());
  EXPECT_EQ(1, found.crowded);
  EXPECT_EQ(11, found.edges);
  EXPECT_EQ(2, found.first.at(0).forth);
  EXPECT_EQ(2, found.first.at(0).back);
}

TEST(MeshClosedness, TrianglesThatNameAVertexTwiceHaveNoPart) {
  Mesh mesh = tetrahedron();
  mesh.triangles.push_back({0, 0, 1});
  mesh.triangles.push_back({2, 2, 2});
  const Closedness found = of(mesh);
  EXPECT_EQ(2, found.degenerate);
  EXPECT_TRUE(found.is_simple());
}

// Against the obvious count, on triangles at random.
TEST(MeshClosedness, CountsAsTheObviousLoopDoes) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Mesh mesh;
    mesh.vertices.resize(6);
    for (int t = 0; t < 4 + round; ++t) {
      mesh.triangles.push_back({static_cast<std::uint32_t>(random() % 6),
                                static_cast<std::uint32_t>(random() % 6),
                                static_cast<std::uint32_t>(random() % 6)});
    }
    int forth[6][6] = {};
    for (const Triangle& t : mesh.triangles) {
      if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
      for (std::size_t k = 0; k < 3; ++k) ++forth[t[k]][t[(k + 1) % 3]];
    }
    std::int64_t edges = 0, open = 0, unbalanced = 0, crowded = 0;
    for (int a = 0; a < 6; ++a) {
      for (int b = a + 1; b < 6; ++b) {
        const int f = forth[a][b], r = forth[b][a];
        if (f + r == 0) continue;
        ++edges;
        if (f + r == 1) {
          ++open;
        } else if (f != r) {
          ++unbalanced;
        } else if (f > 1) {
          ++crowded;
        }
      }
    }
    const Closedness found = of(mesh, 100);
    EXPECT_EQ(edges, found.edges);
    EXPECT_EQ(open, found.open);
    EXPECT_EQ(unbalanced, found.unbalanced);
    EXPECT_EQ(crowded, found.crowded);
    EXPECT_EQ(open + unbalanced + crowded, static_cast<std::int64_t>(found.first.size()));
  }
}

}  // namespace
}  // namespace bitvox::meshes
