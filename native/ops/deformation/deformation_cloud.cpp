// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_cloud.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/threads/pulse.hpp"

namespace bitvox::deformation {

Cloud::Cloud(const std::vector<CloudPoint>& points, double cell, Progress& progress) {
  Pulse pulse(progress);
  low_.fill(std::numeric_limits<double>::infinity());
  high_.fill(-std::numeric_limits<double>::infinity());
  for (const CloudPoint& point : points) {
    pulse.beat();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low_[axis] = std::min(low_[axis], point.place[axis]);
      high_[axis] = std::max(high_[axis], point.place[axis]);
    }
  }
  // No more cells along an axis than there are points, however far apart those are.
  const double most = std::cbrt(8 * static_cast<double>(points.size())) + 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double count = std::clamp(std::ceil((high_[axis] - low_[axis]) / cell), 1.0, most);
    cells_[axis] = static_cast<std::int64_t>(count);
    cell_[axis] = std::max((high_[axis] - low_[axis]) / count, cell / 16);
  }
  begin_.resize(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]) + 1);
  const auto cell_of = [&](const CloudPoint& point) {
    const auto at = cell_at(point.place);
    return static_cast<std::size_t>((at[2] * cells_[1] + at[1]) * cells_[0] + at[0]);
  };
  for (const CloudPoint& point : points) {
    pulse.beat();
    ++begin_[cell_of(point) + 1];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::int64_t> next(begin_.begin(), begin_.end() - 1);
  points_.resize(points.size());
  for (const CloudPoint& point : points) {
    pulse.beat();
    points_[static_cast<std::size_t>(next[cell_of(point)]++)] = point;
  }
}

std::array<std::int64_t, 3> Cloud::cell_at(const Vector& place) const {
  std::array<std::int64_t, 3> at{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double cell = std::floor((place[axis] - low_[axis]) / cell_[axis]);
    at[axis] =
        static_cast<std::int64_t>(std::clamp(cell, 0.0, static_cast<double>(cells_[axis] - 1)));
  }
  return at;
}

void Cloud::list_near(const Vector& low, const Vector& high, double reach,
                      std::vector<const CloudPoint*>& to) const {
  Vector lowest = low, highest = high;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    lowest[axis] -= reach;
    highest[axis] += reach;
    if (lowest[axis] > high_[axis] || highest[axis] < low_[axis]) return;
  }
  const auto first = cell_at(lowest), last = cell_at(highest);
  for (std::int64_t z = first[2]; z <= last[2]; ++z)
    for (std::int64_t y = first[1]; y <= last[1]; ++y) {
      const std::int64_t row = (z * cells_[1] + y) * cells_[0];
      const std::int64_t end = begin_[static_cast<std::size_t>(row + last[0] + 1)];
      for (std::int64_t i = begin_[static_cast<std::size_t>(row + first[0])]; i < end; ++i) {
        const CloudPoint& point = points_[static_cast<std::size_t>(i)];
        double squared = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const double off =
              std::max({low[axis] - point.place[axis], point.place[axis] - high[axis], 0.0});
          squared += off * off;
        }
        if (squared <= reach * reach) to.push_back(&point);
      }
    }
}

bool mean_displacement(const std::vector<const CloudPoint*>& points, const Vector& place,
                       double reach, Vector& to) {
  double weights = 0;
  Vector sum{};
  const double unit = 1 / (reach * reach);
  for (const CloudPoint* const point : points) {
    const double x = place[0] - point->place[0], y = place[1] - point->place[1],
                 z = place[2] - point->place[2];
    const double rest = 1 - (x * x + y * y + z * z) * unit;
    if (!(rest > 0)) continue;
    const double weight = rest * rest * rest;
    weights += weight;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector& row = point->change[i];
      sum[i] += weight * (point->offset[i] + (row[0] * x + row[1] * y + row[2] * z));
    }
  }
  if (!(weights > 0)) return false;
  for (std::size_t i = 0; i < 3; ++i) to[i] = sum[i] / weights;
  return true;
}

}  // namespace bitvox::deformation
