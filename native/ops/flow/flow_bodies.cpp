// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/ordered_sum.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

Bodies::Bodies(const Grid& grid, BodyText text, double tau)
    : grid_(grid), tau_(tau), gravity_(text.gravity), bodies_(std::move(text.bodies)) {
  if (bodies_.empty()) return;
  refuse_overlaps();
  require_memory(kFlowUser, host_memory(), 20 * grid.cells());
  const auto zeros = [&] {
    AlignedArray<float> all = aligned_array<float>(grid.cells());
    std::fill(all.get(), all.get() + grid.cells(), 0.0F);
    return all;
  };
  share_ = zeros();
  for (AlignedArray<float>& motion : motion_) motion = zeros();
  owner_ = aligned_array<std::int32_t>(grid.cells());
  std::fill(owner_.get(), owner_.get() + grid.cells(), 0);
  if (grid.share) {
    for (std::int64_t row = 0; row < grid.row_count(); ++row) {
      const std::int64_t first = grid.cell(row, 0);
      std::copy(grid.share.get() + first, grid.share.get() + first + grid.blocks() * kLanes,
                share_.get() + first);
    }
  }
  for (const Grid::Row& row : grid.rows) partly_.push_back(row.partly ? 1 : 0);
  covered_.resize(bodies_.size());
  cover();
}

void Bodies::begin_step() {
  if (moving_) {
    find_contacts();
    for (Body& body : bodies_) integrate(body);
    uncover();
    cover();
  }
  moving_ = true;
}

void Bodies::uncover() {
  for (std::vector<Covered>& cells : covered_) {
    for (const Covered& covered : cells) {
      const auto cell = static_cast<std::size_t>(covered.cell);
      share_[cell] = grid_.share ? grid_.share[cell] : 0.0F;
      owner_[cell] = 0;
      for (AlignedArray<float>& motion : motion_) motion[cell] = 0;
      const auto row = static_cast<std::size_t>(covered.row);
      partly_[row] = grid_.rows[row].partly ? 1 : 0;
    }
    cells.clear();
  }
  // Solid of the image is at rest again.
  for (std::int64_t row = 0; grid_.share && row < grid_.row_count(); ++row) {
    if (!grid_.rows[static_cast<std::size_t>(row)].partly) continue;
    for (AlignedArray<float>& motion : motion_) {
      float* const first = motion.get() + grid_.cell(row, 0);
      std::fill(first, first + grid_.blocks() * kLanes, 0.0F);
    }
  }
}

void Bodies::cover() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) cover_with(i);
}

// A voxel is covered by how far its centre is within the body, from half a voxel outside to half a
// voxel inside. Of two bodies, and the image, the one that covers more has it.
void Bodies::cover_with(std::size_t i) {
  const Body& body = bodies_[i];
  std::array<std::int64_t, 3> low{}, high{};
  for (std::size_t a = 0; a < 3; ++a) {
    low[a] = static_cast<std::int64_t>(std::floor(body.centre[a] - body.reach() - 1));
    high[a] = static_cast<std::int64_t>(std::ceil(body.centre[a] + body.reach() + 1));
    if (grid_.periodic(a)) continue;
    low[a] = std::max<std::int64_t>(low[a], 0);
    high[a] = std::min(high[a], grid_.size(a) - 1);
  }
  const auto within = [&](std::int64_t p, std::size_t a) {
    const std::int64_t size = grid_.size(a);
    return (p % size + size) % size;
  };
  for (std::int64_t z = low[2]; z <= high[2]; ++z)
    for (std::int64_t y = low[1]; y <= high[1]; ++y)
      for (std::int64_t x = low[0]; x <= high[0]; ++x) {
        const Vector arm{static_cast<double>(x) - body.centre[0],
                         static_cast<double>(y) - body.centre[1],
                         static_cast<double>(z) - body.centre[2]};
        Vector normal;
        const double part = std::min(1.0, 0.5 - body.distance(arm, normal));
        if (part <= 0) continue;
        const std::int64_t row = within(z, 2) * grid_.shape.height + within(y, 1);
        const std::int64_t column = within(x, 0);
        if (grid_.solid[static_cast<std::size_t>(row * grid_.shape.width + column)] == 255)
          continue;
        const auto cell = static_cast<std::size_t>(grid_.cell(row, column));
        const float share = solid_share(part, tau_);
        if (share <= share_[cell]) continue;
        share_[cell] = share;
        owner_[cell] = static_cast<std::int32_t>(i) + 1;
        const Vector turning = cross(body.spin, arm);
        for (std::size_t a = 0; a < 3; ++a) {
          motion_[a][cell] = static_cast<float>(body.velocity[a] + turning[a]);
        }
        covered_[i].push_back({grid_.cell(row, column), row, arm});
        partly_[static_cast<std::size_t>(row)] = 1;
      }
}

