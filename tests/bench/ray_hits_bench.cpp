// SPDX-License-Identifier: BSD-2-Clause
// 72 bumpy tori before a detector of 1024 x 1024 pixels. Names:
//   ray_hits/WHAT/TRIANGLES  hits found, stored and sorted; or lengths of four materials, no hits
//                            stored; ends are the same rays in a list, as if they were any
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "../native/ray_scenes.hpp"
#include "rays/path_lengths.hpp"
#include "rays/ray_hits.hpp"

namespace bitvox::rays {
namespace {

constexpr std::int32_t kSide = 1024;

Scene tori_scene(std::uint32_t around) {
  Scene scene = ray_scenes::cone_scene({ray_scenes::tori(around, 64)}, {0, 0, 0});
  scene.material_count = 4;
  const std::size_t of_torus = scene.corners.size() / 72;
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    scene.materials[i] = static_cast<std::uint16_t>(i / of_torus % 4);
  }
  return scene;
}

void ray_hits_bench(benchmark::State& state, const std::string& what) {
  const Scene scene = tori_scene(static_cast<std::uint32_t>(state.range(0) / (72 * 2 * 64)));
  const Triangles triangles = scene.triangles();
  const double pitch = 280.0 / kSide;
  const double corner = (1 - kSide) * pitch / 2;
  const RayGrid grid =
      ray_grid(scene.frame, {corner, corner, 600}, {pitch, 0, 0}, {0, pitch, 0}, kSide, kSide);
  std::vector<Direction> ends;
  ends.reserve(static_cast<std::size_t>(grid.count()));
  for (std::int64_t ray = 0; ray < grid.count(); ++ray) {
    ends.push_back(grid(ray % kSide, ray / kSide));
  }
  NoProgress quiet;
  std::int64_t hits = 0;
  std::int64_t odd = 0;
  for (auto _ : state) {
    if (what == "lengths") {
      const PathLengths lengths = path_lengths(triangles, grid, {}, {}, 0, quiet);
      odd = lengths.odd_rays;
      benchmark::DoNotOptimize(lengths.sums.data());
    } else {
      const RayHits found = what == "ends" ? find_hits(triangles, ends, {}, {}, 0, quiet)
                                           : find_hits(triangles, grid, {}, {}, 0, quiet);
      hits = found.hits;
      odd = found.odd_rays;
    }
  }
  state.counters["hits"] = static_cast<double>(hits);
  state.counters["odd rays"] = static_cast<double>(odd);
}

const bool registered = [] {
  for (const std::string what : {"hits", "lengths", "ends"}) {
    benchmark::RegisterBenchmark(("ray_hits/" + what).c_str(),
                                 [what](benchmark::State& state) { ray_hits_bench(state, what); })
        ->Arg(737280)
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::rays
