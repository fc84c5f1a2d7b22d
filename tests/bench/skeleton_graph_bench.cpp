// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>

#include "ops/sample_foam/sample_foam.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {
namespace {

void skeleton_graph_bench(benchmark::State& state) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  const BitVolume foam = sample_foam::fill({{side, side, side}, 3, 9, 0.5, 1}, progress);
  const skeleton3d::Result thin = skeleton3d::thin(foam, nullptr, {}, progress);
  for (auto _ : state) {
    benchmark::DoNotOptimize(trace(thin.skeleton, nullptr, {}, progress).branches.size());
  }
  state.SetItemsProcessed(state.iterations() * thin.voxels_after);
}
BENCHMARK(skeleton_graph_bench)
    ->Name("skeleton_graph")
    ->Arg(256)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace bitvox::skeleton_graph
