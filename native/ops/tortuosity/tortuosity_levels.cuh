// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/tortuosity/tortuosity_cells.cuh"

// What the cycle does with the cells of a coarse level on the GPU: the same numbers as on the CPU
// (tortuosity_levels.cpp).
namespace bitvox::tortuosity {
namespace {

// ---- From level to level -----------------------------------------------------------------------

// The right-hand side of a coarse level, and its values after the first step of smoothing or, of a
// single cell, for good: `scale` of that.
struct ToCoarse {
  Cells coarse;
  float scale;

  struct Lane {
    std::int64_t row;
  };
  __device__ Lane lane(const Place& at) const { return {coarse.grid.row(at.y / 2, at.z / 2)}; }

  // What is left of a fine cell, by all lanes of a warp; 0 outside.
  __device__ void add(const Bricks& fine, const Place& at, float left, const Lane& lane) const {
    const auto of = [](float value, unsigned bit) {
      return __shfl_xor_sync(cuda::kAllLanes, value, static_cast<int>(bit));
    };
    const unsigned next_y = fine.y_bits & -fine.y_bits;
    const unsigned next_z = fine.z_bits & -fine.z_bits;
    const float pair = left + of(left, 1);
    const float beside = of(pair, next_y);
    const float behind = of(pair, next_z);
    const float last = of(beside, next_z);
    float sum = pair;
    if (next_y != 0) sum += beside;
    if (next_z != 0) sum += behind;
    if (next_y != 0 && next_z != 0) sum += last;
    if (((at.x | at.y | at.z) & 1) != 0 || !at.is_in(fine)) return;
    const std::int64_t i = lane.row + Bricks::along(at.x / 2);
    const float diagonal = coarse.diagonal(coarse.links(i), at.z / 2);
    if (!(diagonal > 0)) return;
    coarse.rhs[i] = sum;
    coarse.value[i] = scale * (sum / diagonal);
  }
};

// Values of the coarse cells that fine ones lie in.
struct FromCoarse {
  Bricks grid;
  const float* value;  // null where there is none
  float factor;

  // Where the cell lies, and how far it is from there to those of its neighbours, of which one
  // along each axis is in another cell; at an end both may be.
  struct Lane {
    std::int64_t row;
    int y_before, y_after, z_before, z_after;
  };
  __device__ Lane lane(const Bricks& fine, const Place& at) const {
    const int y = at.y / 2, z = at.z / 2;
    const int place = grid.in_brick(y, z);
    Lane lane{grid.brick_row(y, z) + place, 0, 0, 0, 0};
    if (at.y % 2 == 0) lane.y_before = Bricks::to_before(place, grid.y_bits, grid.y_distance());
    if (at.y % 2 == 1) lane.y_after = Bricks::to_after(place, grid.y_bits, grid.y_distance());
    if (at.z % 2 == 0) lane.z_before = Bricks::to_before(place, grid.z_bits, grid.z_distance());
    if (at.z % 2 == 1) lane.z_after = Bricks::to_after(place, grid.z_bits, grid.z_distance());
    if (!fine.wraps_y) return lane;
    const auto to = [&](int other) { return static_cast<int>(grid.row(other / 2, z) - lane.row); };
    if (at.y == 0) lane.y_before = to(fine.height - 1);
    if (at.y + 1 == fine.height) lane.y_after = to(0);
    return lane;
  }

  __device__ float own(int x, const Lane& lane) const {
    return (value + lane.row)[Bricks::along(x / 2)];
  }
  // Of a fine cell and of those that it is linked to; anything of others.
  __device__ Neighbours<float> around(const Bricks& fine, unsigned linked, const Place& at,
                                      const Lane& lane) const {
    if (value == nullptr) return {};
    const float* const row = value + lane.row;
    const int here = Bricks::along(at.x / 2);
    const float own = row[here];
    Neighbours<float> values{own, own, own, own, own, own, own};
    const auto get = [&](unsigned link, float& to, int i) {
      if ((linked & link) != 0) to = row[i];
    };
    if (at.x % 2 == 0) {
      const int before = at.x > 0 ? at.x / 2 - 1 : (fine.width - 1) / 2;
      get(kXBefore, values.x_before, Bricks::along(before));
    }
    const bool is_last = at.x + 1 == fine.width;  // only where the sides are periodic it is linked
    if (at.x % 2 == 1 || is_last) {
      get(kXAfter, values.x_after, Bricks::along(is_last ? 0 : at.x / 2 + 1));
    }
    if (lane.y_before != 0) get(kYBefore, values.y_before, here + lane.y_before);
    if (lane.y_after != 0) get(kYAfter, values.y_after, here + lane.y_after);
    if (lane.z_before != 0) get(kZBefore, values.z_before, here + lane.z_before);
    if (lane.z_after != 0) get(kZAfter, values.z_after, here + lane.z_after);
    return values;
  }
};

// ---- Smoothing ---------------------------------------------------------------------------------

// Values from `from` to `to`, where the values before are. Of the next step but the first, which
// has no values before.
struct CellStep {
  Cells level;
  const float* from;
  float* to;
  float keep, scale;
  bool has_previous;

