// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski_numbers.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "ops/minkowski/minkowski_ellipsoid.hpp"
#include "ops/minkowski/minkowski_sums.hpp"
#include "ops/minkowski/minkowski_weights.hpp"

namespace bitvox::minkowski {
namespace {

// What lies in the mask, and what is measured: the windows where edges are clipped.
void add_volumes(const Counts& counts, const Options& options, double voxel, ShapeNumbers& to) {
  to.voxels = counts[kVoxels];
  to.volume = static_cast<double>(to.voxels) * voxel;
  to.total_volume = static_cast<double>(counts[kMaskVoxels]) * voxel;
  const bool clipped = options.edges == Edges::kClipped;
  to.measured_volume = clipped ? static_cast<double>(counts[kWindows]) * voxel : to.total_volume;
}

Vector3 step_of(int direction, const Spacing& s) {
  const int* const d = kDirection[direction].d;
  return {d[0] * s.x, d[1] * s.y, d[2] * s.z};
}

// Of the planes that have the direction as their normal in voxels: its length is one over their
// distance.
Vector3 normal_of(int direction, const Spacing& s) {
  const int* const d = kDirection[direction].d;
  return {d[0] / s.x, d[1] / s.y, d[2] / s.z};
}

template <class VectorOf>
std::vector<Vector3> vectors(int count, const Spacing& spacing, const VectorOf& vector_of) {
  std::vector<Vector3> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all.push_back(vector_of(i, spacing));
  return all;
}

std::vector<double> weights(const std::vector<Vector3>& directions) {
  return directions.size() == 3 ? std::vector<double>(3, 1.0 / 3.0) : weights_on_sphere(directions);
}

// There may be voxels of which none lies in what is measured.
double connectivity(const Sums& sums, double euler) { return sums.all(0) > 0 ? 1 - euler : 0; }

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ShapeNumbers numbers_of_volume(const Counts& counts, const Options& options) {
  const bool thirteen = options.directions == Directions::kThirteen;
  const Spacing& spacing = options.spacing;
  const double voxel = spacing.x * spacing.y * spacing.z;
  const Sums sums(counts, options, 3);

  ShapeNumbers numbers;
  add_volumes(counts, options, voxel, numbers);

  const int count = thirteen ? kDirections : 3;
  const std::vector<Vector3> steps = vectors(count, spacing, step_of);
  const std::vector<Vector3> normals = vectors(count, spacing, normal_of);
  const std::vector<double> weights_of_steps = weights(steps);
  const std::vector<double> weights_of_normals = weights(normals);
  std::vector<double> entries_per_length;
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const double entries = sums.entries(i);
    numbers.surface += 4 * weights_of_steps[index] * entries * voxel / length(steps[index]);
    numbers.mean_breadth +=
        weights_of_normals[index] * sums.euler_of_planes(i) / length(normals[index]);
    entries_per_length.push_back(entries / (sums.all(0) * length(steps[index])));
  }
  for (int axes = 0; axes < 8; ++axes) {
    const int sign = (has(axes, 0) != has(axes, 1)) != has(axes, 2) ? -1 : 1;
    numbers.euler_faces += sign * sums.all(axes);
    numbers.euler_all -= sign * sums.any(axes);
  }
  numbers.connectivity = connectivity(sums, numbers.euler_all);

  numbers.anisotropy = kNaN;
  numbers.intercepts.fill(kNaN);
  numbers.intercept_axes.fill(kNaN);
  if (thirteen && sums.all(0) > 0 && numbers.surface > 0) {
    const auto ellipsoid = fit_ellipsoid(steps, weights_of_steps, entries_per_length);
    if (ellipsoid) {
      numbers.anisotropy = 1 - ellipsoid->eigenvalues[0] / ellipsoid->eigenvalues[2];
      for (std::size_t i = 0; i < 3; ++i) {
        numbers.intercepts[i] = 1 / std::sqrt(ellipsoid->eigenvalues[i]);
      }
      numbers.intercept_axes = ellipsoid->axes;
    }
  }
  return numbers;
}

ShapeNumbers numbers_of_slice(const Counts& counts, const Options& options) {
  const Spacing spacing{options.spacing.x, options.spacing.y, 1};  // z may be no number
  const double pixel = spacing.x * spacing.y;
  const Sums sums(counts, options, 2);

  ShapeNumbers numbers;
  add_volumes(counts, options, pixel, numbers);

  constexpr int kInSlice[] = {0, 1, 7, 8};
  const int count = options.directions == Directions::kThirteen ? 4 : 2;
  const std::vector<Vector3> steps =
      vectors(count, spacing, [&](int i, const Spacing& s) { return step_of(kInSlice[i], s); });
  const std::vector<double> parts = weights_on_circle(steps);
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    numbers.surface +=
        std::numbers::pi * parts[index] * sums.entries(kInSlice[i]) * pixel / length(steps[index]);
  }
  for (int axes = 0; axes < 4; ++axes) {
    const int sign = has(axes, 0) != has(axes, 1) ? -1 : 1;
    numbers.euler_faces += sign * sums.all(axes);
    numbers.euler_all += sign * sums.any(axes);
  }
  numbers.connectivity = connectivity(sums, numbers.euler_all);
  numbers.anisotropy = kNaN;
  numbers.intercepts.fill(kNaN);
  numbers.intercept_axes.fill(kNaN);
  return numbers;
}

}  // namespace bitvox::minkowski
