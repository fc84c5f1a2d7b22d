// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "ops/graph_distance/graph_search.hpp"

namespace bitvox::graph_distance {

// What the search on the GPU may try, for benchmarks; no result depends on it. 0: what suits.
struct CudaTuning {
  double width = 0;  // of a window
  int rounds = 0;    // within a block
  int most = 0;      // vertices of a block's own for which there is another round
  int lanes = 0;     // of a vertex: 1, 4 or 32
  int blocks = 0;    // on a multiprocessor
};

// And what it did, without the copies to the GPU and back.
struct CudaCounts {
  double search_ms = 0;
  double predecessors_ms = 0;
  std::int64_t visits = 0;  // of vertices
  std::int64_t steps = 0;   // after each of which the grid synchronised
};

template <class Sum>
Found search_cuda(const Job& job, const CudaTuning& tuning, CudaCounts* counts, Progress& progress);

}  // namespace bitvox::graph_distance
