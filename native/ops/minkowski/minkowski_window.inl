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

// The same of windows inside, in all places of a window. Voxels of other windows are to be 0.

template <class Word, class Add>
BITVOX_INLINE void count_places_in_slice(const Word (&v)[8], Add&& add) {
  add(voxels_at_ends_in_slice(7), v[4]);
  add(voxels_at_ends_in_slice(7), v[7]);
  add(voxels_at_ends_in_slice(8), v[5]);
  add(voxels_at_ends_in_slice(8), v[6]);
  add(pair_along(0), v[4] & v[5]);
  add(pair_along(0), v[6] & v[7]);
  add(pair_along(1), v[4] & v[6]);
  add(pair_along(1), v[5] & v[7]);
  add(kSquareNormalToX + 2, v[4] & v[5] & v[6] & v[7]);
  add(kAnyNormalToX + 2, v[4] | v[5] | v[6] | v[7]);
  count_diagonals_in_slice(v, add);
}

template <class Word, class Add>
BITVOX_INLINE void count_places_of_voxels(const Word (&v)[8], Add&& add) {
  add(voxels_at_ends(9), v[0]);
  add(voxels_at_ends(9), v[7]);
  add(voxels_at_ends(10), v[3]);
  add(voxels_at_ends(10), v[4]);
  add(voxels_at_ends(11), v[2]);
  add(voxels_at_ends(11), v[5]);
  add(voxels_at_ends(12), v[1]);
  add(voxels_at_ends(12), v[6]);
}

template <class Word, class Add>
BITVOX_INLINE void count_places_of_pairs(const Word (&v)[8], Add&& add) {
  add(pairs_at_ends(3), v[0] & v[1]);
  add(pairs_at_ends(3), v[6] & v[7]);
  add(pairs_at_ends(4), v[2] & v[3]);
  add(pairs_at_ends(4), v[4] & v[5]);
  add(pairs_at_ends(5), v[0] & v[2]);
  add(pairs_at_ends(5), v[5] & v[7]);
  add(pairs_at_ends(6), v[1] & v[3]);
  add(pairs_at_ends(6), v[4] & v[6]);
  add(pairs_at_ends(7), v[0] & v[4]);
  add(pairs_at_ends(7), v[3] & v[7]);
  add(pairs_at_ends(8), v[1] & v[5]);
  add(pairs_at_ends(8), v[2] & v[6]);
}

template <class Word, class Add>
BITVOX_INLINE void count_places_of_squares(const Word (&v)[8], Add&& add) {
  const auto square = [&](int normal, int a, int b, int c, int d) {
    add(kSquareNormalToX + normal, v[a] & v[b] & v[c] & v[d]);
    add(kAnyNormalToX + normal, v[a] | v[b] | v[c] | v[d]);
  };
  square(0, 0, 2, 4, 6);
  square(0, 1, 3, 5, 7);
  square(1, 0, 1, 4, 5);
  square(1, 2, 3, 6, 7);
  square(2, 0, 1, 2, 3);
  square(2, 4, 5, 6, 7);
  add(kCube, v[0] & v[1] & v[2] & v[3] & v[4] & v[5] & v[6] & v[7]);
  add(kAnyOfWindow, v[0] | v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7]);
}

// Diagonals of faces in the lower of their two places; count_diagonals() has the upper ones.
template <class Word, class Add>
BITVOX_INLINE void count_lower_diagonals(const Word (&v)[8], Add&& add) {
  add(pair_along(3), v[0] & v[6]);
  add(pair_along(4), v[2] & v[4]);
  add(pair_along(5), v[0] & v[5]);
  add(pair_along(6), v[1] & v[4]);
  add(pair_along(7), v[0] & v[3]);
  add(pair_along(8), v[1] & v[2]);
}

template <CountSet kSet, class Word, class Add>
BITVOX_INLINE void count_window_inside(const Word (&v)[8], Add&& add) {
  if constexpr (kSet == CountSet::kPlanar) {
    count_places_in_slice(v, add);
  } else {
    count_places_of_voxels(v, add);
    count_places_of_pairs(v, add);
    count_places_of_squares(v, add);
  }
  if constexpr (kSet == CountSet::kAll) {
    count_diagonals_in_slice(v, add);
    count_diagonals(v, add);
    count_lower_diagonals(v, add);
    count_planes(v, add);
  }
}
