// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/local_thickness/local_thickness_balls.hpp"
#include "ops/local_thickness/local_thickness_grid.hpp"
#include "ops/local_thickness/local_thickness_rows.hpp"

namespace bitvox::local_thickness {

// What may take long asks now and then, on a worker of the pool.
inline void throw_if_stopped() {
  if (stop_requested()) throw Cancelled();
}

// Finds the centres of the balls that matter among voxels with squared distances.
//
// A ball that lies in that of a neighbour, or of a voxel a few steps farther away from the nearest
// background, is dropped. Where that is, the differences of the neighbours' squares tell: with the
// background at b, squares grow along x by 2 (c - b).x.
template <class T>
class CentreFinder {
 public:
  // smallest: squares up to it belong to balls that cover their centre alone. Those are no centres:
  // what is not covered in the end is theirs.
  CentreFinder(const RowsOf<T>& kernels, const TileGrid& grid, const T* squares, T largest,
               double smallest)
      : kernels_(kernels),
        grid_(grid),
        squares_(squares),
        smallest_(static_cast<T>(smallest)),
        table_(kCubes ? static_cast<std::int64_t>(largest) : 0),
        nothing_(static_cast<std::size_t>(grid.shape.width)) {}

  static std::int64_t bytes(const Shape& shape, int threads) {
    return (3 + BallTable::kFarSteps) * BallTable::kMost * 4 +
           (1 + 6 * threads) * (shape.width + 2) * static_cast<std::int64_t>(sizeof(T));
  }

  // Of one thread.
  struct Scratch {
    explicit Scratch(std::int64_t width) {
      for (auto& row : rows) row.resize(static_cast<std::size_t>(width + 2));
    }
    std::array<std::vector<T>, 6> rows;
  };

  // A bit for each voxel of row (y, z): whether it is a centre. Returns how many there are.
  std::int64_t find(std::int64_t y, std::int64_t z, Scratch& scratch, std::uint64_t* bits) const {
    const T* const row = squares_ + grid_.voxel(0, y, z);
    T* const faces = scratch.rows[0].data();
    T* const edges = scratch.rows[1].data();
    T* const corners = scratch.rows[2].data();
    if (kCubes) {
      const T* rows[9];
      for (int k = -1; k <= 1; ++k) {
        for (int j = -1; j <= 1; ++j) rows[3 * (k + 1) + j + 1] = row_at(y + j, z + k, z);
      }
      T* const own[3] = {scratch.rows[3].data(), scratch.rows[4].data(), scratch.rows[5].data()};
      kernels_.largest_neighbours(rows, grid_.shape.width, own, faces, edges, corners);
    }
    const Candidates<T> candidates{row,           faces, edges, corners, table_.least().data(),
                                   table_.count()};
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < grid_.shape.width; first += 64) {
      throw_if_stopped();
      std::uint64_t word = kernels_.uncovered(
          candidates, first, std::min<std::int64_t>(64, grid_.shape.width - first), smallest_);
      if (kCubes) {
        for (std::uint64_t left = word; left != 0; left &= left - 1) {
          const std::int64_t x = first + std::countr_zero(left);
          if (static_cast<std::int64_t>(row[x]) < kFarPays) continue;
          if (is_covered_farther(row + x, x, y, z)) word &= ~(left & (~left + 1));
        }
      }
      count += std::popcount(word);
      bits[first / 64] = word;
    }
    return count;
  }

 private:
  static constexpr bool kCubes = sizeof(T) < sizeof(double);
  // Smaller balls are painted as fast as it is looked for others that they lie in.
  static constexpr std::int64_t kFarPays = 32 * 32;

  // Of a row that is not there: zeros.
  const T* row_at(std::int64_t y, std::int64_t z, std::int64_t own_z) const {
    const bool there = y >= 0 && y < grid_.shape.height && z >= 0 && z < grid_.shape.depth &&
                       (z == own_z || !grid_.planar);
    return there ? squares_ + grid_.voxel(0, y, z) : nothing_.data();
  }

  // A step, along x, y and z.
  using Step = std::array<std::int64_t, 3>;

  // A voxel, where its squared distance is, and how far away that of others is.
  struct Voxel {
    Step place;
    const T* at;
    std::int64_t square;
    bool far_inside;  // no step of the table leaves the volume
  };

  bool has(const Step& place) const {
    const Shape& shape = grid_.shape;
    return place[0] >= 0 && place[0] < shape.width && place[1] >= 0 && place[1] < shape.height &&
           place[2] >= 0 && place[2] < shape.depth;
  }

  // Of the voxel a step away; 0 outside the volume.
  std::int64_t square_at(const Voxel& voxel, const Step& step) const {
    if (!voxel.far_inside &&
        !has({voxel.place[0] + step[0], voxel.place[1] + step[1], voxel.place[2] + step[2]})) {
      return 0;
    }
    return static_cast<std::int64_t>(voxel.at[grid_.voxel(step[0], step[1], step[2])]);
  }

