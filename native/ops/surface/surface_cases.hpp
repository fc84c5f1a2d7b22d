// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "ops/surface/surface.hpp"

namespace bitvox::surface {

// Corner c of a cell lies at x = c & 1, y = c >> 1 & 1, z = c >> 2 & 1. Edge 4 a + i runs along
// axis a from the i-th of the corners that are 0 there.
struct CellEdge {
  std::uint8_t axis = 0;
  std::uint8_t corner = 0;  // its lower end; the upper is corner | 1 << axis
};
inline constexpr int kCellEdges = 12;
inline constexpr std::array<CellEdge, kCellEdges> kEdgesOfCell{{{0, 0},
                                                                {0, 2},
                                                                {0, 4},
                                                                {0, 6},
                                                                {1, 0},
                                                                {1, 1},
                                                                {1, 4},
                                                                {1, 5},
                                                                {2, 0},
                                                                {2, 1},
                                                                {2, 2},
                                                                {2, 3}}};

// The triangles of a cell, by the set of its corners that are inside.
struct CellCase {
  static constexpr int kMostTriangles = 5;

  std::uint8_t edge_count = 0;  // edges with a vertex
  std::uint8_t triangle_count = 0;
  std::array<std::uint8_t, kCellEdges> edges{};
  // Places in `edges`, counterclockwise from outside.
  std::array<std::array<std::uint8_t, 3>, kMostTriangles> triangles{};
};

using CellCases = std::array<CellCase, 256>;

// Derived from the rule for faces (surface.hpp) when first asked for.
const CellCases& cases_for(Connectivity connectivity);

}  // namespace bitvox::surface
