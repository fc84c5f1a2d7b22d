// SPDX-License-Identifier: BSD-2-Clause
// Attenuation of 1024 x 1024 pixels behind four materials, by the number of energies, and with
// noise. Names: attenuation/WHAT/ENERGIES/THREADS.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "rays/attenuation.hpp"

namespace bitvox::rays {
namespace {

constexpr std::int64_t kPixels = 1 << 20;
constexpr std::int64_t kMaterials = 4;

PhotonBeam beam_of(std::int64_t energies, bool builds_up) {
  PhotonBeam beam;
  for (std::int64_t k = 0; k < energies; ++k) {
    const double energy = 20 + 100.0 * static_cast<double>(k) / static_cast<double>(energies);
    beam.photons.push_back(120 - energy);
    beam.response.push_back(energy);
    for (std::int64_t m = 0; m < kMaterials; ++m) {
      beam.attenuation.push_back(0.02 + 4 / energy / static_cast<double>(1 + m));
    }
  }
  if (builds_up) beam.build_up_a.assign(beam.photons.size(), 1.2);
  if (builds_up) beam.build_up_b.assign(beam.photons.size(), 0.05);
  return beam;
}

enum class What { kPlain, kBuildUp, kNoise };

void attenuation_bench(benchmark::State& state, What what) {
  const PhotonBeam beam = beam_of(state.range(0), what == What::kBuildUp);
  std::vector<float> lengths(static_cast<std::size_t>(kMaterials * kPixels));
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = static_cast<float>(i * 7919 % 1000) * 0.01F;
  }
  std::vector<float> image(static_cast<std::size_t>(kPixels));
  std::optional<PhotonNoise> noise;
  if (what == What::kNoise) noise = PhotonNoise{1e5, 1};
  NoProgress progress;
  for (auto _ : state) {
    attenuate(best_cpu(), beam, noise, lengths, 0, {{}, image}, static_cast<int>(state.range(1)),
              progress);
    benchmark::DoNotOptimize(image.data());
  }
  state.SetItemsProcessed(state.iterations() * kPixels);
}

const bool registered = [] {
  const auto add = [](const char* name, What what, std::vector<std::int64_t> energies) {
    auto* bench = benchmark::RegisterBenchmark(
        (std::string("attenuation/") + name).c_str(),
        [what](benchmark::State& state) { attenuation_bench(state, what); });
    for (const std::int64_t one : energies) bench->Args({one, 1})->Args({one, 2});
    bench->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();
  };
  add("plain", What::kPlain, {1, 10, 50});
  add("build_up", What::kBuildUp, {50});
  add("noise", What::kNoise, {1, 50});
  return true;
}();

}  // namespace
}  // namespace bitvox::rays
