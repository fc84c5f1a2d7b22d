// SPDX-License-Identifier: BSD-2-Clause
// Whole calls from packed bits: distance map, slopes, passes, flood, labels. Names:
// split_objects/WHAT/SIDE.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "ops/sample_foam/sample_foam.hpp"
#include "ops/split_objects/split_objects.hpp"

namespace bitvox::split_objects {
namespace {

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

struct What {
  const char* name;
  double tolerance;
  label::Connectivity connectivity;
  bool labels;
  bool objects;
};

void split_objects_bench(benchmark::State& state, const What& what) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  const BitVolume foam = sample_foam::fill({side, side, side}, {}, progress);
  Options options;
  options.tolerance = what.tolerance;
  options.connectivity = what.connectivity;
  for (auto _ : state) {
    Nowhere sink;
    const Outputs outputs{what.labels ? &sink : nullptr, nullptr, what.objects};
    benchmark::DoNotOptimize(split(foam, {}, options, outputs, progress).parts);
  }
  state.SetItemsProcessed(state.iterations() * foam.shape().voxel_count());
}

constexpr What kLabels{"labels", 0.5, label::Connectivity::kAll, true, false};
constexpr What kFaces{"labels_6", 0.5, label::Connectivity::kFaces, true, false};
constexpr What kPeaks{"all_peaks", 0, label::Connectivity::kAll, true, false};
constexpr What kObjects{"labels_and_table", 0.5, label::Connectivity::kAll, true, true};

const bool registered = [] {
  for (const What& what : {kLabels, kFaces, kPeaks, kObjects}) {
    benchmark::RegisterBenchmark(
        (std::string("split_objects/") + what.name).c_str(),
        [what](benchmark::State& state) { split_objects_bench(state, what); })
        ->Arg(256)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::split_objects
