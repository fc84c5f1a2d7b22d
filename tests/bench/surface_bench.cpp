// SPDX-License-Identifier: BSD-2-Clause
// Whole calls from packed bits: counting, vertices, triangles, area and volume. Names:
// surface/WHAT/SIDE.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "ops/sample_foam/sample_foam.hpp"
#include "ops/surface/surface.hpp"

namespace bitvox::surface {
namespace {

struct What {
  const char* name;
  Kind kind;
  int smooth;
};

void surface_bench(benchmark::State& state, const What& what) {
  const std::int64_t side = state.range(0);
  NoProgress progress;
  const Shape shape{side, side, side};
  const BitVolume foam = sample_foam::fill(shape, {}, progress);
  GreyVolume labels(what.kind == Kind::kLabels ? shape : Shape{1, 1, 1}, PixelType::kUint8);
  if (what.kind == Kind::kLabels) {  // walls and pores
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      const std::int64_t row = i / side;
      const std::int64_t x = i % side;
      const std::uint64_t word = foam.words()[row * shape.words_per_row() + x / 64];
      labels.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(1 + (word >> (x % 64) & 1U));
    }
  }
  Options options;
  options.kind = what.kind;
  options.smooth = what.smooth;
  std::int64_t bytes = 0;
  for (auto _ : state) {
    SurfaceMesh mesh;
    benchmark::DoNotOptimize(extract({&foam, &labels}, options, mesh, progress).area);
    bytes = 12 * (mesh.vertices() + mesh.triangles());
  }
  state.SetItemsProcessed(state.iterations() * shape.voxel_count());
  state.counters["mesh MB"] = static_cast<double>(bytes) * 1e-6;
}

const bool registered = [] {
  for (const What& what : {What{"binary", Kind::kBinary, 0}, What{"smooth_10", Kind::kBinary, 10},
                           What{"two_labels", Kind::kLabels, 0}}) {
    benchmark::RegisterBenchmark((std::string("surface/") + what.name).c_str(),
                                 [what](benchmark::State& state) { surface_bench(state, what); })
        ->Arg(256)
        ->Arg(512)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::surface
