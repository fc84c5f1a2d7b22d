// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"
#include "rays/volume_lengths.hpp"
#include "rays/volume_stepper.hpp"

// The walk of material_columns.cpp: rays of a parallel beam above one another, by lanes beside one
// another, each of which has some of the slices.
namespace bitvox::rays {
namespace {

struct DeviceColumns {
  Shape shape;
  Spacing spacing;
  int first_axis, second_axis, along;
  const std::uint32_t* words;  // halves of those of MaterialColumns
  std::int64_t words_of_column;
  std::int64_t wide;
  std::int64_t slices;
  int materials;
};

// How lanes share the work.
struct ColumnTeams {
  int slices_of_lane;    // 32, 8 or 1: their sums are in shared memory
  int lanes;             // of a column of the detector: 1 to 32, a power of two
  std::int64_t parts;    // of so many lanes, which all slices are
  std::int64_t of_view;  // teams: columns * parts
  std::int64_t all;      // of all views
  const View* views;
  const std::int32_t* rows;  // [view][slice]: the first row in that slice or above; slices + 1
  DetectorPart part;
};

template <int kPlanes>
__device__ __forceinline__ std::uint32_t material_in(const std::uint32_t* planes, int bit) {
  std::uint32_t material = 0;
#pragma unroll
  for (int p = 0; p < kPlanes; ++p) material |= (planes[p] >> bit & 1U) << p;
  return material;
}

// sums: of this lane, [material - 1][its slice], so far apart.
template <int kPlanes>
struct ColumnSums {
  std::int64_t* sums;
  int stride;
  int slices;

  __device__ void clear(int materials) {
    for (int i = 0; i < materials * slices; ++i) sums[i * stride] = 0;
  }
  __device__ void add(std::uint32_t material, int slice, std::int64_t amount) {
    if (material == 0) return;
    sums[((static_cast<int>(material) - 1) * slices + slice) * stride] += amount;
  }
  __device__ void add_all(const std::uint32_t* planes, std::int64_t amount) {
    for (int s = 0; s < slices; ++s) add(material_in<kPlanes>(planes, s), s, amount);
  }
};

template <int kPlanes>
__device__ void walk_columns(const DeviceColumns& columns, const VolumeRay& ray,
                             std::int64_t first_slice, ColumnSums<kPlanes>& sums) {
  const AxisPlanes &a = ray.axes[columns.first_axis], &b = ray.axes[columns.second_axis];
  const double begin = larger(0.0, larger(a.begin(), b.begin()));
  const double end = smaller(1.0, smaller(a.end(), b.end()));
  if (a.misses() || b.misses() || !(begin < end)) return;
  const int shift = static_cast<int>(first_slice % 32);
  const std::uint32_t mask = sums.slices == 32 ? 0xffffffffU : (1U << sums.slices) - 1U;
  const std::uint32_t* const mine =
      columns.words + first_slice / 64 * kPlanes * 2 + first_slice % 64 / 32;
  const std::int64_t i = a.cell_at(begin), j = b.cell_at(begin);
  std::int64_t at = (j * columns.wide + i) * columns.words_of_column;
  std::uint32_t own[kPlanes], next[kPlanes];
  const auto load = [&](std::uint32_t* planes) {
#pragma unroll
    for (int p = 0; p < kPlanes; ++p) planes[p] = mine[at + 2 * p] >> shift & mask;
  };
  load(own);
  sums.add_all(own, -ticks_of(begin));
  VolumeStepper x(a, i, 1, columns.words_of_column),
      y(b, j, 1, columns.wide * columns.words_of_column);
  for (;;) {
    const bool x_first = x.time <= y.time;
    const double t = x_first ? x.time : y.time;
    if (!(t < end)) break;
    x.advance(x_first, at);
    y.advance(!x_first, at);
    load(next);
    std::uint32_t changed = 0;
#pragma unroll
    for (int p = 0; p < kPlanes; ++p) changed |= own[p] ^ next[p];
    if (changed == 0) continue;
    const std::int64_t now = ticks_of(t);
    for (; changed != 0; changed &= changed - 1) {
      const int s = __ffs(static_cast<int>(changed)) - 1;
      sums.add(material_in<kPlanes>(own, s), s, now);
      sums.add(material_in<kPlanes>(next, s), s, -now);
    }
#pragma unroll
    for (int p = 0; p < kPlanes; ++p) own[p] = next[p];
  }
  sums.add_all(own, ticks_of(end));
}

// Of a lane of a team, whose rows in slices outside are 0 already.
template <int kPlanes>
__device__ __forceinline__ void measure_column(const DeviceColumns& columns,
                                               const ColumnTeams& teams, std::int64_t team,
                                               int lane, ColumnSums<kPlanes>& sums,
                                               float* lengths) {
  const std::int64_t number = team / teams.of_view, in_view = team % teams.of_view;
  const std::int64_t c = in_view / teams.parts;
  const std::int64_t first = (in_view % teams.parts * teams.lanes + lane) * teams.slices_of_lane;
  if (first >= columns.slices) return;
  const std::int64_t end =
      first + sums.slices < columns.slices ? first + sums.slices : columns.slices;
  const std::int32_t* const rows = teams.rows + number * (columns.slices + 1);
  if (rows[first] == rows[end]) return;
  const Ray ray = teams.views[number].ray(c, teams.part.first_row);
  const VolumeRay within(ray, columns.spacing, columns.shape);
  sums.clear(columns.materials);
  walk_columns<kPlanes>(columns, within, first, sums);
  const double tick = length(ray.direction) / kTicks;
  const std::int64_t pixels = teams.part.columns * teams.part.rows;
  for (int m = 0; m < columns.materials; ++m) {
    float* const to = lengths + (number * columns.materials + m) * pixels + c;
    for (std::int64_t s = first; s < end; ++s) {
      const std::int64_t ticks =
          sums.sums[(m * sums.slices + static_cast<int>(s - first)) * sums.stride];
      const auto value = static_cast<float>(static_cast<double>(ticks) * tick);
      for (std::int32_t r = rows[s]; r < rows[s + 1]; ++r) to[r * teams.part.columns] = value;
    }
  }
}

// ---- Rows of slices
// ----------------------------------------------------------------------------------------------

// The entries of this row of the detector among a view's rows, which are 0 before. Rows go up.
__device__ __forceinline__ void find_row(const DeviceColumns& columns, const View& view,
                                         const DetectorPart& part, std::int64_t r,
                                         std::int32_t* rows) {
  const auto slice_of = [&](std::int64_t row) {
    const AxisPlanes along =
        VolumeRay(view.ray(0, part.first_row + row), columns.spacing, columns.shape)
            .axes[columns.along];
    return along.misses() ? std::int64_t{-1} : along.cell_at(0);
  };
  const std::int64_t before = r > 0 ? slice_of(r - 1) : -1, slice = slice_of(r);
  if (before < 0 && slice < 0) return;
  const std::int64_t last = slice < 0 ? columns.slices : slice;
  for (std::int64_t s = before + 1; s <= last; ++s) rows[s] = static_cast<std::int32_t>(r);
  if (slice < 0 || r + 1 < part.rows) return;
  for (std::int64_t s = slice + 1; s <= columns.slices; ++s) {
    rows[s] = static_cast<std::int32_t>(part.rows);
  }
}

}  // namespace
}  // namespace bitvox::rays
