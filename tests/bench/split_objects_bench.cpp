// SPDX-License-Identifier: BSD-2-Clause
// Whole calls from packed bits: distance map, slopes, passes, flood, and labels that nobody keeps.
// Names: split_objects/BACKEND/WHAT/SIDE. "parts" only counts them: what issues call map, maxima
// and flood.
// Where a GPU pays: the sides of 24 to 128 on "cuda" and on the best of the others. kGpuPaysVoxels
// lies where the GPU begins to win.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <optional>
#include <string>

#include "../native/test_volumes.hpp"
#include "core/random.hpp"
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
  int levels = 0;  // of noise, which heights are made of then, all plateaus or all peaks
};

GreyVolume noise(const Shape& shape, int levels) {
  GreyVolume image(shape, PixelType::kUint8);
  Random random(1);
  auto* const to = image.data<std::uint8_t>();
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    to[i] = static_cast<std::uint8_t>(random.below(levels));
  }
  return image;
}

void split_objects_bench(benchmark::State& state, const std::string& backend, const What& what) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  const BitVolume foam = sample_foam::fill({side, side, side}, {}, progress);
  std::optional<GreyVolume> grey;
  if (what.levels > 0) grey = noise(foam.shape(), what.levels);
  const Images images{grey ? &*grey : nullptr, nullptr, nullptr};
  Options options;
  if (grey) options.heights = Heights::kBright;
  options.backend = backend;
  options.tolerance = what.tolerance;
  options.connectivity = what.connectivity;
  for (auto _ : state) {
    Nowhere sink;
    const Outputs outputs{what.labels ? &sink : nullptr, nullptr, what.objects};
    benchmark::DoNotOptimize(split(foam, images, options, outputs, progress).parts);
  }
  state.SetItemsProcessed(state.iterations() * foam.shape().voxel_count());
}

constexpr label::Connectivity kAll = label::Connectivity::kAll;
constexpr What kCases[] = {
    {"parts", 0.5, kAll, false, false},
    {"labels", 0.5, kAll, true, false},
    {"labels_6", 0.5, label::Connectivity::kFaces, true, false},
    {"all_peaks", 0, kAll, true, false},
    {"labels_and_table", 0.5, kAll, true, true},
    {"noise", 2, kAll, true, false, 4},
    {"peaks_of_noise", 0, kAll, true, false, 255},
};

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const What& what : kCases) {
      auto* const bench = benchmark::RegisterBenchmark(
          ("split_objects/" + backend + "/" + what.name).c_str(),
          [backend, what](benchmark::State& state) { split_objects_bench(state, backend, what); });
      for (const int side : {24, 32, 48, 64, 96, 128}) bench->Arg(side);
      bench->Arg(256)->Unit(benchmark::kMillisecond)->UseRealTime();
      if (backend == "cuda") bench->Arg(512);
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::split_objects
