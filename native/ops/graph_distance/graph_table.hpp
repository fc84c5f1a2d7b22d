// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/graph_distance/weighted_graph.hpp"

namespace bitvox::graph_distance {

// A CSV file with the columns Vertex, Distance and Predecessor, one row per vertex. Distances have
// all their digits; what is not reached has none, and a source has no predecessor. Throws
// InvalidInput (lists of another length than the graph; a file that cannot be written, with the
// reason alone), Cancelled.
void write_table(const std::string& path, const Graph& graph,
                 const std::vector<std::int64_t>& distances,
                 const std::vector<std::int32_t>& predecessors, Progress& progress);

}  // namespace bitvox::graph_distance
