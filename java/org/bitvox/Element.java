// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A structuring element of radius r around a voxel; within slices the same in two dimensions. */
public enum Element {
  /** The octahedron |x| + |y| + |z| &lt;= r, which is r-fold the one of 7 voxels. */
  CROSS,
  /** Of side 2 r + 1, r-fold the one of 27 voxels. */
  CUBE,
  /** The voxels whose centre is no further than r: x^2 + y^2 + z^2 &lt;= r^2 in voxels. */
  BALL
}
