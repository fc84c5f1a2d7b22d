// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>

#include "ops/sample_foam/sample_foam.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {
namespace {

void skeleton_graph_bench(benchmark::State& state, const Options& options) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  const BitVolume foam = sample_foam::fill({side, side, side}, {3, 9, 0.5, 1}, progress);
  const skeleton3d::Result thin = skeleton3d::thin(foam, nullptr, {}, progress);
  for (auto _ : state) {
    benchmark::DoNotOptimize(trace(thin.skeleton, nullptr, options, progress).branches.size());
  }
  state.SetItemsProcessed(state.iterations() * thin.voxels_after);
}
const Options longest_path{{1, 1, 1}, 0, Extent::kVolume, Loops::kKeep, nullptr, true};
const Options shortest_cut{{1, 1, 1}, 0, Extent::kVolume, Loops::kShortest};

BENCHMARK_CAPTURE(skeleton_graph_bench, plain, Options{})
    ->Name("skeleton_graph")
    ->Arg(256)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(skeleton_graph_bench, longest_path, longest_path)
    ->Name("skeleton_graph/longest_path")
    ->Arg(256)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(skeleton_graph_bench, loops_cut, shortest_cut)
    ->Name("skeleton_graph/loops_cut")
    ->Arg(256)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace bitvox::skeleton_graph
