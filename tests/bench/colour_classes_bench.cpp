// SPDX-License-Identifier: BSD-2-Clause
// 3 classes of 333,333 samples each, full covariance: counting, one iteration of EM with 5
// Gaussians a class, on distinct colours or on all samples as if they were, whole trainings; and
// the table of all colours by such a model in HSV (0), RGB (1) and Lab (2).
#include <benchmark/benchmark.h>

#include "../native/colour_classes_runs.hpp"
#include "../native/test_volumes.hpp"
#include "colour/colour_table.hpp"
#include "core/backends/dispatch.hpp"
#include "core/threads/parallel.hpp"
#include "ops/colour_classes/colour_fit.hpp"
#include "whole_calls.hpp"
#ifdef BITVOX_WITH_CUDA
#include "colour/colour_table_cuda.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/use_gpu.hpp"
#include "gpu_time.hpp"
#include "ops/colour_classes/colour_fit_cuda.hpp"
#endif

namespace bitvox::colour_classes {
namespace {

constexpr std::int64_t kOfClass = 333'333;

// Some 80,000 distinct colours.
ColourSamples many_samples() {
  const auto blobs = [](std::array<int, 3> one, std::array<int, 3> other, double deviation) {
    return colours_of({{one, deviation, kOfClass / 2}, {other, deviation, kOfClass / 2}}, 1);
  };
  ColourSamples samples;
  add(samples, blobs({60, 140, 50}, {80, 160, 60}, 6), 1);
  add(samples, blobs({200, 30, 32}, {230, 230, 230}, 5), 2);
  add(samples, blobs({40, 50, 180}, {35, 35, 40}, 5), 3);
  return samples;
}

const ColourSamples& samples() {
  static const ColourSamples all = many_samples();
  return all;
}

colour::PreparedModel model_of(Space space) {
  Options options;
  options.space = space;
  options.gaussians = 5;
  options.iterations = 30;
  NoProgress progress;
  return colour::prepare(train(samples(), options, progress).model);
}

void count_bench(benchmark::State& state) {
  const std::vector<std::uint32_t> colours = colours_of({{{60, 140, 50}, 14, 3 * kOfClass}}, 1);
  for (auto _ : state) {
    ColourCounts counts;
    for (const std::uint32_t rgb : colours) counts.add(rgb);
    benchmark::DoNotOptimize(counts.distinct().samples);
  }
}
BENCHMARK(count_bench)->Name("colour_classes/count")->Unit(benchmark::kMillisecond);

// Each colour as often as it was sampled, one by one.
ColourCounts::Distinct one_by_one(const ColourCounts::Distinct& distinct) {
  ColourCounts::Distinct all;
  for (std::size_t i = 0; i < distinct.colours.size(); ++i) {
    all.colours.insert(all.colours.end(), static_cast<std::size_t>(distinct.counts[i]),
                       distinct.colours[i]);
  }
  all.counts.assign(all.colours.size(), 1);
  all.samples = distinct.samples;
  return all;
}

// The classes' colours, and with what their fits begin.
struct Starts {
  std::vector<ClassPoints> points;
  std::vector<Mixture> mixtures;
  std::int64_t colours = 0;

