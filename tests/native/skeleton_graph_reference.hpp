// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "test_volumes.hpp"

// The graph of a skeleton by sets of voxels, as slow as it is obvious.
namespace bitvox::test {

using Voxel = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

// Foreground of a slice where the text has an 'x'.
inline BitVolume drawing(const std::vector<std::string>& rows) {
  const auto width = static_cast<std::int64_t>(rows.front().size());
  return make_volume({width, std::ssize(rows), 1}, [&](auto x, auto y, auto) {
    return rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == 'x';
  });
}

inline std::set<Voxel> voxels_of(const BitVolume& volume) {
  const Shape& s = volume.shape();
  std::set<Voxel> all;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x)
        if (voxel(volume, x, y, z)) all.insert({x, y, z});
  return all;
}

inline std::vector<Voxel> around(const std::set<Voxel>& all, const Voxel& v, std::int64_t reach_z) {
  std::vector<Voxel> found;
  const auto [x, y, z] = v;
  for (std::int64_t dz = -reach_z; dz <= reach_z; ++dz)
    for (std::int64_t dy = -1; dy <= 1; ++dy)
      for (std::int64_t dx = -1; dx <= 1; ++dx)
        if ((dx != 0 || dy != 0 || dz != 0) && all.count({x + dx, y + dy, z + dz}) != 0)
          found.push_back({x + dx, y + dy, z + dz});
  return found;
}

inline std::vector<std::set<Voxel>> components(const std::set<Voxel>& voxels,
                                               std::int64_t reach_z) {
  std::vector<std::set<Voxel>> parts;
  std::set<Voxel> left = voxels;
  while (!left.empty()) {
    std::set<Voxel> part;
    std::vector<Voxel> open = {*left.begin()};
    while (!open.empty()) {
      const Voxel v = open.back();
      open.pop_back();
      if (left.erase(v) == 0) continue;
      part.insert(v);
      for (const Voxel& n : around(left, v, reach_z)) open.push_back(n);
    }
    parts.push_back(part);
  }
  return parts;
}

// A slab has two neighbours, so a connected set of slabs is a line or a ring. Each is a branch
// together with the voxels at its ends; besides, an end point may touch another one or a junction.
struct ObviousGraph {
  struct Edge {
    std::size_t a, b;  // nodes
    double length;
    std::set<Voxel> slabs;
    std::vector<Voxel> ends;  // its voxels that are no slabs
  };

  std::set<Voxel> all, end_points, slabs, junction_voxels;
  std::vector<std::set<Voxel>> nodes;  // voxels of each; none for that of a ring
  std::size_t junctions = 0;           // how many of them, which come first
  std::vector<Edge> edges;

  ObviousGraph(const BitVolume& volume, const skeleton_graph::Options& options)
      : all(voxels_of(volume)) {
    const std::int64_t reach = options.extent == Extent::kVolume ? 1 : 0;
    for (const Voxel& v : all) {
      const auto count = around(all, v, reach).size();
      (count < 2 ? end_points : count == 2 ? slabs : junction_voxels).insert(v);
    }
    nodes = components(junction_voxels, reach);
    junctions = nodes.size();
    for (const Voxel& v : end_points) nodes.push_back({v});
    std::map<Voxel, std::size_t> node_of;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (const Voxel& v : nodes[i]) node_of[v] = i;
    const auto distance = [&](const Voxel& a, const Voxel& b) {
      const auto [ax, ay, az] = a;
      const auto [bx, by, bz] = b;
      return std::hypot(static_cast<double>(ax - bx) * options.spacing.x,
                        static_cast<double>(ay - by) * options.spacing.y,
                        static_cast<double>(az - bz) * options.spacing.z);
    };
    for (const std::set<Voxel>& line : components(slabs, reach)) {
      Edge edge{0, 0, 0, line, {}};
      for (const Voxel& v : line)
        for (const Voxel& n : around(all, v, reach)) {
          const bool inside = line.count(n) != 0;
          edge.length += inside ? distance(v, n) / 2 : distance(v, n);
          if (!inside) edge.ends.push_back(n);
        }
      if (edge.ends.empty()) {
        edge.a = edge.b = nodes.size();
        nodes.push_back({});
      } else {
        edge.a = node_of.at(edge.ends.front());
        edge.b = node_of.at(edge.ends.back());
      }
      edges.push_back(edge);
    }
    for (const Voxel& v : end_points)
      for (const Voxel& n : around(all, v, reach))
        if (junction_voxels.count(n) != 0 || (end_points.count(n) != 0 && v < n))
          edges.push_back({node_of.at(v), node_of.at(n), distance(v, n), {}, {v, n}});
  }

  // Whether two nodes are joined by those of the edges.
  bool joined(std::size_t a, std::size_t b, const std::vector<bool>& with) const {
    std::set<std::size_t> reached = {a};
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (std::size_t i = 0; i < edges.size(); ++i)
        if (with[i] && (reached.count(edges[i].a) != 0 || reached.count(edges[i].b) != 0))
          reached.insert({edges[i].a, edges[i].b});
    }
    return reached.count(b) != 0;
  }
};

}  // namespace bitvox::test
