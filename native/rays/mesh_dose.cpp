// SPDX-License-Identifier: BSD-2-Clause
#include "rays/mesh_dose.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "rays/point_dose.hpp"
#include "rays/ray_hits.hpp"
#include "rays/winding.hpp"

namespace bitvox::rays {
namespace {

// Hits of so many rays are kept at a time.
constexpr std::size_t kSourcesAtOnce = std::size_t{1} << 16;

Vector vector_of(const Vec3& place) { return {place.x, place.y, place.z}; }

// How far the farthest corner of the meshes' box is.
double reach_of(const Vec3& point, const Bounds& bounds) {
  const auto farther = [&](std::size_t i, double at) {
    return std::max(std::abs(bounds.low[i] - at), std::abs(bounds.high[i] - at));
  };
  return scaled_length({farther(0, point.x), farther(1, point.y), farther(2, point.z)});
}

// Where the ray from the point to a source ends: a source far behind the meshes would make the grid
// coarse, and nothing lies between.
Vec3 end_of(const Vec3& point, const Vec3& source, double distance, double reach) {
  if (!(distance > 2 * reach)) return source;
  return point + (2 * reach / distance) * (source - point);
}

// What a ray's hits say about each material, from the point's winding numbers: its length there, in
// parts of the ray.
void add_up(std::span<const Hit> hits, const Triangles& triangles, const std::vector<int>& winding,
            std::vector<double>& parts, std::vector<int>& inside) {
  std::fill(parts.begin(), parts.end(), 0.0);
  inside = winding;
  for (const Hit& hit : hits) {
    const std::size_t material = triangles.materials[hit.triangle()];
    const double distance = hit.distance();
    parts[material] += hit.leaves() ? distance : -distance;
    inside[material] += hit.leaves() ? -1 : 1;
  }
  for (std::size_t m = 0; m < parts.size(); ++m) parts[m] += inside[m];  // to its end
}

// What is seen from one point.
class SeenFromPoint {
 public:
  SeenFromPoint(const MeshViews& meshes, const Vec3& point, const PointSources& sources,
                int threads, Progress& progress)
      : meshes_(meshes), point_(point), sources_(sources), threads_(threads) {
    const double reach = reach_of(point, meshes.bounds());
    Bounds bounds = meshes.bounds();
    for (std::size_t i = 0; i < sources.count(); ++i) {
      const Vec3 source = sources.place(i);
      const double distance = scaled_length(source - point);
      ways_.distances.push_back(distance);
      ends_.push_back(vector_of(end_of(point, source, distance, reach)));
      if (std::isfinite(distance)) bounds.include(ends_.back());
    }
    frame_ = cone_frame(vector_of(point), bounds);
    vertices_ = meshes.snap(frame_, threads, progress);
    place_ =
        place_source(triangles(), BeamKind::kCone,
                     meshes.all_closed() ? Surfaces::kClosed : Surfaces::kOpen, threads, progress);
  }

  bool is_touched() const { return place_.touched > 0; }

  // Of all sources; adds ways that do not add up.
  const Ways& measure(std::int64_t& odd_ways, Progress& progress) {
    const std::size_t count = sources_.count();
    ways_.lengths.assign(count * static_cast<std::size_t>(meshes_.materials()), 0);
    for (std::size_t first = 0; first < count; first += kSourcesAtOnce) {
      const std::size_t end = std::min(count, first + kSourcesAtOnce);
      PhaseProgress part(progress, static_cast<std::int64_t>(first), static_cast<std::int64_t>(end),
                         static_cast<std::int64_t>(count));
      measure(first, end, odd_ways, part);
    }
    return ways_;
  }

 private:
  Triangles triangles() const { return meshes_.triangles(vertices_); }

  void measure(std::size_t first, std::size_t end, std::int64_t& odd_ways, Progress& progress) {
    const std::span<const Vector> ends = std::span(ends_).subspan(first, end - first);
    const RayList rays = ray_list(frame_, ends);
    const Triangles all = triangles();
    const RayHits hits = find_hits(all, rays.ends, place_.winding, {}, threads_, progress);
    odd_ways += hits.odd_rays;
    std::vector<double> parts(static_cast<std::size_t>(meshes_.materials()));
    std::vector<int> inside;
    for (std::size_t i = first; i < end; ++i) {
      add_up(hits.of(static_cast<std::int64_t>(i - first)), all, place_.winding, parts, inside);
      const Vector& to = ends_[i];
      const double length = scaled_length(Vec3{to[0], to[1], to[2]} - point_);
      for (std::size_t m = 0; m < parts.size(); ++m) {
        ways_.lengths[m * sources_.count() + i] = std::max(0.0, parts[m] * length);
      }
    }
  }

  const MeshViews& meshes_;
  Vec3 point_;
  const PointSources& sources_;
  int threads_;
  Ways ways_;
  std::vector<Vector> ends_;
  Frame frame_;
  std::vector<Point> vertices_;
  SourcePlace place_;
};

}  // namespace

MeshDose mesh_dose(const MaterialMeshes& meshes, const PhotonBeam& beam,
                   const PointSources& sources, const std::vector<Vec3>& points, int threads,
                   Progress& progress) {
  check(meshes);
  check_places(beam, meshes.materials(), sources, points);
  const int used = thread_count(threads);
  StandingProgress standing(progress);
  const MeshViews views(meshes, standing);
  MeshDose result;
  const auto count = static_cast<std::int64_t>(points.size());
  for (std::int64_t i = 0; i < count; ++i) {
    PhaseProgress point(progress, i, i + 1, count);
    auto [placing, seeing, adding] = progress_parts(point, 1, 4, 1);
    SeenFromPoint view(views, points[static_cast<std::size_t>(i)], sources, used, placing);
    result.touched += view.is_touched() ? 1 : 0;
    const Ways& ways = view.measure(result.odd_ways, seeing);
    result.doses.push_back(
        point_dose(beam, sources.strength, ways.distances, ways.lengths, used, adding));
  }
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::rays
