// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "ops/graph_distance/graph_distance.hpp"
#include "test_volumes.hpp"

// Shortest paths the obvious way: Dijkstra's method with a heap, and predecessors as their rule is
// told. Number: double for floats, unsigned 64 bits for whole numbers.
namespace bitvox::graph_distance::test {

template <class Number>
struct PlainEdge {
  std::int32_t from;
  std::int32_t to;
  Number weight;
};

template <class Number>
struct PlainGraph {
  std::int32_t vertices;
  Direction direction;
  std::vector<PlainEdge<Number>> edges;
};

template <class Number>
struct PlainPaths {
  std::vector<std::optional<Number>> distances;
  std::vector<std::int32_t> predecessors;
};

template <class Number>
PlainPaths<Number> plain_paths(const PlainGraph<Number>& graph,
                               const std::vector<std::int32_t>& sources) {
  const auto n = static_cast<std::size_t>(graph.vertices);
  std::vector<std::vector<std::pair<std::size_t, Number>>> out(n);
  for (const auto& edge : graph.edges) {
    const auto from = static_cast<std::size_t>(edge.from);
    const auto to = static_cast<std::size_t>(edge.to);
    out[from].emplace_back(to, edge.weight);
    if (graph.direction == Direction::kUndirected) out[to].emplace_back(from, edge.weight);
  }
  PlainPaths<Number> paths{std::vector<std::optional<Number>>(n),
                           std::vector<std::int32_t>(n, kNoPredecessor)};
  using Item = std::pair<Number, std::size_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap;
  std::vector<bool> is_source(n), is_done(n);
  for (const std::int32_t source : sources) {
    is_source[static_cast<std::size_t>(source)] = true;
    paths.distances[static_cast<std::size_t>(source)] = Number{0};
    heap.emplace(Number{0}, static_cast<std::size_t>(source));
  }
  while (!heap.empty()) {
    const auto [distance, u] = heap.top();
    heap.pop();
    if (is_done[u]) continue;
    is_done[u] = true;
    for (const auto& [v, weight] : out[u]) {
      const Number sum = distance + weight;
      if (paths.distances[v] && *paths.distances[v] <= sum) continue;
      paths.distances[v] = sum;
      heap.emplace(sum, v);
    }
  }

  // Joined at just its distance: (u, v), u in increasing order.
  std::vector<std::pair<std::size_t, std::size_t>> tight;
  for (std::size_t u = 0; u < n; ++u) {
    if (!paths.distances[u]) continue;
    for (const auto& [v, weight] : out[u]) {
      if (*paths.distances[u] + weight == *paths.distances[v]) tight.emplace_back(u, v);
    }
  }
  constexpr int kFar = std::numeric_limits<int>::max();
  std::vector<int> steps(n, kFar);
  for (std::size_t v = 0; v < n; ++v) steps[v] = is_source[v] ? 0 : kFar;
  for (const auto& [u, v] : tight) {
    if (is_source[v] || *paths.distances[u] >= *paths.distances[v]) continue;
    steps[v] = 0;
    if (paths.predecessors[v] == kNoPredecessor) {
      paths.predecessors[v] = static_cast<std::int32_t>(u);
    }
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const auto& [u, v] : tight) {
      if (steps[u] == kFar || *paths.distances[u] < *paths.distances[v]) continue;
      if (steps[u] + 1 < steps[v]) {
        steps[v] = steps[u] + 1;
        has_changed = true;
      }
    }
  }
  for (const auto& [u, v] : tight) {
    if (steps[v] == 0 || steps[v] == kFar || paths.predecessors[v] != kNoPredecessor) continue;
    if (*paths.distances[u] == *paths.distances[v] && steps[u] + 1 == steps[v]) {
      paths.predecessors[v] = static_cast<std::int32_t>(u);
    }
  }
  return paths;
}

// Edges between any two vertices; some of them are loops, some are there twice.
template <class Number, class Weight>
PlainGraph<Number> random_graph(std::int32_t vertices, std::int64_t edges, Direction direction,
                                bitvox::test::Random& random, const Weight& weight) {
  PlainGraph<Number> graph{vertices, direction, {}};
  for (std::int64_t k = 0; k < edges; ++k) {
    graph.edges.push_back({static_cast<std::int32_t>(random.below(vertices)),
                           static_cast<std::int32_t>(random.below(vertices)), weight(random)});
  }
  return graph;
}

// Four neighbours on a rectangle.
template <class Number, class Weight>
PlainGraph<Number> grid_graph(std::int32_t width, std::int32_t height, Direction direction,
                              bitvox::test::Random& random, const Weight& weight) {
  PlainGraph<Number> graph{width * height, direction, {}};
  for (std::int32_t v = 0; v < width * height; ++v) {
    if ((v + 1) % width != 0) graph.edges.push_back({v, v + 1, weight(random)});
    if (v + width < width * height) graph.edges.push_back({v, v + width, weight(random)});
  }
  return graph;
}

}  // namespace bitvox::graph_distance::test
