// SPDX-License-Identifier: BSD-2-Clause
#include "rays/mesh_views.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "rays/winding.hpp"

namespace bitvox::rays {
namespace {

constexpr MemoryUser kUser{"Radiograph", "Use smaller meshes, or fewer at once."};

// Vertices or triangles between two questions whether to stop.
constexpr std::int64_t kFacesAtOnce = 1 << 16;

// By more than what is rounded.
bool is_outside(const Vector& place, const Bounds& bounds, double step) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (place[i] < bounds.low[i] - step || place[i] > bounds.high[i] + step) return true;
  }
  return false;
}

}  // namespace

void check(const MaterialMeshes& meshes) {
  if (meshes.chosen.empty() || meshes.materials() > kMostMeshMaterials) {
    throw InvalidInput("there are " + std::to_string(meshes.materials()) +
                       " meshes of materials; 1 to " + std::to_string(kMostMeshMaterials) +
                       " are allowed");
  }
  std::vector<bool> seen(meshes.set.meshes.size());
  for (const std::int32_t number : meshes.chosen) {
    if (number < 0 || number >= meshes.set.count()) {
      throw InvalidInput("mesh " + std::to_string(std::int64_t{number} + 1) +
                         " has a material; there are " + std::to_string(meshes.set.count()));
    }
    if (seen[static_cast<std::size_t>(number)]) {
      throw InvalidInput("mesh " + std::to_string(number + 1) + " has two materials");
    }
    seen[static_cast<std::size_t>(number)] = true;
  }
}

MeshViews::MeshViews(const MaterialMeshes& meshes, Progress& progress)
    : materials_(meshes.materials()), bounds_{meshes.set.low, meshes.set.high, false} {
  std::int64_t triangles = 0;
  for (const std::int32_t number : meshes.chosen) {
    const meshes::Mesh& mesh = meshes.set.meshes[static_cast<std::size_t>(number)];
    meshes_.push_back(&mesh);
    first_vertices_.push_back(vertices_);
    vertices_ += static_cast<std::int64_t>(mesh.vertices.size());
    triangles += static_cast<std::int64_t>(mesh.triangles.size());
  }
  // With the vertices of an angle, and what a pass over the triangles holds.
  constexpr std::int64_t kOfTriangle = 40;
  constexpr std::int64_t kOfVertex = 20;
  require_memory(kUser, host_memory(), kOfTriangle * triangles + kOfVertex * vertices_);
  corners_.reserve(static_cast<std::size_t>(triangles));
  of_triangles_.reserve(static_cast<std::size_t>(triangles));
  for (std::size_t material = 0; material < meshes_.size(); ++material) {
    const meshes::MeshFacts& facts =
        meshes.set.facts[static_cast<std::size_t>(meshes.chosen[material])];
    all_closed_ = all_closed_ && facts.is_closed();
    const bool is_inside_out = facts.is_closed() && facts.enclosed < 0;
    const auto base = static_cast<std::uint32_t>(first_vertices_[material]);
    std::int64_t done = 0;
    for (const meshes::Triangle& t : meshes_[material]->triangles) {
      if (done++ % kFacesAtOnce == 0) progress.report(0, 1);
      corners_.push_back({base + t[0], base + t[is_inside_out ? 2 : 1],  //
                          base + t[is_inside_out ? 1 : 2]});
      of_triangles_.push_back(static_cast<std::uint16_t>(material));
    }
  }
}

MeshViews::At MeshViews::at(const Detector& detector, double angle, const DetectorPart& part,
                            int threads, Progress& progress) const {
  const DetectorRays rays = detector_rays(detector, angle, bounds_);
  At at{rays.frame, part_of(rays.grid, part.first_row * part.columns, part.pixels()), {}, 0};
  const bool is_far = rays.frame.beam == BeamKind::kParallel ||
                      is_outside(rays.frame.origin, bounds_, rays.frame.step);
  if (is_far) {
    at.winding.assign(static_cast<std::size_t>(materials_), 0);
    return at;
  }
  const std::vector<Point> vertices = snap(rays.frame, threads, progress);
  const SourcePlace place =
      place_source(triangles(vertices), rays.frame.beam,
                   all_closed_ ? Surfaces::kClosed : Surfaces::kOpen, threads, progress);
  at.winding = place.winding;
  at.touched = place.touched;
  return at;
}

std::vector<Point> MeshViews::snap(const Frame& frame, int threads, Progress& progress) const {
  std::vector<Point> points(static_cast<std::size_t>(vertices_));
  for (std::size_t material = 0; material < meshes_.size(); ++material) {
    const std::vector<meshes::Point>& vertices = meshes_[material]->vertices;
    Point* const to = points.data() + first_vertices_[material];
    const auto count = static_cast<std::int64_t>(vertices.size());
    parallel_for((count + kFacesAtOnce - 1) / kFacesAtOnce, threads, progress,
                 [&](std::int64_t piece) {
                   const std::int64_t end = std::min(count, (piece + 1) * kFacesAtOnce);
                   for (std::int64_t i = piece * kFacesAtOnce; i < end; ++i) {
                     to[i] = frame.snap(vertices[static_cast<std::size_t>(i)]);
                   }
                 });
  }
  return points;
}

}  // namespace bitvox::rays
