// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::split_objects {

// The 27 voxels of a cube are numbered in raster order, so that number 13 is its centre.
inline constexpr int kCube = 27;
inline constexpr int kCentre = 13;

// What climb() says of a voxel besides the number of a neighbour.
inline constexpr int kPeak = kCentre;  // no neighbour is as high
inline constexpr int kFlat = kCube;    // some are, none is higher

// Row y + dy of slice z + dz is rows[3 * (dz + 1) + dy + 1], with a value before it and one behind;
// what is outside the volume is 0, and is lower than everything.
template <class T>
using NineRows = const T* const*;

// For heights of 16 and 32 bits.
template <class T>
struct ClimbRows {
  // Where each voxel of a row goes: to the first of its highest neighbours. Neighbours differ by 1
  // along `most` axes at most. `codes` and `best` are room for as many values; the result is in
  // codes. Nothing is said of voxels of height 0.
  void (*climb)(NineRows<T> rows, int64_t width, int most, T* codes, T* best);
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  ClimbRows<uint16_t> of_16;
  ClimbRows<uint32_t> of_32;
  // flags[x] becomes 1 for the voxels of the row with a label of which a neighbour has a smaller
  // one, else 0. Returns whether there is any.
  int (*find_smaller)(NineRows<uint32_t> rows, int64_t width, int most, uint8_t* flags);
};

}  // namespace bitvox::split_objects