  __device__ int lane(const Place&) const { return 0; }
  __device__ void operator()(const Place& at, int) const {
    const Neighbours<float> links = level.links(at.row + at.own);
    const float diagonal = level.diagonal(links, at.z);
    if (!(diagonal > 0)) return;
    const float rhs = at.in(level.rhs)[at.own];
    const float previous = has_previous ? at.in(to)[at.own] : 0.0F;
    const Neighbours<float> value = around(level.linked(links, at.z), at, from);
    const float left = cell_left(rhs, diagonal, level.weights, links, value);
    at.in(to)[at.own] = cell_stepped(value.own, previous, keep, scale, left, diagonal);
  }
};

// The first step after a correction from a coarser level, to which it is added meanwhile.
struct CorrectedStep {
  Cells level;
  FromCoarse coarse;
  float scale;

  __device__ auto lane(const Place& at) const { return coarse.lane(level.grid, at); }
  __device__ void operator()(const Place& at, const FromCoarse::Lane& lane) const {
    const Neighbours<float> links = level.links(at.row + at.own);
    const float diagonal = level.diagonal(links, at.z);
    if (!(diagonal > 0)) return;
    const unsigned linked = level.linked(links, at.z);
    Neighbours<float> value = around(linked, at, level.value);
    const Neighbours<float> more = coarse.around(level.grid, linked, at, lane);
    const auto add = [&](unsigned link, float correction, float& to) {
      if ((linked & link) != 0) to += coarse.factor * correction;
    };
    value.own += coarse.factor * more.own;
    add(kXBefore, more.x_before, value.x_before);
    add(kXAfter, more.x_after, value.x_after);
    add(kYBefore, more.y_before, value.y_before);
    add(kYAfter, more.y_after, value.y_after);
    add(kZBefore, more.z_before, value.z_before);
    add(kZAfter, more.z_after, value.z_after);
    const float left = cell_left(at.in(level.rhs)[at.own], diagonal, level.weights, links, value);
    at.in(level.other)[at.own] = cell_stepped(value.own, 0, 0, scale, left, diagonal);
  }
};

// The second step, of which the values before the first one are made again.
struct SecondStep {
  Cells level;
  FromCoarse coarse;
  float keep, scale;

  __device__ auto lane(const Place& at) const { return coarse.lane(level.grid, at); }
  __device__ void operator()(const Place& at, const FromCoarse::Lane& lane) const {
    const Neighbours<float> links = level.links(at.row + at.own);
    const float diagonal = level.diagonal(links, at.z);
    if (!(diagonal > 0)) return;
    const float previous = at.in(level.value)[at.own] + coarse.factor * coarse.own(at.x, lane);
    const Neighbours<float> value = around(level.linked(links, at.z), at, level.other);
    const float left = cell_left(at.in(level.rhs)[at.own], diagonal, level.weights, links, value);
    at.in(level.value)[at.own] = cell_stepped(value.own, previous, keep, scale, left, diagonal);
  }
};

struct LeaveOfCells {
  Cells level;
  ToCoarse to;

  __device__ auto lane(const Place& at) const { return to.lane(at); }
  __device__ void operator()(const Place& at, const ToCoarse::Lane& lane) const {
    const Neighbours<float> links = level.links(at.row + at.own);
    const float diagonal = level.diagonal(links, at.z);
    float left = 0;
    if (diagonal > 0) {
      const Neighbours<float> value = around(level.linked(links, at.z), at, level.value);
      left = cell_left(at.in(level.rhs)[at.own], diagonal, level.weights, links, value);
    }
    to.add(level.grid, at, left, lane);
  }
};

// The right-hand side times the values.
struct Product {
  Cells level;
  const float* value;

  __device__ int lane(const Place&) const { return 0; }
  __device__ double operator()(const Place& at, int) const {
    if (!(level.diagonal(level.links(at.row + at.own), at.z) > 0)) return 0;
    return static_cast<double>(at.in(level.rhs)[at.own]) *
           static_cast<double>(at.in(value)[at.own]);
  }
};

}  // namespace
}  // namespace bitvox::tortuosity
