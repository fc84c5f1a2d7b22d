// SPDX-License-Identifier: BSD-2-Clause
// Deformation of a cube between plates. Names:
//   deformation/BACKEND/METHOD/NODES/NEIGHBOURS  engine steps alone; items per second are steps
//   deformation_calls/METHOD/NODES/STRAIN        a whole call, STRAIN in hundredths of a per cent.
//     Counters: the mean distance of voxels, over the side, from where voxel finite elements have
//     them, and the apparent modulus over the material's.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "../native/deformation_runs.hpp"
#include "core/backends/built_with_cuda.hpp"
#include "core/backends/dispatch.hpp"
#include "core/options/names.hpp"
#include "core/threads/parallel.hpp"
#include "cuda/use_gpu.hpp"
#include "ops/deformation/deformation_cuda.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/stiffness/stiffness.hpp"

namespace bitvox::deformation {
namespace {

const Model& model_of(Method method, std::int64_t nodes, int neighbours) {
  static std::map<std::tuple<Method, std::int64_t, int>, test::Made> all;
  const auto [at, is_new] = all.try_emplace({method, nodes, neighbours});
  if (is_new) {
    Options options;
    options.method = method;
    options.nodes = nodes;
    options.neighbours = neighbours;
    at->second = test::make(test::full({128, 128, 128}), options, thread_count(0));
  }
  return at->second.model;
}

std::unique_ptr<Engine> engine_on(const Backend& backend, const Model& model) {
  if (backend.instructions) return cpu_engine(model, *backend.instructions, thread_count(0));
  if constexpr (kBuiltWithCuda) {
    NoProgress quiet;
    cuda::use_gpu(backend.gpu);
    return gpu_engine(model, thread_count(0), quiet);
  }
  return nullptr;
}

void bench_steps(benchmark::State& state, const Backend& backend, Method method) {
  const Model& model = model_of(method, state.range(0), static_cast<int>(state.range(1)));
  const auto engine = engine_on(backend, model);
  const Schedule schedule{10, 1, 1'000'000, 1'000'000};
  // So many that it does not matter how long a GPU is waited for.
  const std::int64_t nodes_at_once = backend.instructions ? 2'000'000 : 200'000'000;
  const std::int64_t at_once = std::max<std::int64_t>(10, nodes_at_once / model.count);
  NoProgress progress;
  std::int64_t step = 0;
  for (auto _ : state) {
    engine->advance(step, at_once, schedule, progress);
    step += at_once;
  }
  state.SetItemsProcessed(step);
  state.counters["nodes"] = static_cast<double>(model.count);
}

constexpr std::int64_t kSide = 40;

// Displacements: x, y and z of all voxels of a slice, slice after slice.
class Displacements final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override {
    const auto* const values = static_cast<const float*>(pixels);
    all.insert(all.end(), values, values + kSide * kSide);
  }
  std::vector<float> all;
};

// Of finite elements, for a strain of 1.
const Displacements& elements() {
  static const Displacements found = [] {
    const BitVolume cube = test::full({kSide, kSide, kSide});
    stiffness::Options options;
    options.strain = 1;
    stiffness::Body body;
    body.mask = &cube;
    Displacements out;
    stiffness::Maps maps;
    maps.displacement = &out;
    NoProgress quiet;
    stiffness::stiffness(body, options, maps, quiet);
    return out;
  }();
  return found;
}

double mean_error(const Displacements& found, double strain) {
  constexpr std::int64_t kPixels = kSide * kSide;
  double sum = 0;
  for (std::int64_t z = 0; z < kSide; ++z)
    for (std::int64_t pixel = 0; pixel < kPixels; ++pixel) {
      double squared = 0;
      for (std::int64_t c = 0; c < 3; ++c) {
        const auto at = static_cast<std::size_t>((3 * z + c) * kPixels + pixel);
        const double expected = strain * static_cast<double>(elements().all[at]);
        squared += std::pow(static_cast<double>(found.all[at]) - expected, 2);
      }
      sum += std::sqrt(squared);
    }
  return sum / (kPixels * kSide) / kSide;
}

void bench_calls(benchmark::State& state, Method method) {
  const BitVolume cube = test::full({kSide, kSide, kSide});
  Options options;
  options.method = method;
  options.nodes = state.range(0);
  options.strain = static_cast<double>(state.range(1)) / 10'000;
  options.frames = 1;
  Result result;
  double error = 0;
  for (auto _ : state) {
    Displacements displacement;
    Outputs outputs;
    outputs.displacement = &displacement;
    result = test::run(cube, options, outputs);
    error = result.diverged_at < 0 ? mean_error(displacement, options.strain) : NAN;
  }
  state.counters["error"] = error;
  state.counters["modulus"] = result.table.far_force.back() / (kSide * kSide) / options.strain;
  state.counters["steps"] = static_cast<double>(result.steps);
}

const bool registered = [] {
  for (const Method method : test::kMethods) {
    for (const std::string& name : bitvox::test::available_backends()) {
      const Backend backend = choose_backend(name, GpuUse::kTooSmall);
      benchmark::RegisterBenchmark(
          ("deformation/" + name + "/" + word_of(method)).c_str(),
          [=](benchmark::State& state) { bench_steps(state, backend, method); })
          ->Args({10'932, 16})
          ->Args({10'932, 32})
          ->Args({1'000'000, 16})
          ->UseRealTime();
    }
    benchmark::RegisterBenchmark(("deformation_calls/" + word_of(method)).c_str(),
                                 [=](benchmark::State& state) { bench_calls(state, method); })
        ->ArgsProduct({{639, 3232, 10'932}, {500, 1250, 1825}})
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::deformation
