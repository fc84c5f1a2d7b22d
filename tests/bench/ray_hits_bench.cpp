// SPDX-License-Identifier: BSD-2-Clause
// 72 bumpy tori before a detector of 1024 x 1024 pixels. Names:
//   ray_hits/BACKEND/WHAT/TRIANGLES  hits found, stored and sorted; or lengths of four materials,
//   no hits
//                            stored; ends are the same rays in a list, as if they were any.
//                            On the GPU the triangles are there already, "kernel ms" is what it
//                            computes, and the rest of the time brings the results back.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../native/ray_scenes.hpp"
#include "../native/test_volumes.hpp"
#include "core/threads/parallel.hpp"
#include "gpu_work.hpp"
#include "rays/path_lengths.hpp"
#include "rays/ray_hits.hpp"
#ifdef BITVOX_WITH_CUDA
#include "rays/path_lengths_cuda.hpp"
#include "rays/ray_hits_cuda.hpp"
#endif

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

struct Rays {
  RayGrid grid;
  std::vector<Direction> ends;
};

Rays rays_of(const Scene& scene) {
  const double pitch = 280.0 / kSide;
  const double corner = (1 - kSide) * pitch / 2;
  Rays rays;
  rays.grid =
      ray_grid(scene.frame, {corner, corner, 600}, {pitch, 0, 0}, {0, pitch, 0}, kSide, kSide);
  rays.ends.reserve(static_cast<std::size_t>(rays.grid.count()));
  for (std::int64_t ray = 0; ray < rays.grid.count(); ++ray) {
    rays.ends.push_back(rays.grid(ray % kSide, ray / kSide));
  }
  return rays;
}

struct Found {
  std::int64_t hits = 0;
  std::int64_t odd = 0;
};
Found found(const RayHits& hits) { return {hits.hits, hits.odd_rays}; }
Found found(const PathLengths& lengths) { return {0, lengths.odd_rays}; }

// What is called again and again.
std::function<Found()> on_cpu(const std::string& what, const Triangles& triangles,
                              const Rays& rays) {
  static NoProgress quiet;
  if (what == "lengths") {
    return [&] { return found(path_lengths(triangles, rays.grid, {}, {}, 0, quiet)); };
  }
  if (what == "ends") {
    return [&] { return found(find_hits(triangles, rays.ends, {}, {}, 0, quiet)); };
  }
  return [&] { return found(find_hits(triangles, rays.grid, {}, {}, 0, quiet)); };
}

#ifdef BITVOX_WITH_CUDA
std::function<Found()> on_gpu(const std::string& what, const Triangles& triangles,
                              const Rays& rays) {
  static NoProgress quiet;
  if (what == "lengths") {
    const auto lengths = std::make_shared<PathLengthsCuda>(triangles, thread_count(0), quiet);
    return [&, lengths] { return found(lengths->measure(rays.grid, {}, {}, quiet)); };
  }
  const auto finder = std::make_shared<HitFinderCuda>(triangles, thread_count(0), quiet);
  if (what == "ends") return [&, finder] { return found(finder->find(rays.ends, {}, {}, quiet)); };
  return [&, finder] { return found(finder->find(rays.grid, {}, {}, quiet)); };
}
#else
std::function<Found()> on_gpu(const std::string&, const Triangles&, const Rays&) { return {}; }
#endif

void ray_hits_bench(benchmark::State& state, const std::string& backend, const std::string& what) {
  const Scene scene = tori_scene(static_cast<std::uint32_t>(state.range(0) / (72 * 2 * 64)));
  const Triangles triangles = scene.triangles();
  const Rays rays = rays_of(scene);
  const std::function<Found()> call =
      backend == "cuda" ? on_gpu(what, triangles, rays) : on_cpu(what, triangles, rays);
  Found last;
  for (auto _ : state) last = call();
  state.counters["hits"] = static_cast<double>(last.hits);
  state.counters["odd rays"] = static_cast<double>(last.odd);
  if (backend == "cuda") state.counters["kernel ms"] = test::gpu_work([&] { call(); }).milliseconds;
}

const bool registered = [] {
  const bool has_gpu = test::available_backends().front() == "cuda";
  for (const std::string backend : {"cpu", "cuda"}) {
    if (backend == "cuda" && !has_gpu) continue;
    for (const std::string what : {"hits", "lengths", "ends"}) {
      auto* const bench = benchmark::RegisterBenchmark(
          ("ray_hits/" + backend + "/" + what).c_str(),
          [backend, what](benchmark::State& state) { ray_hits_bench(state, backend, what); });
      bench->Arg(737280)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::rays
