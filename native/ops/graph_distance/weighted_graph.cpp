// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/weighted_graph.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::graph_distance {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

void check(const Edges& edges) {
  if (edges.vertices < 1 || edges.vertices > kMostVertices) {
    throw InvalidInput("a graph of " + std::to_string(edges.vertices) +
                       " vertices is not allowed; use 1 to " + std::to_string(kMostVertices));
  }
  if (edges.from.size() != edges.to.size() || edges.count() != edges.weights.size()) {
    throw InvalidInput("the beginnings, ends and weights of edges differ in number");
  }
  for (std::size_t k = 0; k < edges.from.size(); ++k) {
    for (const std::int32_t vertex : {edges.from[k], edges.to[k]}) {
      if (vertex < 0 || vertex >= edges.vertices) {
        throw InvalidInput("edge " + std::to_string(k) + " has vertex " + std::to_string(vertex) +
                           ", but vertices count from 0 to " + std::to_string(edges.vertices - 1));
      }
    }
  }
}

// Counting sort by the vertex that an arc leaves; put(place, to, weight).
template <class Put>
void sort_arcs(const Edges& edges, Direction direction, LargeList<std::int64_t>& starts,
               sparse::Steady& steady, Put&& put) {
  const std::vector<std::uint64_t>& weights = edges.weights.words();
  const bool is_both = direction == Direction::kUndirected;
  for (std::size_t k = 0; k < edges.from.size(); ++k) {
    const std::int32_t from = edges.from[k];
    const std::int32_t to = edges.to[k];
    put(starts[at(from)]++, to, weights[k]);
    if (is_both && from != to) put(starts[at(to)]++, from, weights[k]);
    steady.worked(1);
  }
  // Each start has become that of the next vertex.
  std::copy_backward(starts.begin(), starts.end() - 2, starts.end() - 1);
  starts.front() = 0;
}

}  // namespace

std::int64_t Graph::name(std::int64_t vertex) const {
  return names.empty() ? vertex + 1 : names[at(vertex)];
}

std::int64_t Graph::vertex_of(std::int64_t name) const {
  if (names.empty()) return name >= 1 && name <= vertices() ? name - 1 : -1;
  const auto found = std::lower_bound(names.begin(), names.end(), name);
  return found != names.end() && *found == name ? found - names.begin() : -1;
}

Graph to_graph(Edges edges, Direction direction, Progress& progress) {
  check(edges);
  edges.weights.finish();
  const std::vector<std::uint64_t>& weights = edges.weights.words();
  const bool is_narrow =
      edges.weights.units().kind == Kind::kWhole &&
      std::all_of(weights.begin(), weights.end(), [](auto weight) { return weight >> 32 == 0; });
  const std::int64_t most_arcs =
      direction == Direction::kUndirected ? 2 * edges.count() : edges.count();
  const auto arc_bytes = static_cast<std::int64_t>(is_narrow ? sizeof(NarrowArc) : sizeof(WideArc));
  require_memory(kUser, host_memory(), 8 * (edges.vertices + 1) + arc_bytes * most_arcs);

  Graph graph;
  graph.units = edges.weights.units();
  graph.direction = direction;
  graph.edges = edges.count();
  sparse::Steady steady(progress);
  graph.starts.assign(at(edges.vertices + 1), 0);
  for (std::size_t k = 0; k < edges.from.size(); ++k) {
    ++graph.starts[at(edges.from[k]) + 1];
    if (direction == Direction::kUndirected && edges.from[k] != edges.to[k]) {
      ++graph.starts[at(edges.to[k]) + 1];
    }
    steady.worked(1);
  }
  for (std::size_t i = 1; i < graph.starts.size(); ++i) graph.starts[i] += graph.starts[i - 1];
  if (is_narrow) {
    graph.narrow.resize(at(graph.arcs()));
    sort_arcs(edges, direction, graph.starts, steady,
              [&](std::int64_t place, std::int32_t to, std::uint64_t weight) {
                graph.narrow[at(place)] = {to, static_cast<std::uint32_t>(weight)};
              });
  } else {
    graph.wide.resize(at(graph.arcs()));
    sort_arcs(edges, direction, graph.starts, steady,
              [&](std::int64_t place, std::int32_t to, std::uint64_t weight) {
                graph.wide[at(place)] = {weight, to};
              });
  }
  graph.names = std::move(edges.names);
  return graph;
}

}  // namespace bitvox::graph_distance
