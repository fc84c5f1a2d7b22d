// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/shape.hpp"
#include "ops/register_mi/register_mi_rows.hpp"

// Looking a volume up between its voxels: the same operations in the same order as on the CPU.
namespace bitvox::register_mi {

// A mapped place in a volume.
struct Place {
  float x;
  float y;
  float z;

  __device__ Place(const PointMap& map, float from_x, float from_y, float from_z)
      : x(((map.xx * from_x + map.xy * from_y) + map.xz * from_z) + map.x0),
        y(((map.yx * from_x + map.yy * from_y) + map.yz * from_z) + map.y0),
        z(((map.zx * from_x + map.zy * from_y) + map.zz * from_z) + map.z0) {}

  // Whether it is in the volume but for a tolerance; if so it is put onto the edge.
  __device__ bool onto(const Shape& shape, float tolerance) {
    return onto(x, shape.width, tolerance) && onto(y, shape.height, tolerance) &&
           onto(z, shape.depth, tolerance);
  }

  __device__ bool inside(const Shape& shape) const {
    return x >= 0 && x <= static_cast<float>(shape.width - 1) && y >= 0 &&
           y <= static_cast<float>(shape.height - 1) && z >= 0 &&
           z <= static_cast<float>(shape.depth - 1);
  }

 private:
  __device__ static bool onto(float& at, std::int64_t side, float tolerance) {
    const auto end = static_cast<float>(side - 1);
    const bool is_in = at >= -tolerance && at <= end + tolerance;
    at = fminf(fmaxf(at, 0.0F), end);
    return is_in;
  }
};

template <class Pixel>
__device__ float along_x(const Pixel* pixel, int next, float part) {
  const auto a = static_cast<float>(__ldg(pixel));
  const auto b = static_cast<float>(__ldg(pixel + next));
  return a + (b - a) * part;
}

// At a place inside.
template <class Pixel>
__device__ float linear(const Pixel* pixels, const Shape& shape, const Place& place) {
  const auto x = static_cast<int>(place.x);
  const auto y = static_cast<int>(place.y);
  const auto z = static_cast<int>(place.z);
  const float part_x = place.x - static_cast<float>(x);
  const float part_y = place.y - static_cast<float>(y);
  const float part_z = place.z - static_cast<float>(z);
  const std::int64_t slice = shape.width * shape.height;
  const Pixel* const pixel = pixels + (z * slice + y * shape.width + x);
  const int next_x = x < shape.width - 1 ? 1 : 0;
  const std::int64_t next_y = y < shape.height - 1 ? shape.width : 0;
  const std::int64_t next_z = z < shape.depth - 1 ? slice : 0;
  const float a = along_x(pixel, next_x, part_x);
  const float b = along_x(pixel + next_y, next_x, part_x);
  const float c = along_x(pixel + next_z, next_x, part_x);
  const float d = along_x(pixel + next_z + next_y, next_x, part_x);
  const float front = a + (b - a) * part_y;
  const float back = c + (d - c) * part_y;
  return front + (back - front) * part_z;
}

// The bin of a number.
__device__ inline int bin_of(float value, const BinScale& scale) {
  const float raised = value > scale.low ? value : scale.low;
  const float cut = raised < scale.high ? raised : scale.high;
  return min(static_cast<int>((cut - scale.low) * scale.per_value), scale.bins - 1);
}

}  // namespace bitvox::register_mi
