// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "cuda/warp.cuh"
#include "rays/volume_columns.cuh"

// Few materials of a parallel beam: a warp walks once for many slices.
namespace bitvox::rays {
namespace {

// Bit l of word w is lane l's slice 32 * w + l, whose sums are in the lane's registers. They are
// whole numbers, exact as doubles, which the GPU adds beside its work with bits. With two planes
// the sums are those of each plane and of both.
template <int kPlanes, int kWords>
struct WarpSums {
  static constexpr int kSums = kPlanes == 1 ? 1 : 3;

  double ticks[kWords][kSums] = {};

  __device__ __forceinline__ void add(int word, int sum, std::uint32_t there, double amount) {
    if (there != 0) ticks[word][sum] += amount;
  }
  __device__ __forceinline__ void add(int at, uint4 words, std::uint32_t bit, double amount) {
    if constexpr (kPlanes == 1) {
      add(4 * at, 0, words.x & bit, amount);
      add(4 * at + 1, 0, words.y & bit, amount);
      add(4 * at + 2, 0, words.z & bit, amount);
      add(4 * at + 3, 0, words.w & bit, amount);
    } else {
      add(2 * at, 0, words.x & bit, amount);
      add(2 * at, 1, words.z & bit, amount);
      add(2 * at, 2, words.x & words.z & bit, amount);
      add(2 * at + 1, 0, words.y & bit, amount);
      add(2 * at + 1, 1, words.w & bit, amount);
      add(2 * at + 1, 2, words.y & words.w & bit, amount);
    }
  }
  __device__ __forceinline__ void add(int at, uint2 words, std::uint32_t bit, double amount) {
    add(2 * at, 0, words.x & bit, amount);
    add(2 * at + 1, 0, words.y & bit, amount);
  }
  __device__ __forceinline__ double of(int word, int material) const {
    if constexpr (kPlanes == 1) return ticks[word][0];
    const double both = ticks[word][kSums - 1];
    return material == 3 ? both : ticks[word][(material - 1) % kSums] - both;
  }
};

// ticks_of, and 2^52 more.
__device__ __forceinline__ double lifted_ticks_of(double time) {
  return __dadd_rz(time * kTicks + 0.5, 4503599627370496.0);
}

// Vector: as wide as columns are aligned.
template <int kPlanes, int kWords, class Vector>
__device__ __forceinline__ bool walk_together(const DeviceColumns& columns, const VolumeRay& ray,
                                              std::int64_t first_word, int lane,
                                              WarpSums<kPlanes, kWords>& sums) {
  constexpr int kHalves = kWords * kPlanes, kOfVector = sizeof(Vector) / 4;
  static_assert(kHalves <= cuda::kWarp);
  const AxisPlanes &a = ray.axes[columns.first_axis], &b = ray.axes[columns.second_axis];
  const double begin = larger(0.0, larger(a.begin(), b.begin()));
  const double end = smaller(1.0, smaller(a.end(), b.end()));
  if (a.misses() || b.misses() || !(begin < end)) return false;
  const std::uint32_t* const words = columns.words + first_word * kPlanes;
  const std::int64_t left = columns.words_of_column - first_word * kPlanes;
  const int held = left < kHalves ? static_cast<int>(left) : kHalves;
  const std::uint32_t bit = 1U << lane;
  const std::int64_t i = a.cell_at(begin), j = b.cell_at(begin);
  std::int64_t at = (j * columns.wide + i) * columns.words_of_column, own_at = at;
  const auto load = [&] { return lane < held ? words[at + lane] : 0U; };
  const auto add = [&](double amount) {
    Vector all[kHalves / kOfVector];
#pragma unroll
    for (int v = 0; v < kHalves / kOfVector; ++v) {
      all[v] = v * kOfVector < held
                   ? *reinterpret_cast<const Vector*>(words + own_at + v * kOfVector)
                   : Vector{};
    }
#pragma unroll
    for (int v = 0; v < kHalves / kOfVector; ++v) sums.add(v, all[v], bit, amount);
  };
  VolumeStepper x(a, i, 1, columns.words_of_column),
      y(b, j, 1, columns.wide * columns.words_of_column);
  std::uint32_t own = load(), ahead = 0;
  double since = lifted_ticks_of(begin), t = 0;
  // The walk is a step ahead of the sums, so that words are there when they are needed.
  const auto step = [&] {
    const bool x_first = x.time <= y.time;
    t = x_first ? x.time : y.time;
    if (!(t < end)) return false;
    if (x_first) {
      x.advance(true, at);
    } else {
      y.advance(true, at);
    }
    ahead = load();
    return true;
  };
  for (bool more = step(); more;) {
    const double reached = t;
    const std::int64_t next_at = at;
    const std::uint32_t next = ahead;
    more = step();
    if (__any_sync(cuda::kAllLanes, next != own)) {
      const double now = lifted_ticks_of(reached);
      add(now - since);
      since = now;
      own = next;
    }
    own_at = next_at;
  }
  add(lifted_ticks_of(end) - since);
  return true;
}

// Of a warp, whose team is a column and kWords words of its slices.
template <int kPlanes, int kWords, class Vector>
__device__ __forceinline__ void measure_together(const DeviceColumns& columns,
                                                 const ColumnTeams& teams, std::int64_t team,
                                                 int lane, float* lengths) {
  const std::int64_t number = team / teams.of_view, in_view = team % teams.of_view;
  const std::int64_t c = in_view % teams.part.columns;
  const std::int64_t first = in_view / teams.part.columns * (kWords * cuda::kWarp);
  const std::int64_t end =
      first + kWords * cuda::kWarp < columns.slices ? first + kWords * cuda::kWarp : columns.slices;
  const std::int32_t* const rows = teams.rows + number * (columns.slices + 1);
  if (rows[first] == rows[end]) return;
  const Ray ray = teams.views[number].ray(c, teams.part.first_row);
  const VolumeRay within(ray, columns.spacing, columns.shape);
  WarpSums<kPlanes, kWords> sums;
  if (!walk_together<kPlanes, kWords, Vector>(columns, within, first / cuda::kWarp, lane, sums)) {
    return;
  }
  const double tick = length(ray.direction) / kTicks;
  const std::int64_t pixels = teams.part.columns * teams.part.rows;
  float* const to = lengths + number * columns.materials * pixels + c;
#pragma unroll
  for (int w = 0; w < kWords; ++w) {
    const std::int64_t s = first + w * cuda::kWarp + lane;
    if (s >= end) continue;
    const std::int32_t from = rows[s], until = rows[s + 1];
#pragma unroll
    for (int m = 1; m < 1 << kPlanes; ++m) {
      if (m > columns.materials) break;
      const auto value = static_cast<float>(sums.of(w, m) * tick);
      for (std::int32_t r = from; r < until; ++r) {
        to[(m - 1) * pixels + r * teams.part.columns] = value;
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::rays
