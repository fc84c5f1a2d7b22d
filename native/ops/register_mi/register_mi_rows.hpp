// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::register_mi {

// From a point of one volume to the same place in the other, in voxels:
// ((xx * x + xy * y) + xz * z) + x0 and so on, in this order, every operation rounded to 32 bits.
struct PointMap {
  float xx, xy, xz, x0;
  float yx, yy, yz, y0;
  float zx, zy, zz, z0;
};

// A grey volume without padding, x fastest. Places beyond an edge by at most edge_tolerance voxels
// are taken for those on it.
struct LookupVolume {
  const void* pixels;
  int64_t width, height, depth;
  float edge_tolerance;
};

// Equal bins from low on; values beyond the ends lie in the end bins.
struct BinScale {
  float low, high;
  float per_value;  // bins / (high - low)
  int bins;
};

constexpr uint8_t kNoBin = 255;

// The inner loops of the CPU twin.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Looks the volume up at `count` mapped points, between voxels linearly: along x, then y, then z,
  // each as a + (b - a) * part. Points outside the volume get `outside`. Returns how many are
  // inside.
  int64_t (*lookup_u8)(const LookupVolume* volume, const PointMap* map, const float* x,
                       const float* y, const float* z, int64_t count, float outside, float* values);
  int64_t (*lookup_u16)(const LookupVolume* volume, const PointMap* map, const float* x,
                        const float* y, const float* z, int64_t count, float outside,
                        float* values);
  int64_t (*lookup_f32)(const LookupVolume* volume, const PointMap* map, const float* x,
                        const float* y, const float* z, int64_t count, float outside,
                        float* values);
  // The bins of values, kNoBin for NaN.
  void (*bins)(const float* values, int64_t count, const BinScale* scale, uint8_t* bins);
  // ++table[point_bins[i] * bins + bin of values[i]], but where one of them is none
  // ++table[bins * bins].
  void (*count)(const float* values, const uint8_t* point_bins, int64_t count,
                const BinScale* scale, uint32_t* table);
  // out[i] = the sum of weights[k] * rows[k][i], k ascending from 0 to 2 * reach, every operation
  // rounded to 32 bits; a value that is not finite counts as that of the row in the middle.
  void (*smooth)(const float* const* rows, const float* weights, int64_t reach, int64_t count,
                 float* out);
};

}  // namespace bitvox::register_mi
