// SPDX-License-Identifier: BSD-2-Clause
#include "rays/detector_rays.hpp"

#include <algorithm>
#include <cmath>

#include "rays/vectors.hpp"

namespace bitvox::rays {
namespace {

Vector to_vector(const Vec3& v) { return {v.x, v.y, v.z}; }
Vector of_length_one(const Vector& a) { return scaled(a, 1 / std::sqrt(dot(a, a))); }

}  // namespace

DetectorRays detector_rays(const Detector& detector, double angle, const Bounds& bounds) {
  const Vec3 size = {bounds.high[0] - bounds.low[0], bounds.high[1] - bounds.low[1],
                     bounds.high[2] - bounds.low[2]};
  const View view = view_at(detector, size, angle);
  const Vector source = plus(to_vector(view.source), bounds.low);
  const Vector across = to_vector(view.column);
  const Vector down = to_vector(view.row);
  DetectorRays rays;
  if (detector.beam == BeamKind::kCone) {
    rays.frame = cone_frame(source, bounds);
    rays.grid = ray_grid(rays.frame, plus(source, to_vector(view.first)), across, down,
                         detector.columns, detector.rows);
    return rays;
  }
  const Vector right = of_length_one(across);
  const Vector below = of_length_one(down);
  const Vector along = {right[1] * below[2] - right[2] * below[1],
                        right[2] * below[0] - right[0] * below[2],
                        right[0] * below[1] - right[1] * below[0]};
  const bool is_forward = dot(along, to_vector(view.first)) > 0;
  rays.frame = parallel_frame(scaled(right, is_forward ? 1 : -1), below, bounds);
  rays.grid = ray_grid(rays.frame, source, across, down, detector.columns, detector.rows);
  const Vector middle = plus(bounds.low, scaled(to_vector(size), 0.5));
  rays.depth_offset = dot(rays.frame.origin, rays.frame.axes[2]) - dot(middle, rays.frame.axes[2]);
  return rays;
}

RayGrid part_of(const RayGrid& grid, std::int64_t first, std::int64_t count) {
  RayGrid part = grid;
  part.first = grid(first % grid.width, first / grid.width);
  part.width = static_cast<std::int32_t>(std::min<std::int64_t>(count, grid.width));
  part.height = static_cast<std::int32_t>((count + grid.width - 1) / grid.width);
  return part;
}

}  // namespace bitvox::rays
