// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_particles.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "ops/flow/flow_cells.hpp"

namespace bitvox::flow {

Particles::Particles(const Grid& grid, std::int64_t count) : grid_(grid) {
  Random random(1);
  const auto voxels = grid.shape.voxel_count();
  const auto within = [&] { return static_cast<double>(random.below(1 << 20)) / (1 << 20) - 0.5; };
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t voxel = random.below(voxels);
    while (grid.solid[static_cast<std::size_t>(voxel)] == 255) voxel = (voxel + 1) % voxels;
    const std::int64_t cell[3] = {voxel % grid.shape.width,
                                  voxel / grid.shape.width % grid.shape.height,
                                  voxel / grid.shape.width / grid.shape.height};
    Point point{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double offset = within();
      point[a] = static_cast<double>(cell[a]) + (grid.size(a) > 1 ? offset : 0);
    }
    begin_.push_back(point);
  }
  points_ = begin_;
}

Particles::Point Particles::velocity(const Cells& cells, const Point& at) const {
  Point sum{};
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    std::array<std::int64_t, 3> cell{};
    for (std::size_t a = 0; a < 3; ++a) {
      const double low = std::floor(at[a]);
      const bool high = (corner >> a & 1) != 0;
      weight *= high ? at[a] - low : 1 - (at[a] - low);
      const std::int64_t size = grid_.size(a), i = static_cast<std::int64_t>(low) + (high ? 1 : 0);
      // Beyond a face that is not periodic it is as fast as before it.
      cell[a] = grid_.periodic(a) ? (i + size) % size : std::clamp<std::int64_t>(i, 0, size - 1);
    }
    const std::int64_t row = cell[2] * grid_.shape.height + cell[1];
    const std::int64_t voxel = row * grid_.shape.width + cell[0];
    if (weight == 0 || grid_.solid[static_cast<std::size_t>(voxel)] == 255) continue;
    const std::array<float, 3> u = cells.velocity(row, cell[0]);
    for (std::size_t a = 0; a < 3; ++a) sum[a] += weight * static_cast<double>(u[a]);
  }
  return sum;
}

void Particles::move(std::int64_t i, const Cells& cells) {
  Point& point = points_[static_cast<std::size_t>(i)];
  // Brings a point back through periodic faces, and holds it at walls; false where it has left.
  const auto bring_in = [&](Point& p) {
    for (std::size_t a = 0; a < 3; ++a) {
      const auto size = static_cast<double>(grid_.size(a));
      const bool low = p[a] < -0.5, high = p[a] >= size - 0.5;
      if (!low && !high) continue;
      if (grid_.periodic(a)) {
        p[a] += low ? size : -size;
      } else if (grid_.faces[2 * a + (high ? 1 : 0)] == Face::kClosed) {
        p[a] = low ? -0.5 : size - 0.5;
      } else {
        return false;
      }
    }
    return true;
  };
  const Point u = velocity(cells, point);
  Point middle{}, next{};
  for (std::size_t a = 0; a < 3; ++a) middle[a] = point[a] + u[a] / 2;
  if (!bring_in(middle)) {
    point = begin_[static_cast<std::size_t>(i)];
    return;
  }
  const Point v = velocity(cells, middle);
  for (std::size_t a = 0; a < 3; ++a) next[a] = point[a] + v[a];
  point = bring_in(next) ? next : begin_[static_cast<std::size_t>(i)];
}

}  // namespace bitvox::flow
