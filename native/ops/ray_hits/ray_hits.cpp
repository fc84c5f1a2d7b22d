// SPDX-License-Identifier: BSD-2-Clause
#include "ops/ray_hits/ray_hits.hpp"

#include <cstddef>
#include <utility>

#include "core/backends/run_on.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "rays/detector_rays.hpp"
#include "rays/winding.hpp"

namespace bitvox::ray_hits {
namespace {

// Rays and triangles. Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysSize = std::int64_t{1} << 17;

constexpr MemoryUser kRayHitsUser{"Ray Hits", "Use smaller meshes, or fewer at once."};

// The frame of a detector, and its rays.
void place_detector(const rays::Detector& detector, const rays::Bounds& bounds, Traced& traced) {
  const rays::DetectorRays rays = rays::detector_rays(detector, detector.angle, bounds);
  traced.scene.frame = rays.frame;
  traced.grid = rays.grid;
  traced.depth_offset = rays.depth_offset;
}

void place_ends(const std::vector<rays::Vector>& ends, const Options& options, rays::Bounds bounds,
                Traced& traced, Result& result) {
  for (const rays::Vector& end : ends) bounds.include(end);
  traced.is_detector = false;
  traced.scene.frame =
      rays::cone_frame({options.source_x, options.source_y, options.source_z}, bounds);
  rays::RayList list = rays::ray_list(traced.scene.frame, ends);
  traced.ends = std::move(list.ends);
  result.without_length = static_cast<std::int64_t>(list.without_length.size());
}

void add_mesh(const meshes::Mesh& mesh, Traced& traced, Progress& progress) {
  constexpr std::size_t kAtOnce = 1 << 16;
  rays::Scene& scene = traced.scene;
  const auto base = static_cast<std::uint32_t>(scene.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (i % kAtOnce == 0) progress.report(0, 1);
    scene.vertices.push_back(scene.frame.snap(mesh.vertices[i]));
  }
  const auto material = static_cast<std::uint16_t>(traced.first_triangles.size() - 1);
  for (const meshes::Triangle& t : mesh.triangles) {
    scene.corners.push_back({base + t[0], base + t[1], base + t[2]});
    scene.materials.push_back(material);
    const rays::Point& a = scene.vertices[base + t[0]];
    const rays::Point& b = scene.vertices[base + t[1]];
    const rays::Point& c = scene.vertices[base + t[2]];
    const auto u = [&](std::size_t i) { return std::int64_t{b[i]} - a[i]; };
    const auto v = [&](std::size_t i) { return std::int64_t{c[i]} - a[i]; };
    const bool is_flat =
        u(1) * v(2) == u(2) * v(1) && u(2) * v(0) == u(0) * v(2) && u(0) * v(1) == u(1) * v(0);
    scene.flat += is_flat ? 1 : 0;
  }
  traced.first_triangles.push_back(static_cast<std::int64_t>(scene.corners.size()));
}

void check_memory(const meshes::MeshSet& set) {
  // With what a pass over the triangles holds.
  constexpr std::int64_t kOfTriangle = 40;
  constexpr std::int64_t kOfVertex = 20;
  std::int64_t bytes = 0;
  for (const meshes::Mesh& mesh : set.meshes) {
    bytes += kOfTriangle * static_cast<std::int64_t>(mesh.triangles.size()) +
             kOfVertex * static_cast<std::int64_t>(mesh.vertices.size());
  }
  require_memory(kRayHitsUser, host_memory(), bytes);
}

}  // namespace

Result trace(meshes::MeshSet set, const std::vector<rays::Vector>* ends, const Options& options,
             HitSink& sink, Progress& progress) {
  check_fields(options);
  check_memory(set);
  progress.report(0, 1);
  Result result;
  Traced traced;
  auto [placing, tracing] = progress_parts(progress, 1, 10);
  bool all_closed = true;
  for (const meshes::MeshFacts& facts : set.facts) {
    result.triangles.push_back(facts.triangles);
    result.open_edges.push_back(facts.open_edges);
    result.faults.push_back(facts.fault);
    all_closed = all_closed && facts.is_closed();
  }

  const rays::Bounds bounds{set.low, set.high, false};
  if (ends != nullptr) {
    place_ends(*ends, options, bounds, traced, result);
  } else {
    place_detector(options.detector, bounds, traced);
  }
  StandingProgress standing(placing);
  traced.first_triangles.push_back(0);
  traced.scene.material_count = static_cast<int>(set.count());
  for (meshes::Mesh& mesh : set.meshes) {
    add_mesh(mesh, traced, standing);
    mesh = {};
  }
  const rays::SourcePlace place =
      rays::place_source(traced.scene.triangles(), traced.scene.frame.beam,
                         all_closed ? rays::Surfaces::kClosed : rays::Surfaces::kOpen,
                         thread_count(options.threads), standing);
  traced.winding = place.winding;
  result.winding.assign(place.winding.begin(), place.winding.end());
  result.touched = place.touched;
  result.step = traced.scene.frame.step;
  result.flat = traced.scene.flat;
  result.rays = traced.rays();
  traced.hits_at_once = std::int64_t{1} << 25;
  const std::int64_t size = result.rays + traced.scene.triangles().count();
  std::int64_t first = 0;
  Onward onward(tracing);  // where another backend goes on
  RunReport run;
  run_on(
      options.backend, size < kGpuPaysSize ? GpuUse::kTooSmall : GpuUse::kPays, run,
      [&](Gpu) {
        trace_cuda(traced, options.threads, first, sink, result, onward);
        return true;
      },
      [&](InstructionSet) {
        trace_cpu(traced, options.threads, first, sink, result, onward);
        return true;
      },
      nullptr, &onward);
  result.run = run;
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::ray_hits
