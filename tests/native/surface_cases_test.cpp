// SPDX-License-Identifier: BSD-2-Clause
// All cases of a cell, and all pairs of cells that share a face.
#include "ops/surface/surface_cases.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace bitvox::surface {
namespace {

using Side = std::pair<int, int>;  // from edge to edge of the cell

// Where a vertex on an edge of a cell lies, twice its coordinates.
std::array<int, 3> place(int edge) {
  const auto& [axis, corner] = kEdgesOfCell[static_cast<std::size_t>(edge)];
  std::array<int, 3> at{2 * (corner & 1), corner & 2, (corner & 4) / 2};
  ++at[axis];
  return at;
}

std::vector<Side> sides_of(const CellCase& cell) {
  std::vector<Side> sides;
  for (std::size_t t = 0; t < cell.triangle_count; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      sides.emplace_back(cell.edges[cell.triangles[t][k]],
                         cell.edges[cell.triangles[t][(k + 1) % 3]]);
    }
  }
  return sides;
}

// The sides of triangles that lie in a face of the cell.
std::vector<Side> sides_in_face(const CellCase& cell, std::size_t axis, int end) {
  std::vector<Side> found;
  for (const Side& side : sides_of(cell)) {
    if (place(side.first)[axis] == 2 * end && place(side.second)[axis] == 2 * end) {
      found.push_back(side);
    }
  }
  return found;
}

bool is_in_a_face(const Side& side) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int at = place(side.first)[axis];
    if (at != 1 && at == place(side.second)[axis]) return true;
  }
  return false;
}

class SurfaceCases : public testing::TestWithParam<Connectivity> {};

TEST_P(SurfaceCases, VerticesLieBetweenInsideAndOutside) {
  for (unsigned inside = 0; inside < 256; ++inside) {
    const CellCase& cell = cases_for(GetParam())[inside];
    std::set<int> expected;
    for (int e = 0; e < kCellEdges; ++e) {
      const auto& [axis, corner] = kEdgesOfCell[static_cast<std::size_t>(e)];
      if (((inside >> corner ^ inside >> (corner | 1 << axis)) & 1U) != 0) expected.insert(e);
    }
    const std::set<int> found(cell.edges.begin(), cell.edges.begin() + cell.edge_count);
    EXPECT_EQ(expected, found) << inside;
    EXPECT_EQ(found.size(), cell.edge_count) << inside;
    std::set<int> used;
    for (const Side& side : sides_of(cell)) used.insert(side.first);
    EXPECT_EQ(expected, used) << inside;
  }
}

// Within a cell, every side that lies in no face is met once by its opposite; no side comes twice.
TEST_P(SurfaceCases, SidesWithinACellAreMetByTheirOpposites) {
  for (unsigned inside = 0; inside < 256; ++inside) {
    std::map<Side, int> count;
    for (const Side& side : sides_of(cases_for(GetParam())[inside])) {
      EXPECT_EQ(1, ++count[side]) << inside;
    }
    for (const auto& [side, times] : count) {
      EXPECT_EQ(is_in_a_face(side) ? 0U : 1U, count.count({side.second, side.first})) << inside;
    }
  }
}

// The faces of all pairs of neighbours: what one cell draws there the other draws the other way.
TEST_P(SurfaceCases, NeighboursDrawTheSameLinesOnTheirFace) {
  const CellCases& cases = cases_for(GetParam());
  int pairs = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (unsigned first = 0; first < 256; ++first) {
      for (unsigned second = 0; second < 256; ++second) {
        bool agree = true;
        for (unsigned c = 0; c < 8; ++c) {
          if ((c >> axis & 1U) != 0) continue;
          agree = agree && (first >> (c | 1U << axis) & 1U) == (second >> c & 1U);
        }
        if (!agree) continue;
        ++pairs;
        std::set<std::pair<std::array<int, 3>, std::array<int, 3>>> drawn, met;
        for (const Side& side : sides_in_face(cases[first], axis, 1)) {
          auto from = place(side.first), to = place(side.second);
          from[axis] = to[axis] = 0;
          drawn.emplace(from, to);
        }
        for (const Side& side : sides_in_face(cases[second], axis, 0)) {
          met.emplace(place(side.second), place(side.first));
        }
        ASSERT_EQ(drawn, met) << axis << ' ' << first << ' ' << second;
      }
    }
  }
  EXPECT_EQ(3 * 4096, pairs);
}

// One corner inside: the triangle is seen counterclockwise from the others.
TEST_P(SurfaceCases, NormalsPointOutward) {
  for (int corner = 0; corner < 8; ++corner) {
    const CellCase& cell = cases_for(GetParam())[1U << corner];
    ASSERT_EQ(1, cell.triangle_count);
    std::array<std::array<int, 3>, 3> p{};
    for (std::size_t k = 0; k < 3; ++k) p[k] = place(cell.edges[cell.triangles[0][k]]);
    std::array<int, 3> a{}, b{}, out{};
    for (std::size_t k = 0; k < 3; ++k) {
      a[k] = p[1][k] - p[0][k];
      b[k] = p[2][k] - p[0][k];
      out[k] = (corner >> k & 1) != 0 ? -1 : 1;
    }
    EXPECT_GT(out[0] * (a[1] * b[2] - a[2] * b[1]) + out[1] * (a[2] * b[0] - a[0] * b[2]) +
                  out[2] * (a[0] * b[1] - a[1] * b[0]),
              0);
  }
}

// Opposite corners of a face: one piece or two. Opposite corners of the cell: two.
TEST(SurfaceRules, TheConnectivitySaysWhatIsJoined) {
  EXPECT_EQ(2, cases_for(Connectivity::kFaces)[0b1001].triangle_count);
  EXPECT_EQ(4, cases_for(Connectivity::kEdges)[0b1001].triangle_count);
  EXPECT_EQ(2, cases_for(Connectivity::kEdges)[0b10000001].triangle_count);
  EXPECT_EQ(2, cases_for(Connectivity::kFaces)[0b10000001].triangle_count);
}

INSTANTIATE_TEST_SUITE_P(Rules, SurfaceCases,
                         testing::Values(Connectivity::kEdges, Connectivity::kFaces));

}  // namespace
}  // namespace bitvox::surface
