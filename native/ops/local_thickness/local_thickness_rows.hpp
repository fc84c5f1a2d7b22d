// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::local_thickness {

// The inner loops of the CPU twin, for squared distances of 16 bits, 32 bits and doubles.

// Balls are painted into bricks: kBrickRows rows of kBrickWidth voxels, 4 x 4 rows of a volume, or
// 16 x 1 of a slice on its own.
constexpr int kBrickWidth = 32;
constexpr int kBrickRows = 16;
constexpr int brick_height(bool planar) { return planar ? kBrickRows : 4; }
constexpr int brick_depth(bool planar) { return planar ? 1 : 4; }

template <class T>
struct Brick {
  int32_t x, y, z;            // of its first voxel, counted as the balls' centres are
  int32_t planar;             // 1: of a slice
  uint32_t open[kBrickRows];  // voxels of the object that no ball covers yet
  T* to;                      // its first voxel
  int64_t to_row;             // from one row to the next
  int64_t to_slice;
};

// Balls, the largest first. Behind the last one there is room for kBallsBehind more, whose limit
// is 0.
constexpr int kBallsBehind = 16;
template <class T>
struct Balls {
  int32_t* x;
  int32_t* y;
  int32_t* z;
  T* square;
  float* limit;  // the square by Steps::near, or a little more
  int64_t count;
};

// First and last voxel along each axis, counted as the balls' centres are.
struct LocalBox {
  int32_t x0, x1, y0, y1, z0, z1;
};

// Sizes of a voxel. Lengths times `near` are numbers whose squares floats have.
struct Steps {
  double x, y, z;
  double near = 1;
};

// A row of squares and the largest of each voxel's neighbours across faces, edges and corners. A
// voxel's ball lies in that of such a neighbour whose square is least[3 s], least[3 s + 1] or
// least[3 s + 2] at least, where s is its own square and below `known`.
template <class T>
struct Candidates {
  const T* own;
  const T* faces;
  const T* edges;
  const T* corners;
  const uint32_t* least;
  int64_t known;
};

template <class T>
struct RowsOf {
  // Bit i: values[i] is not 0. count is at most 32.
  uint32_t (*nonzero)(const T* values, int64_t count);
  // The largest of each voxel's neighbours across faces, edges and corners. rows[3 k + j] is the
  // row j - 1 voxels away along y and k - 1 along z. There are three scratch rows, and one value on
  // either side of each.
  void (*largest_neighbours)(const T* const (&rows)[9], int64_t width, T* const (&scratch)[3],
                             T* faces, T* edges, T* corners);
  // Bit i: the square of voxel first + i is larger than `smallest`, and its ball lies in none of
  // its neighbours'. count is at most 64.
  uint64_t (*uncovered)(const Candidates<T>& row, int64_t first, int64_t count, T smallest);
  // Copies the balls that reach a box, and maybe some that nearly do.
  void (*pick)(const Balls<T>& from, const LocalBox& box, const Steps& steps, Balls<T>& to);
  // Writes the square of the first ball that covers it to every open voxel that one covers.
  void (*paint)(const Balls<T>& balls, const Steps& steps, Brick<T>& brick);
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  RowsOf<uint16_t> of_16;
  RowsOf<uint32_t> of_32;
  RowsOf<double> of_double;
};

}  // namespace bitvox::local_thickness
