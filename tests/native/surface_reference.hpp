// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "ops/surface/surface_cases.hpp"

// The obvious loop: every cell, every label in it, every edge looked up by its ends.
namespace bitvox::surface {

struct ReferenceSurface {
  std::vector<std::array<GridPoint, 3>> triangles;  // by cells, in a cell by first corners
  std::vector<std::int64_t> labels;                 // of them
  std::map<std::int64_t, std::int64_t> vertices;    // of each label
};

using LabelAt = std::function<std::int64_t(std::int64_t, std::int64_t, std::int64_t)>;
using PlaceBetween = std::function<GridPoint(const std::array<std::int64_t, 3>&,
                                             const std::array<std::int64_t, 3>&)>;

inline GridPoint middle(const std::array<std::int64_t, 3>& a,
                        const std::array<std::int64_t, 3>& b) {
  GridPoint point{};
  for (std::size_t k = 0; k < 3; ++k) {
    point[k] = static_cast<std::int32_t>((a[k] + b[k]) * kVoxel / 2);
  }
  return point;
}

inline ReferenceSurface reference_surface(const Shape& shape, const LabelAt& label_in,
                                          Connectivity connectivity,
                                          const PlaceBetween& place = middle) {
  const auto label_at = [&](const std::array<std::int64_t, 3>& p) {
    const bool is_there = p[0] >= 0 && p[0] < shape.width && p[1] >= 0 && p[1] < shape.height &&
                          p[2] >= 0 && p[2] < shape.depth;
    return is_there ? label_in(p[0], p[1], p[2]) : 0;
  };
  ReferenceSurface made;
  std::set<std::pair<std::int64_t, GridPoint>> vertices;
  for (std::int64_t k = 0; k <= shape.depth; ++k) {
    for (std::int64_t j = 0; j <= shape.height; ++j) {
      for (std::int64_t i = 0; i <= shape.width; ++i) {
        std::array<std::array<std::int64_t, 3>, 8> corners{};
        for (std::int64_t c = 0; c < 8; ++c) {
          corners[static_cast<std::size_t>(c)] = {i - 1 + (c & 1), j - 1 + (c >> 1 & 1),
                                                  k - 1 + (c >> 2)};
        }
        std::set<std::int64_t> done{0};
        for (const auto& corner : corners) {
          const std::int64_t label = label_at(corner);
          if (!done.insert(label).second) continue;
          unsigned inside = 0;
          for (unsigned c = 0; c < 8; ++c) {
            if (label_at(corners[c]) == label) inside |= 1U << c;
          }
          const CellCase& cell = cases_for(connectivity)[inside];
          for (std::size_t t = 0; t < cell.triangle_count; ++t) {
            std::array<GridPoint, 3> triangle{};
            for (std::size_t n = 0; n < 3; ++n) {
              const CellEdge& edge = kEdgesOfCell[cell.edges[cell.triangles[t][n]]];
              triangle[n] = place(corners[edge.corner], corners[edge.corner | 1U << edge.axis]);
              if (vertices.emplace(label, triangle[n]).second) ++made.vertices[label];
            }
            made.triangles.push_back(triangle);
            made.labels.push_back(label);
          }
        }
      }
    }
  }
  return made;
}

}  // namespace bitvox::surface
