// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/flow/flow_grid.hpp"

namespace bitvox::flow {

// Where particles go, for both twins.
struct ParticleSpace {
  std::int64_t size[3];
  bool periodic[3];
  bool closed[kFaces];
};

// Massless particles: points that go with the fluid. They begin at random places in the fluid, the
// same ones every time.
class Particles {
 public:
  using Point = std::array<double, 3>;

  // Throws Cancelled.
  Particles(const Grid& grid, std::int64_t count, Progress& progress);

  const ParticleSpace& space() const { return space_; }
  std::int64_t count() const { return static_cast<std::int64_t>(points_.size()); }
  const std::vector<Point>& begin() const { return begin_; }
  std::vector<Point>& points() { return points_; }
  const std::vector<Point>& points() const { return points_; }

 private:
  ParticleSpace space_{};
  std::vector<Point> begin_;
  std::vector<Point> points_;
};

}  // namespace bitvox::flow
