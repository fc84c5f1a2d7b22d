// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#ifdef __CUDACC__
#define BITVOX_CPU_AND_GPU __host__ __device__
#else
#define BITVOX_CPU_AND_GPU
#endif

namespace bitvox::minkowski {

// Which of the counts below are made. kPlanar: those within slices. kAxes: the first 12, which
// is all for the three axes. kAll: for the 13 directions too.
enum class CountSet { kPlanar, kAxes, kAll };
inline constexpr int kCountSets = 3;

// The 13 directions between neighbours, and the normals of the 13 planes through them.
inline constexpr int kDirections = 13;
struct Direction {
  int d[3];
};
inline constexpr Direction kDirection[kDirections] = {
    {{1, 0, 0}}, {{0, 1, 0}},  {{0, 0, 1}}, {{0, 1, 1}},  {{0, 1, -1}}, {{1, 0, 1}},  {{1, 0, -1}},
    {{1, 1, 0}}, {{1, -1, 0}}, {{1, 1, 1}}, {{1, 1, -1}}, {{1, -1, 1}}, {{1, -1, -1}}};
inline constexpr int kFirstFaceDiagonal = 3;
inline constexpr int kFirstSpaceDiagonal = 9;

// Windows of 2 x 2 x 2 voxels, also those that reach over the border, where there is background:
// (width + 1) * (height + 1) * (depth + 1) of them. Voxel (x, y, z) of a window, each 0 or 1, has
// number x + 2 y + 4 z. Every pair, square, ... of voxels is counted in one window only.
//
// Sets of voxels are named by axes as bits, x = 1, y = 2, z = 4: 0 is a voxel, 1 a pair along x, 3
// a square in xy, 7 the whole window.
inline constexpr int kVoxels = 0;
BITVOX_CPU_AND_GPU constexpr int pair_along(int direction) {
  return direction < 3 ? 1 + direction : 9 + direction;
}
inline constexpr int kSquareNormalToX = 4;  // then y, z
inline constexpr int kCube = 7;
inline constexpr int kAnyNormalToX = 8;  // at least one of the four of a square; then y, z
inline constexpr int kAnyOfWindow = 11;
inline constexpr int kAxisCounts = 12;
// Pairs along the other ten directions, then rectangles: a pair along a diagonal of a face and the
// same one step further along the third axis.
BITVOX_CPU_AND_GPU constexpr int rectangle_along(int direction) {
  return 22 + direction - kFirstFaceDiagonal;
}
// Both triangles of a window in the planes that a space diagonal is the normal of.
BITVOX_CPU_AND_GPU constexpr int triangles_normal_to(int direction) {
  return 28 + 2 * (direction - kFirstSpaceDiagonal);
}
inline constexpr int kSets = 36;  // all of these
inline constexpr int kMaskVoxels = 36;

// Of windows that lie wholly inside what is looked at, the sets are counted in all the places that
// they have in a window: pairs and squares in faces, and so on. In twos, where which places
// matters: voxels at both ends of a window's space diagonal, pairs along an axis at both ends of
// the diagonal of the face that the axis is normal to. Within slices: voxels at the ends of
// directions 7 and 8.
BITVOX_CPU_AND_GPU constexpr int voxels_at_ends(int space_diagonal) {
  return 37 + space_diagonal - kFirstSpaceDiagonal;
}
BITVOX_CPU_AND_GPU constexpr int voxels_at_ends_in_slice(int face_diagonal) {
  return 37 + face_diagonal - 7;
}
BITVOX_CPU_AND_GPU constexpr int pairs_at_ends(int face_diagonal) {
  return 41 + face_diagonal - kFirstFaceDiagonal;
}
inline constexpr int kWindows = 47;
inline constexpr int kCounts = 48;

// Whether a set is counted, once in the window that it belongs to.
BITVOX_CPU_AND_GPU constexpr bool is_counted(CountSet set, int index) {
  switch (set) {
    case CountSet::kPlanar:
      return index == kVoxels || index == pair_along(0) || index == pair_along(1) ||
             index == kSquareNormalToX + 2 || index == kAnyNormalToX + 2 ||
             index == pair_along(7) || index == pair_along(8);
    case CountSet::kAxes:
      return index < kAxisCounts;
    case CountSet::kAll:
      break;
  }
  return index < kSets;
}

// Whether it is, in windows inside.
BITVOX_CPU_AND_GPU constexpr bool is_counted_inside(CountSet set, int index) {
  switch (set) {
    case CountSet::kPlanar:
      return is_counted(set, index) || index == voxels_at_ends_in_slice(7) ||
             index == voxels_at_ends_in_slice(8) || index == kWindows;
    case CountSet::kAxes:
      return is_counted(set, index) || index > kMaskVoxels;
    case CountSet::kAll:
      break;
  }
  return index != kMaskVoxels;
}

}  // namespace bitvox::minkowski
