// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/skeleton_graph/skeleton_network.hpp"

namespace bitvox::skeleton_graph {

// The shortest way between those two nodes of a connected graph that are farthest apart.
struct FarthestNodes {
  double length = 0;
  std::int64_t from = 0;  // not after the other in the order of nodes
  std::int64_t to = 0;
  std::vector<std::int64_t> links;  // from one to the other
};

// Finds it for each connected part of a network. A tree takes two sweeps: the node that is farthest
// from any is an end, and so is the one that is farthest from that. Elsewhere sweeps by Dijkstra's
// algorithm (E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische
// Mathematik 1 (1959) 269-271) start from one node after the other until the bounds that they give
// for the others say that none of those is farther from anything (F. W. Takes, W. A. Kosters,
// "Determining the diameter of small world networks", Proceedings of CIKM (2011) 1191-1196): a few
// sweeps as a rule, at worst one for each node. Exact but for the rounding of sums.
class FarthestNodesSearch {
 public:
  FarthestNodesSearch(const Network& network, Progress& progress);

  // The nodes of the part, ascending. Throws Cancelled.
  FarthestNodes among(const std::vector<std::int64_t>& nodes);

 private:
  // A link as seen from one of its ends.
  struct Arc {
    std::int64_t node;
    std::int64_t link;
    double length;
  };
  // What the sweeps from other nodes say about how far away from this one a node can be.
  struct Bounds {
    std::int64_t node;
    double least;
    double most;
  };

  std::int64_t sweep(std::int64_t from, const std::vector<std::int64_t>& nodes);
  FarthestNodes path_to(std::int64_t from, std::int64_t to) const;
  FarthestNodes in_a_tree(const std::vector<std::int64_t>& nodes);
  FarthestNodes with_loops(const std::vector<std::int64_t>& nodes);
  std::int64_t link_count(const std::vector<std::int64_t>& nodes) const;
  double distance(std::int64_t node) const { return distances_[static_cast<std::size_t>(node)]; }

  const Network& network_;
  Steps steps_;
  std::vector<Arc> arcs_;                // those of node 0, of node 1, ...
  std::vector<std::int64_t> first_arc_;  // where those of each node begin; then the end
  std::vector<double> distances_;        // from where the last sweep began
  std::vector<std::int64_t> came_by_;    // the last link on the way from there
};

// The worst case is a sweep from every node past every link: an hour for so many, about.
inline constexpr std::int64_t kMostSearchSteps = 100'000'000'000;

// Throws InvalidInput if a part with loops, and so many nodes and links, could take longer.
void require_searchable(std::int64_t nodes, std::int64_t links);

// Finds the longest path of each part, the parts' branches and nodes being counted, and marks its
// voxels, none of which is marked before. Throws InvalidInput before it searches, Cancelled.
void find_longest_paths(const Tracer& tracer, const Network& network,
                        const std::vector<std::int64_t>& part_of_voxel, std::vector<Part>& parts,
                        std::vector<bool>& marked, Progress& progress);

}  // namespace bitvox::skeleton_graph
