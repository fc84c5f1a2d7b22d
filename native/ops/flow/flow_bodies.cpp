// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

Bodies::Bodies(const Grid& grid, BodyText text, Progress& progress)
    : grid_(grid), gravity_(text.gravity), bodies_(std::move(text.bodies)) {
  refuse_overlaps(progress);
}

bool Bodies::any_free() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const Body& body) { return body.free(); });
}

std::vector<Placed> Bodies::place() const {
  std::vector<Placed> all;
  std::int64_t voxels = 0, rows = 0;
  for (const Body& body : bodies_) {
    Placed& placed = all.emplace_back();
    placed.is_box = body.kind == Body::Kind::kBox ? 1 : 0;
    const Vector extent = body.extent();
    for (std::size_t a = 0; a < 3; ++a) {
      placed.centre[a] = body.centre[a];
      placed.velocity[a] = body.velocity[a];
      placed.spin[a] = body.spin[a];
      placed.half[a] = body.half[a];
      for (std::size_t b = 0; placed.is_box != 0 && b < 3; ++b) {
        placed.axes[a][b] = body.axes[a][b];
      }
      auto low = static_cast<std::int64_t>(std::floor(body.centre[a] - extent[a] - 1));
      auto high = static_cast<std::int64_t>(std::ceil(body.centre[a] + extent[a] + 1));
      if (!grid_.periodic(a)) {
        low = std::max<std::int64_t>(low, 0);
        high = std::min(high, grid_.size(a) - 1);
      }
      placed.low[a] = low;
      placed.size[a] = std::max<std::int64_t>(high - low + 1, 0);
    }
    placed.first_voxel = voxels;
    placed.first_row = rows;
    voxels += placed.size[0] * placed.size[1] * placed.size[2];
    rows += placed.size[1] * placed.size[2];
  }
  return all;
}

// The fluid within a body moves as the body does: what that took is given back, so that only what
// is outside counts (Feng and Michaelides 2009).
void Bodies::feel(const std::vector<Momentum>& momenta) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    const Vector moments = body.moments();
    const Vector turning = add(body.spin, body.last_spin, -1);
    body.force = scaled(add(body.velocity, body.last_velocity, -1), body.volume());
    body.torque = {};
    for (std::size_t a = 0; a < 3; ++a) {
      body.torque = add(body.torque, body.axes[a], moments[a] * dot(turning, body.axes[a]));
    }
    for (std::size_t a = 0; a < 3; ++a) {
      body.force[a] += momenta[i][a];
      body.torque[a] += momenta[i][3 + a];
    }
  }
}

}  // namespace bitvox::flow
