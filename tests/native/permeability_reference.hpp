// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/volumes/bit_volume.hpp"
#include "test_volumes.hpp"

// Slow flow by the plain method: every voxel of a periodic box, two copies of its populations in
// double precision, one step after the other until nothing changes any more. Mirrored borders and
// walls are made of voxels.
namespace bitvox::test {

class PlainFlow {
 public:
  PlainFlow(const BitVolume& pores, int axis, double tau)
      : shape_(pores.shape()), axis_(axis), tau_(tau) {
    const auto count = static_cast<std::size_t>(shape_.voxel_count());
    pore_.resize(count);
    for (std::int64_t z = 0; z < shape_.depth; ++z)
      for (std::int64_t y = 0; y < shape_.height; ++y)
        for (std::int64_t x = 0; x < shape_.width; ++x)
          pore_[index(x, y, z)] = voxel(pores, x, y, z);
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
          if (x * x + y * y + z * z <= 2) velocities_.push_back({x, y, z});
    for (std::int64_t z = 0; z < shape_.depth; ++z)
      for (std::int64_t y = 0; y < shape_.height; ++y)
        for (std::int64_t x = 0; x < shape_.width; ++x)
          for (const Velocity& c : velocities_)
            neighbours_.push_back(index(x + c[0], y + c[1], z + c[2]));
    now_.resize(count * velocities_.size());
    next_.resize(now_.size());
  }

  // A column of the permeability tensor: the mean of two steps, as the lattice holds something that
  // changes its sign with every step and never fades.
  std::array<double, 3> permeability() {
    std::array<double, 3> k{};
    for (int round = 0; round < 4000; ++round) {
      for (int i = 0; i < 48; ++i) step();
      const std::array<double, 3> first = columns();
      step();
      const std::array<double, 3> second = columns();
      step();
      const auto a = static_cast<std::size_t>(axis_);
      const double before = k[a];
      for (std::size_t i = 0; i < 3; ++i) k[i] = (first[i] + second[i]) / 2;
      if (std::abs(k[a] - before) < 2e-7 * std::abs(k[a])) break;
    }
    return k;
  }

  // Along the axis, times viscosity, over the force.
  double velocity(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::size_t at = index(x, y, z);
    if (!pore_[at]) return 0;
    return (momentum(at)[static_cast<std::size_t>(axis_)] + 0.5) * (tau_ - 0.5) / 3;
  }

 private:
  using Velocity = std::array<int, 3>;

  std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const auto wrap = [](std::int64_t i, std::int64_t n) { return (i + n) % n; };
    return static_cast<std::size_t>(
        (wrap(z, shape_.depth) * shape_.height + wrap(y, shape_.height)) * shape_.width +
        wrap(x, shape_.width));
  }

  std::array<double, 3> momentum(std::size_t at) const {
    std::array<double, 3> sum{};
    for (std::size_t i = 0; i < velocities_.size(); ++i)
      for (std::size_t a = 0; a < 3; ++a)
        sum[a] += now_[at * velocities_.size() + i] * velocities_[i][a];
    return sum;
  }

  std::array<double, 3> columns() const {
    std::array<double, 3> sum{};
    for (std::size_t at = 0; at < pore_.size(); ++at) {
      if (!pore_[at]) continue;
      const std::array<double, 3> j = momentum(at);
      for (std::size_t a = 0; a < 3; ++a) sum[a] += j[a] + (static_cast<int>(a) == axis_ ? 0.5 : 0);
    }
    for (double& value : sum) value *= (tau_ - 0.5) / 3 / static_cast<double>(pore_.size());
    return sum;
  }

  void step() {
    const std::size_t n = velocities_.size();
    const double other_tau = 0.5 + 3.0 / 16 / (tau_ - 0.5);
    for (std::size_t at = 0; at < pore_.size(); ++at) {
      if (!pore_[at]) continue;
      double rho = 0;
      for (std::size_t i = 0; i < n; ++i) rho += now_[at * n + i];
      const std::array<double, 3> j = momentum(at);
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t back = n - 1 - i;  // the list is symmetric
        const Velocity& c = velocities_[i];
        const int length = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
        const double w = length == 0 ? 1.0 / 3 : length == 1 ? 1.0 / 18 : 1.0 / 36;
        const double along = c[0] * j[0] + c[1] * j[1] + c[2] * j[2];
        const double f = now_[at * n + i], g = now_[at * n + back];
        const double after = f - ((f + g) / 2 - w * rho) / tau_ -
                             ((f - g) / 2 - 3 * w * along) / other_tau +
                             3 * w * c[static_cast<std::size_t>(axis_)];
        const std::size_t to = neighbours_[at * n + i];
        if (pore_[to]) {
          next_[to * n + i] = after;
        } else {
          next_[at * n + back] = after;
        }
      }
    }
    std::swap(now_, next_);
  }

  Shape shape_;
  int axis_;
  double tau_;
  std::vector<bool> pore_;
  std::vector<Velocity> velocities_;
  std::vector<std::size_t> neighbours_;  // of each voxel, one for each velocity
  std::vector<double> now_, next_;
};

}  // namespace bitvox::test
