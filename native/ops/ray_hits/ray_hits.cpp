// SPDX-License-Identifier: BSD-2-Clause
#include "ops/ray_hits/ray_hits.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "meshes/closedness.hpp"
#include "rays/winding.hpp"

namespace bitvox::ray_hits {
namespace {

// Rays and triangles. Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysSize = std::int64_t{1} << 17;

constexpr MemoryUser kRayHitsUser{"Ray Hits", "Use smaller meshes, or fewer at once."};

rays::Vector to_vector(const rays::Vec3& v) { return {v.x, v.y, v.z}; }
rays::Vector plus(const rays::Vector& a, const rays::Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
double dot(const rays::Vector& a, const rays::Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
rays::Vector scaled(const rays::Vector& a, double by) { return {a[0] * by, a[1] * by, a[2] * by}; }
rays::Vector of_length_one(const rays::Vector& a) { return scaled(a, 1 / std::sqrt(dot(a, a))); }

rays::Bounds bounds_of(const std::vector<meshes::Mesh>& meshes) {
  rays::Bounds bounds;
  for (const meshes::Mesh& mesh : meshes) {
    for (const meshes::Point& vertex : mesh.vertices) bounds.include(vertex);
  }
  return bounds;
}

// The frame of a detector, and its rays.
void place_detector(const rays::Detector& detector, const rays::Bounds& bounds, Traced& traced) {
  const rays::Vec3 size = {bounds.high[0] - bounds.low[0], bounds.high[1] - bounds.low[1],
                           bounds.high[2] - bounds.low[2]};
  const rays::View view = rays::view_at(detector, size, detector.angle);
  const rays::Vector source = plus(to_vector(view.source), bounds.low);
  const rays::Vector across = to_vector(view.column);
  const rays::Vector down = to_vector(view.row);
  rays::Frame& frame = traced.scene.frame;
  if (detector.beam == rays::BeamKind::kCone) {
    frame = rays::cone_frame(source, bounds);
    traced.grid = rays::ray_grid(frame, plus(source, to_vector(view.first)), across, down,
                                 detector.columns, detector.rows);
    return;
  }
  const rays::Vector right = of_length_one(across);
  const rays::Vector below = of_length_one(down);
  const rays::Vector along = {right[1] * below[2] - right[2] * below[1],
                              right[2] * below[0] - right[0] * below[2],
                              right[0] * below[1] - right[1] * below[0]};
  const bool is_forward = dot(along, to_vector(view.first)) > 0;
  frame = rays::parallel_frame(scaled(right, is_forward ? 1 : -1), below, bounds);
  traced.grid = rays::ray_grid(frame, source, across, down, detector.columns, detector.rows);
  const rays::Vector middle = plus(bounds.low, scaled(to_vector(size), 0.5));
  traced.depth_offset = dot(frame.origin, frame.axes[2]) - dot(middle, frame.axes[2]);
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

void check_sizes(const std::vector<meshes::Mesh>& meshes) {
  constexpr std::size_t kMostMeshes = 1000;
  if (meshes.empty() || meshes.size() > kMostMeshes) {
    throw InvalidInput("there are " + std::to_string(meshes.size()) +
                       " meshes; 1 to 1000 are allowed");
  }
  std::int64_t triangles = 0;
  std::int64_t vertices = 0;
  for (const meshes::Mesh& mesh : meshes) {
    triangles += static_cast<std::int64_t>(mesh.triangles.size());
    vertices += static_cast<std::int64_t>(mesh.vertices.size());
  }
  if (triangles > rays::kMostTriangles || vertices > meshes::kMostVertices) {
    throw InvalidInput("the meshes have more than 2147483647 triangles or vertices");
  }
  // With what a pass over the triangles holds.
  constexpr std::int64_t kOfTriangle = 40;
  constexpr std::int64_t kOfVertex = 20;
  require_memory(kRayHitsUser, host_memory(), kOfTriangle * triangles + kOfVertex * vertices);
}

}  // namespace

Result trace(std::vector<meshes::Mesh> meshes, const std::vector<rays::Vector>* ends,
             const Options& options, HitSink& sink, Progress& progress) {
  check_fields(options);
  check_sizes(meshes);
  progress.report(0, 1);
  Result result;
  Traced traced;
  auto [looking, placing, tracing] = progress_parts(progress, 2, 1, 10);
  const auto count = static_cast<std::int64_t>(meshes.size());
  bool all_closed = true;
  std::int64_t mesh_number = 0;
  for (const meshes::Mesh& mesh : meshes) {
    PhaseProgress here(looking, mesh_number, mesh_number + 1, count);
    const meshes::Closedness found = meshes::closedness(mesh, 3, here);
    result.triangles.push_back(static_cast<std::int64_t>(mesh.triangles.size()));
    result.open_edges.push_back(found.open + found.unbalanced);
    result.faults.push_back(found.is_closed() ? "" : meshes::open_edges_text(mesh, found));
    all_closed = all_closed && found.is_closed();
    ++mesh_number;
  }

  const rays::Bounds bounds = bounds_of(meshes);
  if (ends != nullptr) {
    place_ends(*ends, options, bounds, traced, result);
  } else {
    place_detector(options.detector, bounds, traced);
  }
  StandingProgress standing(placing);
  traced.first_triangles.push_back(0);
  traced.scene.material_count = static_cast<int>(count);
  for (meshes::Mesh& mesh : meshes) {
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
