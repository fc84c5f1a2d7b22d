// SPDX-License-Identifier: BSD-2-Clause
#include "rays/scene.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "rays/vectors.hpp"

namespace bitvox::rays {
namespace {

double largest(const Vector& a) {
  return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])});
}

// The smallest power of two with which `extent` is at most `reach` steps, and some to spare.
double step_for(double extent, std::int64_t reach) {
  constexpr int kFinest = -200;
  constexpr int kCoarsest = 200;
  if (!std::isfinite(extent)) throw InvalidInput("a coordinate is not a finite number");
  int exponent = 0;
  std::frexp(extent / static_cast<double>(reach - 1), &exponent);
  if (exponent > kCoarsest) {
    throw InvalidInput("coordinates reach " + short_number(extent) +
                       ", which is too far; use another unit");
  }
  return std::ldexp(1.0, std::max(exponent, kFinest));
}

// The corners of the box.
template <class Each>
void for_corners(const Bounds& bounds, Each&& each) {
  for (unsigned i = 0; i < 8; ++i) {
    each(Vector{(i & 1) != 0 ? bounds.high[0] : bounds.low[0],
                (i & 2) != 0 ? bounds.high[1] : bounds.low[1],
                (i & 4) != 0 ? bounds.high[2] : bounds.low[2]});
  }
}

Direction rounded(const Vector& in_steps, int shift) {
  Direction fine{};
  for (std::size_t i = 0; i < 3; ++i) fine[i] = std::llround(std::ldexp(in_steps[i], shift));
  return fine;
}

// The source in the plane of the detector, or columns along rows.
bool lie_in_one_plane(const RayGrid& grid) {
  constexpr double kFlat = 1e-9;
  const auto as_vector = [](const Direction& d) {
    return Vector{static_cast<double>(d[0]), static_cast<double>(d[1]), static_cast<double>(d[2])};
  };
  const Vector across = as_vector(grid.across);
  const Vector down = as_vector(grid.down);
  const Vector normal = cross(across, down);
  // Lines of a parallel beam are at right angles to the detector, however far its pixels reach.
  if (grid.beam == BeamKind::kParallel) {
    return std::abs(normal[2]) <= kFlat * largest(across) * largest(down);
  }
  const Vector first = as_vector(grid.first);
  return std::abs(dot(normal, first)) <= kFlat * largest(normal) * largest(first);
}

bool within_reach(const Direction& ray) {
  return std::all_of(ray.begin(), ray.end(),
                     [](std::int64_t value) { return std::abs(value) <= kRayReach; });
}

}  // namespace

Vector Frame::in_steps(const Vector& place) const {
  const Vector from = minus(place, origin);
  return {dot(from, axes[0]) / step, dot(from, axes[1]) / step, dot(from, axes[2]) / step};
}

Point Frame::snap(const Vector& place) const {
  const Vector steps = in_steps(place);
  Point point{};
  for (std::size_t i = 0; i < 3; ++i) {
    point[i] = static_cast<std::int32_t>(std::llround(steps[i]));
  }
  return point;
}

void Bounds::include(const Vector& place) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (!std::isfinite(place[i])) throw InvalidInput("a coordinate is not a finite number");
    low[i] = is_empty ? place[i] : std::min(low[i], place[i]);
    high[i] = is_empty ? place[i] : std::max(high[i], place[i]);
  }
  is_empty = false;
}

Frame cone_frame(const Vector& source, const Bounds& bounds) {
  Frame frame;
  frame.origin = source;
  double extent = 0;
  for_corners(bounds, [&](const Vector& corner) {
    extent = std::max(extent, largest(minus(corner, source)));
  });
  if (!std::isfinite(largest(source))) throw InvalidInput("the source is not at a finite place");
  frame.step = step_for(extent, kReach);
  return frame;
}

Frame parallel_frame(const Vector& across, const Vector& down, const Bounds& bounds) {
  Frame frame;
  frame.beam = BeamKind::kParallel;
  frame.axes = {across, down, cross(across, down)};
  Bounds seen;
  for_corners(bounds, [&](const Vector& corner) {
    seen.include(
        {dot(corner, frame.axes[0]), dot(corner, frame.axes[1]), dot(corner, frame.axes[2])});
  });
  Vector middle{};
  for (std::size_t i = 0; i < 2; ++i) middle[i] = seen.low[i] + (seen.high[i] - seen.low[i]) / 2;
  middle[2] = seen.low[2];
  for (std::size_t i = 0; i < 3; ++i) {
    frame.origin[i] = middle[0] * across[i] + middle[1] * down[i] + middle[2] * frame.axes[2][i];
  }
  const Vector half = {(seen.high[0] - seen.low[0]) / 2, (seen.high[1] - seen.low[1]) / 2,
                       (seen.high[2] - seen.low[2]) / 2};
  frame.step = step_for(largest(half), kReach);
  // Rounding must leave no vertex before the plane that depths count from.
  for (std::size_t i = 0; i < 3; ++i) frame.origin[i] -= frame.axes[2][i] * frame.step;
  return frame;
}

