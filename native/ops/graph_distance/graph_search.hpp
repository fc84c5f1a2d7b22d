// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "ops/graph_distance/graph_distance.hpp"
#include "ops/graph_distance/path_sums.hpp"

namespace bitvox::graph_distance {

struct Job {
  const Graph& graph;
  const std::vector<std::int32_t>& sources;  // vertices, in order, none twice
  int threads;
};

// What a twin finds.
struct Found {
  std::vector<std::int64_t> distances;
  // Nearer ones only; what edges of weight 0 alone reach has none yet.
  std::vector<std::int32_t> predecessors;
  std::int64_t reached = 0;
  std::int64_t without = 0;  // vertices that are reached, no sources, and have no predecessor yet
  // A path leads to some vertex, but none of a length that the words hold.
  std::optional<std::int32_t> too_far;
};

// The twins. `Sum` is one of path_sums.hpp.
template <class Sum>
Found search_cpu(const Job& job, Progress& progress);
template <class Sum>
Found search_cuda(const Job& job, Progress& progress);

// How wide a window of distances is that is searched without an order: a part of what the edges
// weigh on average, or less where most weigh much less. Above 0, if any edge is.
double window_of(const Graph& graph);

// Predecessors that edges of weight 0 lead to.
void finish_predecessors(const Job& job, Found& found, Progress& progress);

}  // namespace bitvox::graph_distance
