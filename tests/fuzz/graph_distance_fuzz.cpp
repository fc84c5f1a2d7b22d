// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/graph_distance/graph_distance.hpp"

namespace bitvox::graph_distance {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Small and large whole numbers, numbers of few and of many decimals; some are no weights.
std::string weight(FuzzBytes& bytes, std::int64_t kind) {
  std::string digits = std::to_string(bytes.between(0, 300));
  if (kind == 0) return std::to_string(bytes.between(0, 3));
  if (kind == 1) return digits;
  if (kind == 2) return digits + bytes.one_of({"00000000", "000000000000000", "", "0"});
  if (kind == 3) return digits + "." + std::to_string(bytes.between(0, 99));
  return digits + bytes.one_of({"e-3", "e-30", "e17", "e300", ".5", ""});
}

FuzzRun make(FuzzBytes& bytes) {
  Edges edges;
  edges.vertices = bytes.between(1, 80);
  const Direction direction = bytes.yes() ? Direction::kDirected : Direction::kUndirected;
  const std::int64_t kind = bytes.between(0, 4);
  for (std::int64_t k = bytes.between(0, 300); k > 0; --k) {
    if (!edges.weights.add(weight(bytes, kind)).empty()) continue;
    edges.from.push_back(static_cast<std::int32_t>(bytes.between(0, edges.vertices - 1)));
    edges.to.push_back(static_cast<std::int32_t>(bytes.between(0, edges.vertices - 1)));
  }
  std::vector<std::int64_t> sources;
  for (std::int64_t k = bytes.between(0, 4); k > 0; --k) {
    sources.push_back(bytes.between(0, edges.vertices));
  }
  NoProgress quiet;
  const Graph graph = to_graph(std::move(edges), direction, quiet);
  Options options;
  fuzz::fuzz_fields(bytes, options);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    const Result result = measure(graph, sources, options, progress);
    test::Bits bits;
    bits.add(result.distances).add(result.predecessors).add(result.reached).add(result.farthest);
    return bits;
  };
}

const fuzz::FuzzOperation operation("graph_distance", make);

}  // namespace
}  // namespace bitvox::graph_distance
