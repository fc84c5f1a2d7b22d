// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_kernels.cuh"

namespace bitvox::local_thickness {

using cuda::kAllLanes;
using cuda::kWarp;

// What a squared distance is in memory, and what T is while it grows: GPUs know no atomic maximum
// of 16 bits.
template <class V>
struct ValuesOf {
  using Square = typename V::Cell;
  using Thickest = V;
};
template <>
struct ValuesOf<distance_map::Pairs> {
  using Square = std::uint16_t;
  using Thickest = distance_map::Words;
};
template <class V>
using ThickestOf = typename ValuesOf<V>::Thickest;

// Squares are whole numbers, or doubles where voxels are not cubes.
template <class V>
using Square = std::conditional_t<std::is_same_v<V, distance_map::Doubles>, double, int>;

template <class V>
struct Ball {
  int x, y, z;
  Square<V> square;
};

// How many voxels a length is, at most 2^29, which no side is longer than: voxels may be a million
// times longer one way than another.
__device__ inline int voxels_in(double length, double step) {
  return static_cast<int>(fmin(length / step, 536870912.0));
}

template <class V>
struct Volume {
  using Value = typename ValuesOf<V>::Square;
  using Thickness = typename ThickestOf<V>::Cell;
  const Value* squares;  // to the background
  std::int64_t pitch;    // values of a row of squares
  Thickness* thickest;   // T of all balls so far, rows without padding
  int width, height, depth;
  bool planar;  // every slice on its own
  double step_x, step_y, step_z;
  double smallest;  // square of the shortest step: balls up to it cover their centre alone
  double largest;   // of the squares

  __device__ std::int64_t row(int y, int z) const {
    return static_cast<std::int64_t>(z) * height + y;
  }
  __device__ Square<V> square_at(int x, std::int64_t row) const {
    return static_cast<Square<V>>(squares[row * pitch + x]);
  }

  // Of a step, summed as the distance map sums.
  __device__ double square_of(int dx, int dy, int dz) const {
    const double x = static_cast<double>(dx) * step_x;
    const double y = static_cast<double>(dy) * step_y;
    const double z = static_cast<double>(dz) * step_z;
    return x * x + y * y + z * z;
  }
  __device__ static int gap(int a, int first, int last) { return max(0, max(first - a, a - last)); }

  __device__ bool reaches(const Ball<V>& ball, int dx, int dy, int dz) const {
    if constexpr (std::is_same_v<Square<V>, int>) {
      return static_cast<std::int64_t>(dx) * dx + static_cast<std::int64_t>(dy) * dy +
                 static_cast<std::int64_t>(dz) * dz <
             ball.square;
    } else {
      return square_of(dx, dy, dz) < ball.square;
    }
  }

  // How far a ball reaches along x in a row dy and dz away; -1: not at all.
  __device__ int reach_along_x(const Ball<V>& ball, int dy, int dz) const {
    if (!reaches(ball, 0, dy, dz)) return -1;
    if constexpr (std::is_same_v<Square<V>, int>) {
      const int left = ball.square - 1 - dy * dy - dz * dz;
      auto reach = static_cast<unsigned>(sqrtf(static_cast<float>(left)));
      while (reach * reach > static_cast<unsigned>(left)) --reach;
      while ((reach + 1) * (reach + 1) <= static_cast<unsigned>(left)) ++reach;
      return static_cast<int>(reach);
    } else {
      const double left = ball.square - square_of(0, dy, dz);
      constexpr int kFarthest = 1 << 29;
      int reach = voxels_in(sqrt(fmax(left, 0.0)), step_x);
      while (reach < kFarthest && reaches(ball, reach + 1, dy, dz)) ++reach;
      while (!reaches(ball, reach, dy, dz)) --reach;
      return reach;
    }
  }
};

}  // namespace bitvox::local_thickness
