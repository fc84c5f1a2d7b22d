// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation.hpp"

namespace bitvox::deformation {

// What a point says about the displacement of a place near it: offset + change * (place - point).
struct CloudPoint {
  Vector place{};
  Vector offset{};
  std::array<Vector, 3> change{};  // rows
};

// Points of which those near a place are soon found.
class Cloud {
 public:
  // Finds fast within distances of about `cell`. Throws Cancelled.
  Cloud(const std::vector<CloudPoint>& points, double cell, Progress& progress);

  // Appends the points no farther than `reach` from any place of a box.
  void list_near(const Vector& low, const Vector& high, double reach,
                 std::vector<const CloudPoint*>& to) const;

 private:
  std::array<std::int64_t, 3> cell_at(const Vector& place) const;

  std::vector<CloudPoint> points_;   // in the order of cells
  std::vector<std::int64_t> begin_;  // of each cell
  std::array<std::int64_t, 3> cells_{};
  Vector low_{}, high_{}, cell_{};
};

// The mean of what points within `reach` say about a place, by the weight (1 - q^2)^3. False if
// there is none.
bool mean_displacement(const std::vector<const CloudPoint*>& points, const Vector& place,
                       double reach, Vector& to);

}  // namespace bitvox::deformation