  explicit Starts(bool all_samples) {
    for (const ColourSamples::Class& one : samples().classes()) {
      const ColourCounts::Distinct distinct = one.counts->distinct();
      points.emplace_back(all_samples ? one_by_one(distinct) : distinct, Space::kHsv, best_cpu());
      mixtures.push_back(*first_mixture(points.back(), 5, {}));
      colours += static_cast<std::int64_t>(points.back().size());
    }
  }
};

void iteration_bench(benchmark::State& state) {
  constexpr int kIterations = 5;
  const Starts starts(state.range(0) != 0);
  NoProgress progress;
  const auto threads = static_cast<int>(state.range(1));
  const FitRules rules{Covariance::kFull, kIterations - 1, 1};  // besides the first mixtures
  std::vector<FitTask> tasks;
  for (const ClassPoints& points : starts.points) tasks.push_back({&points, 5});
  while (state.KeepRunningBatch(kIterations)) {
    Fits fits;
    for (const Mixture& first : starts.mixtures) fits.push_back(begin_em(first, Space::kHsv));
    go_on_cpu(tasks, rules, threads, progress, fits);
    for (const auto& fit : fits) {
      if (fit->steady) state.SkipWithError("a fit has ended too soon");
    }
  }
  state.counters["colours"] = static_cast<double>(starts.colours);
}
BENCHMARK(iteration_bench)
    ->Name("colour_classes/iteration")
    ->ArgNames({"all_samples", "threads"})
    ->ArgsProduct({{0, 1}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

void train_bench(benchmark::State& state, const std::string& backend) {
  Options options;
  options.backend = backend;
  options.gaussians = static_cast<int>(state.range(0));
  NoProgress progress;
  for (auto _ : state) {
    benchmark::DoNotOptimize(train(samples(), options, progress).log_likelihood.data());
  }
}
const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    benchmark::RegisterBenchmark(("colour_classes/train/" + backend).c_str(), train_bench, backend)
        ->Arg(5)
        ->Arg(0)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->MeasureProcessCPUTime();
  }
  return true;
}();

void table_bench(benchmark::State& state) {
  const colour::PreparedModel model = model_of(static_cast<Space>(state.range(0)));
  const auto threads = static_cast<int>(state.range(1));
  std::vector<std::uint8_t> table(colour::kTableBytes);
  NoProgress progress;
  for (auto _ : state) {
    build_colour_tables(model, best_cpu(), threads, progress, table.data(), nullptr);
    benchmark::DoNotOptimize(table.data());
  }
}
BENCHMARK(table_bench)
    ->Name("colour_classes/table")
    ->Args({0, 1})
    ->Args({0, 2})
    ->Args({1, 2})
    ->Args({2, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

#ifdef BITVOX_WITH_CUDA
// The first ten iterations, again and again: none of the fits has ended by then.
void iteration_on_gpu_bench(benchmark::State& state) {
  constexpr int kIterations = 10;
  const Backend backend = choose_backend("auto");
  if (backend.instructions) {
    state.SkipWithError("no GPU");
    return;
  }
  cuda::use_gpu(backend.gpu);
  const Starts starts(state.range(0) != 0);
  std::vector<FirstFit> firsts;
  for (std::size_t k = 0; k < starts.points.size(); ++k) {
    firsts.push_back({&starts.points[k], starts.mixtures[k]});
  }
  const cuda::Stream stream;
  FitsOnGpu fits(firsts, {}, stream);
  for (auto _ : state) {
    fits.restart(stream);
    state.SetIterationTime(test::gpu_seconds(stream, kIterations, [&] { fits.step(stream); }));
  }
  for (const Em& fit : fits.states(stream)) {
    if (fit.ended || fit.iterations != kIterations - 1) state.SkipWithError("a fit has ended");
  }
  state.counters["colours"] = static_cast<double>(starts.colours);
}
BENCHMARK(iteration_on_gpu_bench)
    ->Name("colour_classes/iteration_on_gpu")
    ->ArgName("all_samples")
    ->DenseRange(0, 1)
    ->Unit(benchmark::kMicrosecond)
    ->UseManualTime();

void table_on_gpu_bench(benchmark::State& state) {
  const Backend backend = choose_backend("auto");
  if (backend.instructions) {
    state.SkipWithError("no GPU");
    return;
  }
  cuda::use_gpu(backend.gpu);
  const colour::PreparedModel model = model_of(static_cast<Space>(state.range(0)));
  const auto table = cuda::allocate<std::uint8_t>(colour::kTableBytes);
  const cuda::Stream stream;
  build_colour_tables(model, stream, table.get(), nullptr);
  stream.wait();
  for (auto _ : state) {
    state.SetIterationTime(test::gpu_seconds(
        stream, 20, [&] { build_colour_tables(model, stream, table.get(), nullptr); }));
  }
}
BENCHMARK(table_on_gpu_bench)
    ->Name("colour_classes/table_on_gpu")
    ->DenseRange(0, 2)
    ->Unit(benchmark::kMicrosecond)
    ->UseManualTime();
#endif

}  // namespace
}  // namespace bitvox::colour_classes