Direction RayGrid::operator()(std::int64_t column, std::int64_t row) const {
  Direction ray{};
  for (std::size_t i = 0; i < 3; ++i) ray[i] = first[i] + column * across[i] + row * down[i];
  return ray;
}

RayGrid ray_grid(const Frame& frame, const Vector& first, const Vector& across, const Vector& down,
                 std::int32_t width, std::int32_t height) {
  if (width < 1 || height < 1 || width > kMostDetectorSide || height > kMostDetectorSide) {
    throw InvalidInput("the detector has " + std::to_string(width) + " x " +
                       std::to_string(height) + " pixels; 1 to " +
                       std::to_string(kMostDetectorSide) + " each way are allowed");
  }
  const auto at = [&](double column, double row) {
    Vector place = first;
    for (std::size_t i = 0; i < 3; ++i) place[i] += column * across[i] + row * down[i];
    return place;
  };
  Vector far{};
  for (const auto& place : {at(0, 0), at(width, 0), at(0, height), at(width, height)}) {
    const Vector steps = frame.in_steps(place);
    for (std::size_t i = 0; i < 3; ++i) far[i] = std::max(far[i], std::abs(steps[i]));
  }
  const bool is_parallel = frame.beam == BeamKind::kParallel;
  if (is_parallel) far[2] = 1;
  constexpr double kRoom = 0.25;  // for what is rounded, many times over
  int exponent = 0;
  std::frexp(largest(far) / (kRoom * static_cast<double>(kRayReach)), &exponent);
  const int shift = -exponent;
  constexpr int kMostShift = 36;
  if (!std::isfinite(largest(far)) || shift < 0) {
    const double most = kRoom * static_cast<double>(kRayReach) * frame.step;
    throw InvalidInput("the detector reaches " + short_number(largest(far) * frame.step) +
                       " from the source or the beam's middle; for meshes of this size " +
                       short_number(most) + " is the most: use smaller pixels or distances");
  }

  RayGrid grid;
  grid.beam = frame.beam;
  grid.shift = std::min(shift, kMostShift);
  grid.width = width;
  grid.height = height;
  const Vector base = frame.in_steps(first);
  const auto rays = [&](const Vector& step) {
    const Vector moved = frame.in_steps(at(0, 0));
    Vector place = first;
    for (std::size_t i = 0; i < 3; ++i) place[i] += step[i];
    return rounded(minus(frame.in_steps(place), moved), grid.shift);
  };
  grid.first = rounded(base, grid.shift);
  grid.across = rays(across);
  grid.down = rays(down);
  if (is_parallel) {
    grid.first[2] = std::int64_t{1} << grid.shift;
    grid.across[2] = grid.down[2] = 0;
  }
  // Pixels are so much finer than their distance only by mistake, and too fine for the arithmetic.
  constexpr std::int64_t kFinest = 1 << 12;
  const auto size = [](const Direction& d) {
    return std::max({std::abs(d[0]), std::abs(d[1]), std::abs(d[2])});
  };
  if (size(grid.across) < kFinest || size(grid.down) < kFinest) {
    const auto side = [](const Vector& d) { return short_number(std::sqrt(dot(d, d))); };
    throw InvalidInput("the detector's pixels of " + side(across) + " x " + side(down) +
                       " are too small: the detector reaches " +
                       short_number(largest(far) * frame.step) + " from the source");
  }
  if (lie_in_one_plane(grid)) {
    throw InvalidInput("the rays of the detector lie in one plane, in which the source is");
  }
  if (!within_reach(grid(0, 0)) || !within_reach(grid(width, height)) ||
      !within_reach(grid(0, height)) || !within_reach(grid(width, 0))) {
    throw InvalidInput("the detector is out of reach");
  }
  return grid;
}

RayList ray_list(const Frame& frame, std::span<const Vector> ends) {
  RayList list;
  list.ends.reserve(ends.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Vector steps = frame.in_steps(ends[i]);
    if (!(largest(steps) <= static_cast<double>(kReach))) {
      throw InvalidInput("the end of ray " + std::to_string(i + 1) + " is too far away");
    }
    const Direction ray = rounded(steps, kEndShift);
    if (ray == Direction{}) list.without_length.push_back(static_cast<std::int64_t>(i));
    list.ends.push_back(ray);
  }
  return list;
}

}  // namespace bitvox::rays
