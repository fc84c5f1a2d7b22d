// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "ops/graph_distance/weighted_graph.hpp"

namespace bitvox::graph_distance {

// Single-source shortest paths in a graph whose edges have weights of 0 or more, from the nearest
// of several sources.
//
// The distance of a vertex is the smallest sum of weights along a path that leads to it from a
// source. Whole numbers, and decimals as ExactWeights says, are added exactly in 64 bits. Otherwise
// weights are 64-bit floats, and a path's weights are added in the path's order, each sum rounded
// to the nearest; the distance is the smallest of these. Rounded sums grow with what is added, so
// that the smallest is the one that Dijkstra's method finds: one number, whoever searches and in
// whatever order.
//
// The predecessor of a vertex is chosen from the finished distances. Of the vertices that an edge
// joins to it at just its distance, it is the one of the smallest number among those that are
// nearer to a source. If there is none, edges of weight 0 lead to it (or of weights that rounding
// swallows) from vertices that are equally far. Of these it is one from which the fewest such edges
// lead back to a vertex that has a nearer predecessor or is a source, and of these the one of the
// smallest number. So predecessors never run in circles, and form a tree for each source.
//
// E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1 (1959)
// 269-271. U. Meyer, P. Sanders, "Delta-stepping: a parallelizable shortest path algorithm",
// Journal of Algorithms 49 (2003) 114-152. A. Davidson, S. Baxter, M. Garland, J. D. Owens,
// "Work-efficient parallel GPU methods for single-source shortest paths", IPDPS 2014.

inline constexpr std::int64_t kUnreached = -1;
inline constexpr std::int32_t kNoPredecessor = -1;

struct Options : RunOptions {
  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
  }
};

struct Result {
  // In the graph's units: whole numbers, or the bits of floats; kUnreached where no path leads.
  std::vector<std::int64_t> distances;
  // The vertex before each one; kNoPredecessor for sources and what is not reached.
  std::vector<std::int32_t> predecessors;
  std::int64_t reached = 0;   // vertices, sources too
  std::int64_t farthest = 0;  // the vertex of the largest distance; of several the first
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("distances", &Result::distances);
    field("predecessors", &Result::predecessors);
    field("reached", &Result::reached);
    field("farthest", &Result::farthest);
    field("run", &Result::run);
  }
};

// sources: names of vertices, at least one; given twice is given once. The same bits for every
// backend and number of threads. Throws InvalidInput (options out of range, a source that is not
// there, a distance of 2^63 units or more, or of none that 64-bit floats hold), Cancelled,
// HostOutOfMemory, DeviceError.
Result measure(const Graph& graph, const std::vector<std::int64_t>& sources, const Options& options,
               Progress& progress);

}  // namespace bitvox::graph_distance
