// SPDX-License-Identifier: BSD-2-Clause
// What is counted in a window, for 64 windows or more at once: included by the inner loops of the
// CPU and by the kernel, each with its own BITVOX_INLINE. A Word has one bit a window; v[i] are the
// voxels number i (see minkowski_counts.hpp). Calls add(index, bits), which has the indices as
// constants once it is inlined.

template <class Word, class Add>
BITVOX_INLINE void count_in_slice(const Word (&v)[8], Add&& add) {
  add(kVoxels, v[7]);
  add(pair_along(0), v[6] & v[7]);
  add(pair_along(1), v[5] & v[7]);
  add(kSquareNormalToX + 2, v[4] & v[5] & v[6] & v[7]);
  add(kAnyNormalToX + 2, v[4] | v[5] | v[6] | v[7]);
}

template <class Word, class Add>
BITVOX_INLINE void count_diagonals_in_slice(const Word (&v)[8], Add&& add) {
  add(pair_along(7), v[4] & v[7]);
  add(pair_along(8), v[5] & v[6]);
}

template <class Word, class Add>
BITVOX_INLINE void count_across_slices(const Word (&v)[8], Add&& add) {
  add(pair_along(2), v[3] & v[7]);
  add(kSquareNormalToX, v[1] & v[3] & v[5] & v[7]);
  add(kSquareNormalToX + 1, v[2] & v[3] & v[6] & v[7]);
  add(kCube, v[0] & v[1] & v[2] & v[3] & v[4] & v[5] & v[6] & v[7]);
  add(kAnyNormalToX, v[1] | v[3] | v[5] | v[7]);
  add(kAnyNormalToX + 1, v[2] | v[3] | v[6] | v[7]);
  add(kAnyOfWindow, v[0] | v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7]);
}

// kDirection 3 to 6, 9 to 12.
template <class Word, class Add>
BITVOX_INLINE void count_diagonals(const Word (&v)[8], Add&& add) {
  add(pair_along(3), v[1] & v[7]);
  add(pair_along(4), v[3] & v[5]);
  add(pair_along(5), v[2] & v[7]);
  add(pair_along(6), v[3] & v[6]);
  add(pair_along(9), v[0] & v[7]);
  add(pair_along(10), v[3] & v[4]);
  add(pair_along(11), v[2] & v[5]);
  add(pair_along(12), v[1] & v[6]);
}

template <class Word, class Add>
BITVOX_INLINE void count_planes(const Word (&v)[8], Add&& add) {
  add(rectangle_along(3), v[0] & v[1] & v[6] & v[7]);
  add(rectangle_along(4), v[2] & v[3] & v[4] & v[5]);
  add(rectangle_along(5), v[0] & v[2] & v[5] & v[7]);
  add(rectangle_along(6), v[1] & v[3] & v[4] & v[6]);
  add(rectangle_along(7), v[0] & v[3] & v[4] & v[7]);
  add(rectangle_along(8), v[1] & v[2] & v[5] & v[6]);
  add(triangles_normal_to(9), v[1] & v[2] & v[4]);
  add(triangles_normal_to(9) + 1, v[3] & v[5] & v[6]);
  add(triangles_normal_to(10), v[0] & v[5] & v[6]);
  add(triangles_normal_to(10) + 1, v[1] & v[2] & v[7]);
  add(triangles_normal_to(11), v[0] & v[3] & v[6]);
  add(triangles_normal_to(11) + 1, v[1] & v[4] & v[7]);
  add(triangles_normal_to(12), v[2] & v[4] & v[7]);
  add(triangles_normal_to(12) + 1, v[0] & v[3] & v[5]);
}

template <CountSet kSet, class Word, class Add>
BITVOX_INLINE void count_window(const Word (&v)[8], Add&& add) {
  count_in_slice(v, add);
  if constexpr (kSet != CountSet::kAxes) {
    count_diagonals_in_slice(v, add);
  }
  if constexpr (kSet != CountSet::kPlanar) {
    count_across_slices(v, add);
  }
  if constexpr (kSet == CountSet::kAll) {
    count_diagonals(v, add);
    count_planes(v, add);
  }
}
