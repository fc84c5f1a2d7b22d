// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "ops/graph_distance/exact_weights.hpp"
#include "ops/graph_distance/large_list.hpp"

namespace bitvox::graph_distance {

inline constexpr MemoryUser kUser{"Graph Distance", "Use a smaller graph."};
inline constexpr std::int64_t kMostVertices = (std::int64_t{1} << 31) - 1;

// Whether an edge leads both ways.
enum class Direction { kDirected, kUndirected };

// Edges in any order. Several may join the same two vertices, or a vertex to itself.
struct Edges {
  std::int64_t vertices = 0;
  std::vector<std::int32_t> from;
  std::vector<std::int32_t> to;
  ExactWeights weights;
  // What vertices are called, in increasing order; empty: vertex i is called i + 1.
  std::vector<std::int64_t> names;

  std::int64_t count() const { return static_cast<std::int64_t>(from.size()); }
};

struct NarrowArc {
  std::int32_t to;
  std::uint32_t weight;
};
struct WideArc {
  std::uint64_t weight;
  std::int32_t to;
};

// A graph as it is searched: the arcs that leave vertex i are numbers starts[i] .. starts[i + 1] -
// 1, in the order of the edges. They are narrow if the weights are whole numbers of 32 bits, else
// wide; the other list is empty.
struct Graph {
  LargeList<std::int64_t> starts{0};
  LargeList<NarrowArc> narrow;
  LargeList<WideArc> wide;
  Units units;
  Direction direction = Direction::kDirected;
  std::int64_t edges = 0;  // as they were given
  std::vector<std::int64_t> names;

  std::int64_t vertices() const { return static_cast<std::int64_t>(starts.size()) - 1; }
  std::int64_t arcs() const { return starts.back(); }
  bool is_narrow() const { return wide.empty(); }

  std::int64_t name(std::int64_t vertex) const;
  // The vertex of a name; -1 if there is none.
  std::int64_t vertex_of(std::int64_t name) const;
};

// Throws InvalidInput (a vertex that is not there, lists of different lengths, a negative weight or
// one that is not finite), Cancelled, HostOutOfMemory.
Graph to_graph(Edges edges, Direction direction, Progress& progress);

}  // namespace bitvox::graph_distance
