// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski_sums.hpp"

namespace bitvox::minkowski {
namespace {

int product(int direction, int other) {
  const int* const a = kDirection[direction].d;
  const int* const b = kDirection[other].d;
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

int number_of(int axes) { return int{has(axes, 0)} + int{has(axes, 1)} + int{has(axes, 2)}; }

int only_axis(int axes) { return has(axes, 0) ? 0 : has(axes, 1) ? 1 : 2; }

int normal_of_square(int axes) { return only_axis(7 - axes); }

int axis_beside(int face_diagonal) { return (face_diagonal - kFirstFaceDiagonal) / 2; }

}  // namespace

double Sums::places(int axes) const { return 1 << (axes_ - number_of(axes)); }

// All eight voxels of each, or four.
double Sums::voxels_in_windows() const {
  double sum = 0;
  if (axes_ == 2) {
    for (int i = 7; i < kFirstSpaceDiagonal; ++i) sum += count(voxels_at_ends_in_slice(i));
  } else {
    for (int i = kFirstSpaceDiagonal; i < kDirections; ++i) sum += count(voxels_at_ends(i));
  }
  return sum;
}

double Sums::all(int axes) const {
  switch (number_of(axes)) {
    case 0:
      return clipped_ ? voxels_in_windows() / places(axes) : count(kVoxels);
    case 1:
      return pairs(only_axis(axes));
    case 2:
      return count(kSquareNormalToX + normal_of_square(axes)) / (clipped_ ? places(axes) : 1);
    default:
      return count(kCube);
  }
}

double Sums::any(int axes) const {
  switch (number_of(axes)) {
    case 0:
      return all(0);
    case 1:  // either voxel of a pair
      return 2 * all(0) - all(axes);
    case 2:
      return count(kAnyNormalToX + normal_of_square(axes)) / (clipped_ ? places(axes) : 1);
    default:
      return count(kAnyOfWindow);
  }
}

double Sums::pairs(int direction) const {
  if (!clipped_) return count(pair_along(direction));
  if (direction >= kFirstSpaceDiagonal) return count(pair_along(direction));
  if (direction >= kFirstFaceDiagonal) return count(pair_along(direction)) / places(3);
  if (axes_ == 2) return count(pair_along(direction)) / places(1);
  // Of the two diagonals that this axis is normal to.
  const int diagonal = kFirstFaceDiagonal + 2 * direction;
  return (count(pairs_at_ends(diagonal)) + count(pairs_at_ends(diagonal + 1))) / places(1);
}

double Sums::ends(int direction) const {
  if (!clipped_ || direction < kFirstFaceDiagonal) return all(0);
  if (axes_ == 2) return count(voxels_at_ends_in_slice(direction)) / 2;
  if (direction >= kFirstSpaceDiagonal) return count(voxels_at_ends(direction)) / 2;
  double sum = 0;  // the ends of two space diagonals are those of the face's in both its places
  for (int i = kFirstSpaceDiagonal; i < kDirections; ++i) {
    if (product(i, direction) != 0) sum += count(voxels_at_ends(i));
  }
  return sum / 4;
}

double Sums::end_pairs(int face_diagonal) const {
  return clipped_ ? count(pairs_at_ends(face_diagonal)) / 2 : pairs(axis_beside(face_diagonal));
}

// A voxel has six triangles around it; the corners of the two of a window are the six of its voxels
// that the diagonal does not join.
double Sums::corners_of_triangles(int normal) const {
  return clipped_ ? (voxels_in_windows() - count(voxels_at_ends(normal))) / 6 : all(0);
}

double Sums::euler_of_planes(int normal) const {
  if (normal < kFirstFaceDiagonal) {
    const int first = 1 << ((normal + 1) % 3);
    const int second = 1 << ((normal + 2) % 3);
    return all(0) - all(first) - all(second) + all(first | second);
  }
  if (normal < kFirstSpaceDiagonal) {
    // Rectangles of an axis and the other diagonal of the same squares: 3, 4; 5, 6; 7, 8.
    const int diagonal = normal % 2 == 0 ? normal - 1 : normal + 1;
    return ends(diagonal) - end_pairs(diagonal) - pairs(diagonal) +
           count(rectangle_along(diagonal));
  }
  const int triangles = triangles_normal_to(normal);
  double euler = corners_of_triangles(normal) + count(triangles) + count(triangles + 1);
  for (int side = kFirstFaceDiagonal; side < kFirstSpaceDiagonal; ++side) {
    if (product(normal, side) == 0) {
      euler -= pairs(side);
    }
  }
  return euler;
}

}  // namespace bitvox::minkowski
