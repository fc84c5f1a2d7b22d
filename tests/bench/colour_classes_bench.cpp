// SPDX-License-Identifier: BSD-2-Clause
// 3 classes of 333,333 samples each, full covariance: counting, one iteration of EM with 5
// Gaussians a class, whole trainings; and the table of all colours by such a model
// in HSV (0), RGB (1) and Lab (2).
#include <benchmark/benchmark.h>

#include "../native/colour_classes_runs.hpp"
#include "colour/colour_table.hpp"
#include "core/backends/dispatch.hpp"
#include "core/threads/parallel.hpp"
#include "ops/colour_classes/colour_fit.hpp"
#ifdef BITVOX_WITH_CUDA
#include "colour/colour_table_cuda.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/use_gpu.hpp"
#include "gpu_time.hpp"
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

void iteration_bench(benchmark::State& state) {
  std::vector<ClassPoints> points;
  std::vector<colour::PreparedModel> models;
  std::int64_t colours = 0;
  for (const ColourSamples::Class& one : samples().classes()) {
    points.emplace_back(one.counts->distinct(), Space::kHsv, best_cpu());
    models.push_back(colour::prepare(*first_mixture(points.back(), 5, {})));
    colours += static_cast<std::int64_t>(points.back().size());
  }
  NoProgress progress;
  const auto threads = static_cast<int>(state.range(0));
  for (auto _ : state) {
    parallel_for(3, threads, progress, [&](std::int64_t k) {
      const auto at = static_cast<std::size_t>(k);
      benchmark::DoNotOptimize(points[at].sums(models[at], [] { return false; }).bits);
    });
  }
  state.counters["colours"] = static_cast<double>(colours);
}
BENCHMARK(iteration_bench)
    ->Name("colour_classes/iteration")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

void train_bench(benchmark::State& state) {
  Options options;
  options.gaussians = static_cast<int>(state.range(0));
  NoProgress progress;
  for (auto _ : state) {
    benchmark::DoNotOptimize(train(samples(), options, progress).log_likelihood.data());
  }
}
BENCHMARK(train_bench)
    ->Name("colour_classes/train")
    ->Arg(5)
    ->Arg(0)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

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