  bool is_covered_farther(const T* at, std::int64_t x, std::int64_t y, std::int64_t z) const {
    constexpr std::int64_t kFarthest = BallTable::kFarthest;
    const Shape& shape = grid_.shape;
    const Voxel voxel{{x, y, z},
                      at,
                      static_cast<std::int64_t>(*at),
                      x >= kFarthest && x < shape.width - kFarthest && y >= kFarthest &&
                          y < shape.height - kFarthest &&
                          (grid_.planar || (z >= kFarthest && z < shape.depth - kFarthest))};
    const Step growth{growth_along(voxel, {1, 0, 0}), growth_along(voxel, {0, 1, 0}),
                      grid_.planar ? 0 : growth_along(voxel, {0, 0, 1})};
    return is_covered_by_step(voxel, growth) || is_covered_far_away(voxel, growth);
  }

  // From neighbour to neighbour. Next to background or the border the step to the other side counts
  // twice.
  std::int64_t growth_along(const Voxel& voxel, const Step& step) const {
    const std::int64_t before = square_at(voxel, {-step[0], -step[1], -step[2]});
    const std::int64_t behind = square_at(voxel, step);
    if (before == 0) return 2 * (behind - voxel.square);
    if (behind == 0) return 2 * (voxel.square - before);
    return behind - before;
  }

  bool is_covered_by_step(const Voxel& voxel, const Step& growth) const {
    if (voxel.square >= table_.count()) return false;
    const std::uint32_t* const least =
        table_.least_far().data() + BallTable::kFarSteps * voxel.square;
    std::size_t axes[3] = {0, 1, 2};  // by falling growth; z stays last where it has none
    const auto order = [&](int a, int b) {
      if (std::abs(growth[axes[a]]) < std::abs(growth[axes[b]])) std::swap(axes[a], axes[b]);
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
    for (std::int64_t i = 0; i < BallTable::kFarSteps; ++i) {
      const auto& [a, b, c] = BallTable::kFar[i];
      if (grid_.planar && c != 0) continue;
      Step step;
      step[axes[0]] = growth[axes[0]] < 0 ? -a : a;
      step[axes[1]] = growth[axes[1]] < 0 ? -b : b;
      step[axes[2]] = growth[axes[2]] < 0 ? -c : c;
      if (square_at(voxel, step) >= least[i]) return true;
    }
    return false;
  }

  // Farther away the direction can be met better. Next to the border, where there is
  // no farther away, many steps are tried.
  bool is_covered_far_away(Voxel voxel, const Step& growth) const {
    const double radius = std::sqrt(static_cast<double>(voxel.square));
    const Step sides{grid_.shape.width, grid_.shape.height, grid_.shape.depth};
    double slope = 0;
    for (const std::int64_t along : growth) {
      slope += static_cast<double>(along) * static_cast<double>(along);
    }
    if (slope == 0) return false;
    slope = std::sqrt(slope);
    double room = radius;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (growth[axis] == 0) continue;
      const std::int64_t voxels =
          growth[axis] < 0 ? voxel.place[axis] : sides[axis] - 1 - voxel.place[axis];
      room = std::min(room, static_cast<double>(voxels) *
                                (slope / std::abs(static_cast<double>(growth[axis]))));
    }
    const auto along = [&](double length) {
      Step step;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        step[axis] = std::lround(static_cast<double>(growth[axis]) * (length / slope));
      }
      return step;
    };
    voxel.far_inside = false;
    constexpr double kFarther = 1.5;
    const double shortest = std::max<double>(BallTable::kFarthest + 1, radius / 16);
    if (room < shortest) {
      constexpr int kTries = 32;
      for (int i = 0; i < kTries && room - i >= 1; ++i) {
        if (is_covered_from(voxel, along(room - i))) return true;
      }
      return false;
    }
    double length = shortest;
    while (length < room) {
      const Step step = along(length);
      if (is_covered_from(voxel, step)) return true;
      if (square_at(voxel, step) <= voxel.square) return false;
      length *= kFarther;
    }
    return false;
  }

  // |v - e| <= |v| + |e|, so a ball that has more than (root(s - 1) + |e|)^2 to the background will
  // do.
  bool is_covered_from(const Voxel& voxel, const Step& step) const {
    const std::int64_t away = step[0] * step[0] + step[1] * step[1] + step[2] * step[2];
    // (root(a) + root(b))^2 = a + b + 2 root(a b), with some room for what is rounded.
    const auto more = static_cast<double>(square_at(voxel, step) - (voxel.square - 1) - away);
    constexpr double kRoom = 1.000001;
    return more > 0 && more * more > 4 * kRoom * static_cast<double>(voxel.square - 1) *
                                         static_cast<double>(away);
  }

  const RowsOf<T>& kernels_;
  const TileGrid& grid_;
  const T* const squares_;
  const T smallest_;
  const BallTable table_;
  const std::vector<T> nothing_;
};

}  // namespace bitvox::local_thickness
