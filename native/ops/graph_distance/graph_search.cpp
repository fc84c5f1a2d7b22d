// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/graph_search.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::graph_distance {
namespace {

double weight_of(const Graph& graph, std::int64_t arc) {
  const auto at = static_cast<std::size_t>(arc);
  if (graph.is_narrow()) return graph.narrow[at].weight;
  const std::uint64_t word = graph.wide[at].weight;
  return graph.units.kind == Kind::kFloats ? FloatSum::number(word) : WideSum::number(word);
}

// Vertices that are equally far, from those that have a predecessor or are sources, an edge of
// weight 0 after the other.
template <class Sum>
void spread(const Job& job, Found& found, Progress& progress) {
  const Graph& graph = job.graph;
  const LargeList<typename Sum::Arc>& arcs = arcs_of<Sum>(graph);
  const std::vector<std::int64_t>& distances = found.distances;
  sparse::Steady steady(progress);
  std::vector<std::int32_t> step, next;  // of vertices
  // body(v) for each v without a predecessor that an edge of weight 0 joins to u.
  const auto each_joined = [&](std::int32_t u, auto&& body) {
    const auto at = static_cast<std::size_t>(u);
    for (std::int64_t k = graph.starts[at]; k < graph.starts[at + 1]; ++k) {
      const auto& arc = arcs[static_cast<std::size_t>(k)];
      const auto to = static_cast<std::size_t>(arc.to);
      if (distances[to] != distances[at] || found.predecessors[to] != kNoPredecessor) continue;
      const auto distance = static_cast<typename Sum::Word>(distances[at]);
      if (Sum::add(distance, arc.weight) == distance) body(arc.to);
    }
    steady.worked(graph.starts[at + 1] - graph.starts[at] + 1);
  };
  std::vector<bool> is_source(distances.size());
  for (const std::int32_t source : job.sources) is_source[static_cast<std::size_t>(source)] = true;
  for (std::size_t u = 0; u < distances.size(); ++u) {
    if (found.predecessors[u] != kNoPredecessor || is_source[u]) {
      step.push_back(static_cast<std::int32_t>(u));
    }
  }
  while (!step.empty()) {
    next.clear();
    // Those of one step in order, so that the first one is the smallest.
    for (const std::int32_t u : step) {
      each_joined(u, [&](std::int32_t v) {
        if (is_source[static_cast<std::size_t>(v)]) return;
        found.predecessors[static_cast<std::size_t>(v)] = u;
        next.push_back(v);
      });
    }
    std::sort(next.begin(), next.end());
    step.swap(next);
    steady.worked(static_cast<std::int64_t>(step.size()));
  }
}

}  // namespace

double window_of(const Graph& graph) {
  // Of some arcs: the mean of the smaller half.
  constexpr std::int64_t kSample = 4096;
  const std::int64_t step = std::max<std::int64_t>(1, graph.arcs() / kSample);
  std::vector<double> weights;
  for (std::int64_t k = 0; k < graph.arcs(); k += step) {
    const double weight = weight_of(graph, k);
    if (weight > 0) weights.push_back(weight);
  }
  if (weights.empty()) return 1;
  const auto middle = weights.begin() + static_cast<std::ptrdiff_t>(weights.size() / 2);
  std::nth_element(weights.begin(), middle, weights.end());
  return *middle;
}

void finish_predecessors(const Job& job, Found& found, Progress& progress) {
  if (found.without == 0) return;
  if (job.graph.units.kind == Kind::kFloats) {
    spread<FloatSum>(job, found, progress);
  } else if (job.graph.is_narrow()) {
    spread<NarrowSum>(job, found, progress);
  } else {
    spread<WideSum>(job, found, progress);
  }
}

}  // namespace bitvox::graph_distance
