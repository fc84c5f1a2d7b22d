// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>

#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::sample_foam {
namespace {

void sample_foam_bench(benchmark::State& state) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  for (auto _ : state) {
    benchmark::DoNotOptimize(fill({side, side, side}, {5, 50, 0.5, 1}, progress).words());
  }
  state.SetItemsProcessed(state.iterations() * side * side * side);
}
BENCHMARK(sample_foam_bench)
    ->Name("sample_foam")
    ->Arg(256)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace bitvox::sample_foam
