// SPDX-License-Identifier: BSD-2-Clause
#include "ops/surface/surface_cases.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace bitvox::surface {
namespace {

using Polygon = std::vector<int>;  // edges of the cell

constexpr int kNoEdge = -1;

// The four corners of a face, counterclockwise from outside: of the axis a the lower or upper one.
std::array<int, 4> face_corners(int axis, int side) {
  const int base = side << axis;
  const int u = 1 << (axis + 1) % 3;
  const int v = 1 << (axis + 2) % 3;
  if (side == 1) return {base, base | u, base | u | v, base | v};
  return {base, base | v, base | u | v, base | u};
}

int edge_between(int a, int b) {
  for (int e = 0; e < kCellEdges; ++e) {
    const auto& [axis, corner] = kEdgesOfCell[static_cast<std::size_t>(e)];
    if (corner == std::min(a, b) && (corner | 1 << axis) == std::max(a, b)) return e;
  }
  throw std::logic_error("no edge");
}

// Whether two edges belong to one face: that is, both lie at the same end of an axis.
bool share_a_face(int first, int second) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const auto lies_in = [&](int e) {
        const CellEdge& edge = kEdgesOfCell[static_cast<std::size_t>(e)];
        return edge.axis != axis && (edge.corner >> axis & 1) == side;
      };
      if (lies_in(first) && lies_in(second)) return true;
    }
  }
  return false;
}

// The line from each edge with a vertex: walking around a face, from where the object is entered to
// where it is left. Of four vertices on a face each line cuts off one corner: one of the object if
// these are joined by faces alone, else one of the background.
std::array<int, kCellEdges> lines_of(unsigned inside, Connectivity connectivity) {
  std::array<int, kCellEdges> next{};
  next.fill(kNoEdge);
  const auto is_inside = [&](int corner) { return (inside >> corner & 1U) != 0; };
  for (int face = 0; face < 6; ++face) {
    const std::array<int, 4> around = face_corners(face / 2, face % 2);
    const auto corner = [&](int k) { return around[static_cast<std::size_t>(k & 3)]; };
    const auto enters = [&](int k) { return !is_inside(corner(k)) && is_inside(corner(k + 1)); };
    const auto leaves = [&](int k) { return is_inside(corner(k)) && !is_inside(corner(k + 1)); };
    const int step = connectivity == Connectivity::kFaces ? 1 : -1;
    for (int k = 0; k < 4; ++k) {
      if (!enters(k)) continue;
      int end = k + step;
      while (!leaves(end)) end += step;
      next[static_cast<std::size_t>(edge_between(corner(k), corner(k + 1)))] =
          edge_between(corner(end), corner(end + 1));
    }
  }
  return next;
}

std::vector<Polygon> polygons_of(unsigned inside, Connectivity connectivity) {
  const std::array<int, kCellEdges> next = lines_of(inside, connectivity);
  std::array<bool, kCellEdges> is_done{};
  std::vector<Polygon> polygons;
  for (std::size_t first = 0; first < next.size(); ++first) {
    if (next[first] == kNoEdge || is_done[first]) continue;
    Polygon polygon;
    for (std::size_t e = first; !is_done[e]; e = static_cast<std::size_t>(next[e])) {
      is_done[e] = true;
      polygon.push_back(static_cast<int>(e));
    }
    polygons.push_back(polygon);
  }
  return polygons;
}

// Cuts the polygon's part from place `first` to `last` into triangles, if that can be done by
// diagonals that lie in no face. A diagonal in a face might be drawn by the neighbour, too.
bool cut(const Polygon& polygon, std::size_t first, std::size_t last,
         std::vector<std::array<int, 3>>& triangles) {
  if (last - first < 2) return true;
  const std::size_t whole = polygon.size();
  const auto allowed = [&](std::size_t a, std::size_t b) {
    return b - a == 1 || b - a == whole - 1 || !share_a_face(polygon[a], polygon[b]);
  };
  for (std::size_t middle = first + 1; middle < last; ++middle) {
    if (!allowed(first, middle) || !allowed(middle, last)) continue;
    const std::size_t before = triangles.size();
    triangles.push_back({polygon[first], polygon[middle], polygon[last]});
    if (cut(polygon, first, middle, triangles) && cut(polygon, middle, last, triangles))
      return true;
    triangles.resize(before);
  }
  return false;
}

CellCase make_case(unsigned inside, Connectivity connectivity) {
  CellCase made;
  std::array<std::uint8_t, kCellEdges> places{};
  std::vector<std::array<int, 3>> triangles;
  for (const Polygon& polygon : polygons_of(inside, connectivity)) {
    for (const int edge : polygon) {
      places[static_cast<std::size_t>(edge)] = made.edge_count;
      made.edges[made.edge_count++] = static_cast<std::uint8_t>(edge);
    }
    if (!cut(polygon, 0, polygon.size() - 1, triangles)) throw std::logic_error("no triangles");
  }
  for (const auto& triangle : triangles) {
    auto& places_of_it = made.triangles.at(made.triangle_count++);
    for (std::size_t k = 0; k < 3; ++k) {
      places_of_it[k] = places[static_cast<std::size_t>(triangle[k])];
    }
  }
  return made;
}

CellCases make_cases(Connectivity connectivity) {
  CellCases cases;
  for (unsigned inside = 0; inside < cases.size(); ++inside) {
    cases[inside] = make_case(inside, connectivity);
  }
  return cases;
}

}  // namespace

const CellCases& cases_for(Connectivity connectivity) {
  static const CellCases by_edges = make_cases(Connectivity::kEdges);
  static const CellCases by_faces = make_cases(Connectivity::kFaces);
  return connectivity == Connectivity::kEdges ? by_edges : by_faces;
}

}  // namespace bitvox::surface
