// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/graph_distance.hpp"

#include <algorithm>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/graph_distance/graph_search.hpp"

namespace bitvox::graph_distance {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysArcs = 1 << 18;

std::vector<std::int32_t> vertices_of(const Graph& graph, const std::vector<std::int64_t>& names) {
  if (names.empty()) throw InvalidInput("there is no source; name at least one vertex");
  std::vector<std::int32_t> vertices;
  for (const std::int64_t name : names) {
    const std::int64_t vertex = graph.vertex_of(name);
    if (vertex < 0) {
      throw InvalidInput("the source " + std::to_string(name) +
                         " is no vertex of the graph; its vertices go from " +
                         std::to_string(graph.name(0)) + " to " +
                         std::to_string(graph.name(graph.vertices() - 1)));
    }
    vertices.push_back(static_cast<std::int32_t>(vertex));
  }
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

// Whether most vertices have one way on: then a GPU has little to do at once, and each step takes
// it a hundred times as long as a CPU.
bool is_chains(const Graph& graph) {
  constexpr std::int64_t kSample = 4096;
  constexpr std::int64_t kMost = 8;  // one in so many may have more
  const std::int64_t one_way = graph.direction == Direction::kUndirected ? 2 : 1;
  const std::int64_t step = std::max<std::int64_t>(1, graph.vertices() / kSample);
  std::int64_t looked_at = 0, with_more = 0;
  for (std::int64_t v = 0; v < graph.vertices(); v += step) {
    const auto at = static_cast<std::size_t>(v);
    ++looked_at;
    with_more += graph.starts[at + 1] - graph.starts[at] > one_way ? 1 : 0;
  }
  return with_more * kMost < looked_at;
}

template <class Sum>
Found search(const Job& job, const std::string& backend, RunReport& report, Progress& progress) {
  const bool is_for_cpu = job.graph.arcs() < kGpuPaysArcs || is_chains(job.graph);
  const GpuUse gpu = is_for_cpu ? GpuUse::kTooSmall : GpuUse::kPays;
  return run_on(
      backend, gpu, report, [&](Gpu) { return search_cuda<Sum>(job, progress); },
      [&](InstructionSet) { return search_cpu<Sum>(job, progress); }, nullptr, &progress);
}

// In 32 bits first: what does not fit shows in the finished distances.
Found search_any(const Job& job, const std::string& backend, RunReport& report,
                 Progress& progress) {
  if (job.graph.units.kind == Kind::kFloats) {
    return search<FloatSum>(job, backend, report, progress);
  }
  if (!job.graph.is_narrow()) return search<WideSum>(job, backend, report, progress);
  auto [small, large] = progress_parts(progress, 1, 1);
  Found found = search<SmallSum>(job, backend, report, small);
  if (found.too_far) return search<NarrowSum>(job, backend, report, large);
  return found;
}

}  // namespace

Result measure(const Graph& graph, const std::vector<std::int64_t>& sources, const Options& options,
               Progress& progress) {
  check_fields(options);
  const std::vector<std::int32_t> vertices = vertices_of(graph, sources);
  const Job job{graph, vertices, thread_count(options.threads)};
  constexpr std::int64_t kBytes = 36;  // of a vertex: results, and what is still to be looked at
  require_memory(kUser, host_memory(), kBytes * graph.vertices());
  Result result;
  progress.report(0, 1);
  auto [searching, finishing] = progress_parts(progress, 19, 1);
  Found found = search_any(job, options.backend, result.run, searching);
  if (found.too_far) {
    throw InvalidInput("the distance of vertex " + std::to_string(graph.name(*found.too_far)) +
                       (graph.units.kind == Kind::kFloats
                            ? " is more than a 64-bit float holds; divide all weights by 1e20, say"
                            : " is 2^63 - 1 or more; divide all weights by 1000, say"));
  }
  finish_predecessors(job, found, finishing);
  result.distances = std::move(found.distances);
  result.predecessors = std::move(found.predecessors);
  result.reached = found.reached;
  result.farthest =
      std::max_element(result.distances.begin(), result.distances.end()) - result.distances.begin();
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::graph_distance
