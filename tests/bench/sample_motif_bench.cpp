// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>

#include "ops/sample_motif/sample_motif.hpp"

namespace bitvox::sample_motif {
namespace {

void sample_motif_bench(benchmark::State& state) {
  NoProgress progress;
  for (auto _ : state) benchmark::DoNotOptimize(make({}, progress).motif.data());
}
BENCHMARK(sample_motif_bench)->Name("sample_motif")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace bitvox::sample_motif
