// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <utility>
#include <vector>

#include "ops/skeleton_graph/longest_path.hpp"

namespace bitvox::skeleton_graph {
namespace {

class Marker {
 public:
  Marker(const Tracer& tracer, const Network& network, std::vector<bool>& marked)
      : tracer_(tracer),
        network_(network),
        marked_(marked),
        came_from_(network.junctions().size(), kUnseen) {}

  void mark(std::int64_t voxel) { marked_[static_cast<std::size_t>(voxel)] = true; }

  // The first and the last voxel of a path along links, which begins at a node.
  std::pair<std::int64_t, std::int64_t> mark(const FarthestNodes& found) {
    const std::int64_t only = network_.first_voxel(found.from);
    std::pair<std::int64_t, std::int64_t> ends = {only, only};
    std::int64_t node = found.from;
    bool begun = false;
    for (const std::int64_t i : found.links) {
      const Link& link = network_.links()[static_cast<std::size_t>(i)];
      const auto path = network_.path(i);
      for (const std::int64_t voxel : path) {
        mark(voxel);
      }
      const bool forwards = link.from == node;
      const std::int64_t enters = forwards ? path.front() : path.back();
      if (begun) {
        cross_junction(ends.second, enters);
      } else {
        ends.first = enters;
      }
      begun = true;
      ends.second = forwards ? path.back() : path.front();
      node = forwards ? link.to : link.from;
    }
    mark(ends.first);  // for a path without links
    return ends;
  }

 private:
  static constexpr std::int64_t kUnseen = -1;

  // Breadth first, through voxels of one junction. A path passes it once.
  void cross_junction(std::int64_t from, std::int64_t to) {
    const auto& junctions = network_.junctions();
    std::vector<std::int64_t> open = {from};
    came(from) = from;
    for (std::size_t next = 0; came(to) == kUnseen; ++next) {
      for (const std::int64_t n : tracer_.voxels().neighbours(open[next])) {
        const bool same =
            junctions[static_cast<std::size_t>(n)] == junctions[static_cast<std::size_t>(from)];
        if (same && came(n) == kUnseen) {
          came(n) = open[next];
          open.push_back(n);
        }
      }
    }
    for (std::int64_t i = to; i != from; i = came(i)) {
      mark(i);
    }
  }

  std::int64_t& came(std::int64_t voxel) { return came_from_[static_cast<std::size_t>(voxel)]; }

  const Tracer& tracer_;
  const Network& network_;
  std::vector<bool>& marked_;
  std::vector<std::int64_t> came_from_;
};

}  // namespace

void find_longest_paths(const Tracer& tracer, const Network& network,
                        const std::vector<std::int64_t>& part_of_voxel, std::vector<Part>& parts,
                        std::vector<bool>& marked, Progress& progress) {
  Steps steps(progress);
  std::vector<std::vector<std::int64_t>> nodes(parts.size());
  for (std::int64_t i = 0; i < network.nodes(); ++i) {
    steps.add();
    const auto voxel = static_cast<std::size_t>(network.first_voxel(i));
    nodes[static_cast<std::size_t>(part_of_voxel[voxel] - 1)].push_back(i);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (parts[i].loops() > 0) {
      require_searchable(std::ssize(nodes[i]), parts[i].branches);
    }
  }
  Marker marker(tracer, network, marked);
  FarthestNodesSearch search(network, progress);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    steps.add();
    const FarthestNodes found = search.among(nodes[i]);
    const auto [first, last] = marker.mark(found);
    parts[i].longest_path = found.length;
    parts[i].path_first = tracer.voxels().position(first);
    parts[i].path_last = tracer.voxels().position(last);
  }
}

}  // namespace bitvox::skeleton_graph
