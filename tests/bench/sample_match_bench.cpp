// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>

#include "ops/sample_match/sample_match.hpp"

namespace bitvox::sample_match {
namespace {

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

void sample_match_bench(benchmark::State& state, ResultType result, int threads) {
  Options options;
  options.frames = 64;
  options.result = result;
  options.threads = threads;
  Nowhere out;
  NoProgress progress;
  for (auto _ : state) make(options, {&out, nullptr, nullptr, nullptr}, progress);
  state.SetItemsProcessed(state.iterations() * options.frames);  // frames
}

void add(const char* name, ResultType result, int threads) {
  benchmark::RegisterBenchmark(name, sample_match_bench, result, threads)
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime()
      ->UseRealTime();
}

const bool registered = [] {
  add("sample_match/rgb/1388x1036x64/1_thread", ResultType::kRgb, 1);
  add("sample_match/rgb/1388x1036x64", ResultType::kRgb, 0);
  add("sample_match/bayer/1388x1036x64/1_thread", ResultType::kBayer, 1);
  add("sample_match/bayer/1388x1036x64", ResultType::kBayer, 0);
  return true;
}();

}  // namespace
}  // namespace bitvox::sample_match
