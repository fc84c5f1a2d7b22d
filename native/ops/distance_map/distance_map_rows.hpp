// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::distance_map {

// The inner loops of the CPU twin, for values of 16 bits, 32 bits and doubles.
//
// Lines lie side by side and are worked on together, a multiple of kLineBytes wide. Weights are
// what a step of k voxels costs: k squared, k, or the square of k voxel sizes.
constexpr int kLineBytes = 64;
template <class T>
constexpr int kLines = kLineBytes / static_cast<int>(sizeof(T));

// What no sum reaches: no background found.
template <class T>
constexpr T kInfinite = sizeof(T) == 2   ? static_cast<T>(0xffff)
                        : sizeof(T) == 4 ? static_cast<T>(0x7fffffff)
                                         : static_cast<T>(__builtin_inf());

// Places on lines are grouped by 16 and groups by 16, with the least value of each, so that a
// search passes by what cannot win.
constexpr int64_t kGroup = 16;

constexpr int64_t groups_of(int64_t length) { return (length + kGroup - 1) / kGroup; }

// Lines are worked on in blocks, place after place: value c of place i is places[i * stride + c],
// where the stride is that of a few registers. Behind the places on either side there is room for
// infinite ones, then there are the groups, groups of groups, and 24 bytes a place for the pass
// along a single line. Of this scratch memory, aligned to kLineBytes:
constexpr int64_t kNear = 2 * kGroup;  // a search goes through all places that are nearer
constexpr int64_t kBeyond = kNear + 4;
constexpr int64_t kMostStrideBytes = 256;
constexpr int64_t line_scratch_bytes(int64_t length, int64_t stride_bytes) {
  return (2 * kBeyond + length + groups_of(length) + groups_of(groups_of(length))) * stride_bytes +
         24 * length;
}
template <class T>
constexpr T* first_place(T* scratch, int64_t stride) {
  return scratch + kBeyond * stride;
}

// How a value grows with the steps from its place: by the weight of the squares of the steps, of
// the steps, or to the larger of value and steps.
enum class Cost { kSquares, kSteps, kLargest };

// Voxels first to end - 1 of a row: a set bit is object. Their distances along the row go to `to`.
// kLines<T> values behind them are overwritten too.
template <class T>
struct BitRow {
  const uint64_t* bits;
  uint64_t invert;  // all ones: a set bit is background
  int64_t width;
  int64_t first;
  int64_t end;
  int outside_is_background;
  // Weights, with kLines<T> of anything behind `rising` and `falling`:
  const T* rising;   // of 1, 2, ..., width
  const T* falling;  // the end of: weights of width, ..., 2, 1, then kLines<T> zeros
  const T* runs;     // kLines<T> values for every length to kLines<T>: a run of it, then zeros
  T* to;
};

// to(i) = the least of from(j) + weight(|i - j|) over all j (or, for Cost::kLargest, the larger of
// the two instead of their sum).
template <class T>
struct Lines {
  T* scratch;      // in whose places, from first_place() on, the lines are
  int64_t stride;  // `columns` or a little more, a multiple of kLines<T>; kMostStrideBytes at most
  int64_t columns;
  int64_t length;
  T* to;
  int64_t to_stride;
  const T* weights;  // of 0, 1, ..., length, then kNear more
  Cost cost;
  int outside_is_background;
  // Asked now and then in long lines; where it returns 1, what is written does not matter.
  int (*stopped)(const void* team);
  const void* team;
};

template <class T>
struct RowsOf {
  void (*fill_row)(const BitRow<T>& row);
  // Returns the largest that it wrote. Searches from place to place, and goes over to the pass
  // along single lines where the search takes long.
  T (*nearest)(const Lines<T>& lines);
  T (*nearest_by_pass)(const Lines<T>& lines);  // in a time that is linear in the length
  // scale * value, or scale * root of the value; infinity for kInfinite.
  void (*to_distances)(const T* values, int64_t count, double scale, int roots, float* to);
  // What values are above a number: 0 to 65535.
  void (*to_integers)(const T* values, int64_t count, T above, uint16_t* to);
  // The largest of `so_far` and those of `count` values whose bit is set, beginning with bit number
  // `first`.
  T (*largest_where)(const T* values, int64_t count, const uint64_t* bits, int64_t first, T so_far);
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  RowsOf<uint16_t> of_16;
  RowsOf<uint32_t> of_32;
  RowsOf<double> of_double;
  void (*subtract)(const float* b, int64_t count, float* a);  // a - b
};

}  // namespace bitvox::distance_map