// The momentum that the solid of each cell got. The fluid within a body moves as the body does:
// what that took is given back, so that only what is outside counts (Feng and Michaelides 2009).
void Bodies::end_step() {
  std::array<std::vector<double>, 6> sums;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    for (std::vector<double>& sum : sums) sum.clear();
    for (const Covered& covered : covered_[i]) {
      const auto cell = static_cast<std::size_t>(covered.cell);
      if (owner_[cell] != static_cast<std::int32_t>(i) + 1) continue;  // a later body has it
      Vector got{};
      for (std::size_t a = 0; a < 3; ++a) got[a] = static_cast<double>(motion_[a][cell]);
      const Vector turn = cross(covered.arm, got);
      for (std::size_t a = 0; a < 3; ++a) {
        sums[a].push_back(got[a]);
        sums[3 + a].push_back(turn[a]);
      }
    }
    const Vector moments = body.moments();
    const Vector turning = add(body.spin, body.last_spin, -1);
    body.force = scaled(add(body.velocity, body.last_velocity, -1), body.volume());
    body.torque = {};
    for (std::size_t a = 0; a < 3; ++a) {
      body.torque = add(body.torque, body.axes[a], moments[a] * dot(turning, body.axes[a]));
    }
    for (std::size_t a = 0; a < 3; ++a) {
      body.force[a] += sum_of_rows(sums[a]);
      body.torque[a] += sum_of_rows(sums[3 + a]);
    }
  }
}

namespace {

// Faster than a voxel a step is nothing but what grows without end.
void refuse_unstable(const Body& body) {
  const double speed = length_of(body.velocity) + length_of(body.spin) * body.reach();
  if (speed <= 1) return;  // not so where it is no number
  throw InvalidInput(
      "bodies, line " + std::to_string(body.line) +
      ": the body became faster than a voxel a step: use a smaller gravity, velocity "
      "or spin, or a larger viscosity");
}

}  // namespace

void Bodies::integrate(Body& body) {
  body.last_velocity = body.velocity;
  body.last_spin = body.spin;
  if (body.free()) {
    const Vector moments = body.moments();
    const double mass = body.density * body.volume();
    const Vector pull = add(add(body.force, body.push), gravity_, mass - body.volume());
    body.velocity = add(body.velocity, pull, 1 / mass);
    const Vector torque = add(body.torque, body.twist);
    Vector spin{}, change{};  // about the sides, by Euler's equations
    for (std::size_t a = 0; a < 3; ++a) spin[a] = dot(body.spin, body.axes[a]);
    for (std::size_t a = 0; a < 3; ++a) {
      const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
      change[a] = (dot(torque, body.axes[a]) / body.density +
                   (moments[b] - moments[c]) * spin[b] * spin[c]) /
                  moments[a];
    }
    for (std::size_t a = 0; a < 3; ++a) body.spin = add(body.spin, body.axes[a], change[a]);
  }
  refuse_unstable(body);
  for (std::size_t a = 0; a < 3; ++a) {
    body.centre[a] += body.velocity[a];
    const auto size = static_cast<double>(grid_.size(a));
    if (!grid_.periodic(a)) continue;
    if (body.centre[a] < -0.5) body.centre[a] += size;
    if (body.centre[a] >= size - 0.5) body.centre[a] -= size;
  }
  const double angle = length_of(body.spin);
  if (angle == 0) return;
  const Vector about = scaled(body.spin, 1 / angle);
  for (Vector& axis : body.axes) {  // Rodrigues' rotation
    const Vector turned = add(scaled(axis, std::cos(angle)), cross(about, axis), std::sin(angle));
    axis = add(turned, about, dot(about, axis) * (1 - std::cos(angle)));
    axis = scaled(axis, 1 / length_of(axis));
  }
}

}  // namespace bitvox::flow
