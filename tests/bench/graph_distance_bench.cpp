// SPDX-License-Identifier: BSD-2-Clause
// Graphs of some 10 million edges of weights 1 to 1000. Names:
//   graph_distance/BACKEND/GRAPH  the whole call; also edges a second
// GRAPH is road, a square grid that is searched from its middle; random, any two vertices of a
// million, each edge one way; or floats, the road graph with weights of many decimals.
#include <benchmark/benchmark.h>

#include <map>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/graph_distance/graph_distance.hpp"
#include "whole_calls.hpp"

namespace bitvox::graph_distance {
namespace {

double benchmark_weight(bitvox::test::Random& random, bool has_decimals) {
  const auto whole = static_cast<double>(1 + random.below(1000));
  return has_decimals ? whole + static_cast<double>(random.below(1 << 20)) * 0x1p-20 : whole;
}

Edges road_edges(bool has_decimals) {
  constexpr std::int32_t kSide = 2236;
  bitvox::test::Random random(1);
  Edges edges;
  edges.vertices = std::int64_t{kSide} * kSide;
  const auto add = [&](std::int32_t from, std::int32_t to) {
    edges.from.push_back(from);
    edges.to.push_back(to);
    edges.weights.add(benchmark_weight(random, has_decimals));
  };
  for (std::int32_t v = 0; v < edges.vertices; ++v) {
    if ((v + 1) % kSide != 0) add(v, v + 1);
    if (v + kSide < edges.vertices) add(v, v + kSide);
  }
  return edges;
}

Edges random_edges() {
  constexpr std::int64_t kVertices = 1'000'003;
  constexpr std::int64_t kEdges = 10'000'019;
  bitvox::test::Random random(2);
  Edges edges;
  edges.vertices = kVertices;
  for (std::int64_t k = 0; k < kEdges; ++k) {
    edges.from.push_back(static_cast<std::int32_t>(random.below(kVertices)));
    edges.to.push_back(static_cast<std::int32_t>(random.below(kVertices)));
    edges.weights.add(benchmark_weight(random, false));
  }
  return edges;
}

const Graph& graph_called(const std::string& name) {
  static std::map<std::string, Graph> known;
  const auto [found, is_new] = known.try_emplace(name);
  if (is_new) {
    NoProgress quiet;
    found->second = name == "random"
                        ? to_graph(random_edges(), Direction::kDirected, quiet)
                        : to_graph(road_edges(name == "floats"), Direction::kUndirected, quiet);
  }
  return found->second;
}

void search(benchmark::State& state, const std::string& backend, const std::string& name) {
  const Graph& graph = graph_called(name);
  constexpr std::int64_t kMiddle = 1118 * 2236 + 1118;
  Options options;
  options.backend = backend;
  NoProgress quiet;
  const std::vector<std::int64_t> sources{name == "random" ? 6 : kMiddle + 1};
  bitvox::test::whole_calls(
      state, [&] { benchmark::DoNotOptimize(measure(graph, sources, options, quiet).reached); });
  state.counters["edges/s"] = benchmark::Counter(static_cast<double>(graph.edges),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

const bool registered = [] {
  for (const std::string& backend : bitvox::test::available_backends()) {
    if (backend == "avx2" || backend == "scalar") continue;  // the same code as the best CPU's
    for (const char* const graph : {"road", "random", "floats"}) {
      benchmark::RegisterBenchmark(("graph_distance/" + backend + "/" + graph).c_str(), search,
                                   backend, std::string(graph))
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::graph_distance
