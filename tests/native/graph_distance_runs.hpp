// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <string>

#include "bits.hpp"
#include "graph_distance_reference.hpp"

namespace bitvox::graph_distance::test {

// The same graph as the operation wants it; whole numbers go through their text.
template <class Number>
Graph graph_of(const PlainGraph<Number>& plain) {
  Edges edges;
  edges.vertices = plain.vertices;
  for (const auto& edge : plain.edges) {
    edges.from.push_back(edge.from);
    edges.to.push_back(edge.to);
    if constexpr (std::is_same_v<Number, double>) {
      edges.weights.add(edge.weight);
    } else {
      edges.weights.add(std::to_string(static_cast<std::uint64_t>(edge.weight)));
    }
  }
  NoProgress quiet;
  return to_graph(std::move(edges), plain.direction, quiet);
}

inline bitvox::test::Bits bits_of(const Result& result) {
  bitvox::test::Bits bits;
  bits.add(result.distances).add(result.predecessors).add(result.reached).add(result.farthest);
  return bits;
}

// Vertices count from 0 here.
inline Result run(const Graph& graph, const std::vector<std::int32_t>& sources,
                  const std::string& backend, int threads = 0) {
  Options options;
  options.backend = backend;
  options.threads = threads;
  std::vector<std::int64_t> names;
  names.reserve(sources.size());
  for (const std::int32_t source : sources) names.push_back(graph.name(source));
  NoProgress quiet;
  return measure(graph, names, options, quiet);
}

template <class Number>
std::int64_t word_of(const std::optional<Number>& distance) {
  if (!distance) return kUnreached;
  if constexpr (std::is_same_v<Number, double>) {
    return std::bit_cast<std::int64_t>(*distance);
  } else {
    return static_cast<std::int64_t>(*distance);
  }
}

// Where the two differ, if they do.
template <class Number>
std::string difference(const PlainPaths<Number>& expected, const Result& result) {
  std::int64_t reached = 0, farthest = 0, largest = -1;
  for (std::size_t v = 0; v < expected.distances.size(); ++v) {
    const std::int64_t distance = word_of(expected.distances[v]);
    reached += distance != kUnreached ? 1 : 0;
    if (distance > largest) {
      largest = distance;
      farthest = static_cast<std::int64_t>(v);
    }
    if (result.distances.at(v) != distance) return "distance of " + std::to_string(v);
    if (result.predecessors.at(v) != expected.predecessors[v]) {
      return "predecessor of " + std::to_string(v) + ": " + std::to_string(result.predecessors[v]) +
             ", not " + std::to_string(expected.predecessors[v]);
    }
  }
  if (result.reached != reached) return "number of those that are reached";
  return result.farthest == farthest ? "" : "the farthest";
}

}  // namespace bitvox::graph_distance::test
