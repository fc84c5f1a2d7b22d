// SPDX-License-Identifier: BSD-2-Clause
// Whole calls from packed bits to path lengths. Names: radiograph/BACKEND/BEAM/SIDE; the detector
// has twice as many pixels a side, of a parallel beam as many rows as slices.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/radiograph/radiograph.hpp"
#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::radiograph {
namespace {

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

void radiograph_bench(benchmark::State& state, const std::string& backend, rays::BeamKind beam) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  const BitVolume foam = sample_foam::fill({side, side, side}, {}, progress);
  const rays::ForegroundMaterial material(foam);
  Options options;
  options.backend = backend;
  options.detector.beam = beam;
  const auto size = static_cast<double>(side);
  options.detector.source_object = 3 * size;
  options.detector.source_detector = 6 * size;
  options.detector.columns = static_cast<int>(2 * side);
  options.detector.rows = static_cast<int>(beam == rays::BeamKind::kParallel ? side : 2 * side);
  options.detector.pixel_width = beam == rays::BeamKind::kParallel ? 0.7 : 1;
  options.angles = beam == rays::BeamKind::kParallel ? 36 : 1;
  options.detector.angle = 33;
  for (auto _ : state) {
    Nowhere sink;
    benchmark::DoNotOptimize(project(material, nullptr, options, {&sink}, progress).through);
  }
  state.SetItemsProcessed(state.iterations() * options.angles * options.detector.columns *
                          options.detector.rows);
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const bool parallel : {false, true}) {
      auto* const bench = benchmark::RegisterBenchmark(
          ("radiograph/" + backend + (parallel ? "/parallel" : "/cone")).c_str(),
          [backend, parallel](benchmark::State& state) {
            radiograph_bench(state, backend,
                             parallel ? rays::BeamKind::kParallel : rays::BeamKind::kCone);
          });
      bench->Arg(256)->Unit(benchmark::kMillisecond)->UseRealTime();
      if (backend == "cuda") bench->Arg(512);
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::radiograph
