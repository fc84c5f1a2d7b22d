// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ops/flow/flow_grid.hpp"

namespace bitvox::flow {

class Cells;

// Massless particles: points that go with the fluid, whose velocity between centres of cells is
// linear and 0 in solid. They begin at random places in the fluid, the same ones every time.
class Particles {
 public:
  using Point = std::array<double, 3>;

  Particles(const Grid& grid, std::int64_t count);

  std::int64_t count() const { return static_cast<std::int64_t>(points_.size()); }
  const Point& at(std::int64_t i) const { return points_[static_cast<std::size_t>(i)]; }

  // One step of one of them (midpoint rule).
  void move(std::int64_t i, const Cells& cells);

 private:
  Point velocity(const Cells& cells, const Point& at) const;

  const Grid& grid_;
  std::vector<Point> begin_;
  std::vector<Point> points_;
};

}  // namespace bitvox::flow
