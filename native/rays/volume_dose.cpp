// SPDX-License-Identifier: BSD-2-Clause
#include "rays/volume_dose.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "rays/material_volume.hpp"
#include "rays/point_dose.hpp"
#include "rays/volume_ray.hpp"

namespace bitvox::rays {
namespace {

constexpr std::int64_t kSourcesOfTask = 64;

// In voxels. Farther away the rounding of places would be seen in lengths within voxels.
constexpr double kFarthest = 1e8;
constexpr double kFar = 0x1p20;  // of sources, which may be farther

void check_distances(const Spacing& spacing, const std::vector<Vec3>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double farthest =
        std::max({std::abs(points[i].x) / spacing.x, std::abs(points[i].y) / spacing.y,
                  std::abs(points[i].z) / spacing.z});
    if (!(farthest <= kFarthest)) {
      throw InvalidInput("point " + std::to_string(i + 1) + " is " + short_number(farthest) +
                         " voxels away; 1e8 are the most");
    }
  }
}

// The ray from a source, of which a part is left out if it is long and not in the volume: all of
// that is within `reach` of the point.
Ray ray_to(const Vec3& point, const Vec3& source, double distance, double reach, double voxel) {
  const Vec3 way = point - source;
  if (!(distance > 4 * reach && distance > kFar * voxel)) return {source, way};
  const double part = 2 * reach / distance;
  const Vec3 near{way.x * part, way.y * part, way.z * part};
  return {point - near, near};
}

Ways ways_to(const Vec3& point, const MaterialBricks& bricks, const MaterialSource& volume,
             const Spacing& spacing, const PointSources& sources, int threads, Progress& progress) {
  const std::size_t count = sources.count();
  const auto materials = static_cast<std::size_t>(volume.materials());
  Ways ways{std::vector<double>(count), std::vector<double>(count * materials)};
  const auto all = static_cast<std::int64_t>(count);
  const Shape& shape = volume.shape();
  const double reach = std::abs(point.x) + std::abs(point.y) + std::abs(point.z) +
                       static_cast<double>(shape.width) * spacing.x +
                       static_cast<double>(shape.height) * spacing.y +
                       static_cast<double>(shape.depth) * spacing.z;
  const double voxel = std::min({spacing.x, spacing.y, spacing.z});
  const std::int64_t tasks = (all + kSourcesOfTask - 1) / kSourcesOfTask;
  parallel_for(tasks, threads, progress, [&](std::int64_t task) {
    std::vector<std::int64_t> ticks(materials + 1);
    const std::int64_t end = std::min(all, (task + 1) * kSourcesOfTask);
    for (std::int64_t s = task * kSourcesOfTask; s < end; ++s) {
      const auto i = static_cast<std::size_t>(s);
      const Vec3 from = sources.place(i);
      const double distance = scaled_length(point - from);
      ways.distances[i] = distance;
      if (!(distance > 0 && std::isfinite(distance))) continue;  // which is an error
      const Ray ray = ray_to(point, from, distance, reach, voxel);
      const VolumeRay within(ray, spacing, shape);
      if (within.misses()) continue;
      const double ray_length = scaled_length(ray.direction);
      std::fill(ticks.begin(), ticks.end(), std::int64_t{0});
      bricks.walk(within, ticks.data());
      for (std::size_t m = 0; m < materials; ++m) {
        ways.lengths[m * count + i] = static_cast<double>(ticks[m + 1]) * (ray_length / kTicks);
      }
    }
  });
  return ways;
}

}  // namespace

std::vector<double> volume_dose(const MaterialSource& volume, const Spacing& spacing,
                                const PhotonBeam& beam, const PointSources& sources,
                                const std::vector<Vec3>& points, const MemoryUser& user,
                                int threads, Progress& progress) {
  check_spacing(spacing);
  check_places(beam, volume.materials(), sources, points);
  check_distances(spacing, points);
  const int used = thread_count(threads);
  require_memory(user, host_memory(), volume.shape().voxel_count());
  auto [reading, walking] = progress_parts(progress, 1, 1);
  const MaterialBricks bricks(volume, used, reading);
  std::vector<double> doses;
  const auto count = static_cast<std::int64_t>(points.size());
  for (std::int64_t i = 0; i < count; ++i) {
    PhaseProgress point(walking, i, i + 1, count);
    auto [going, adding] = progress_parts(point, 1, 1);
    const Ways ways =
        ways_to(points[static_cast<std::size_t>(i)], bricks, volume, spacing, sources, used, going);
    doses.push_back(point_dose(beam, sources.strength, ways.distances, ways.lengths, used, adding));
  }
  progress.report(1, 1);
  return doses;
}

}  // namespace bitvox::rays
