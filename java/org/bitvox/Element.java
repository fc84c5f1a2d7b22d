// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A structuring element; within slices the 5-pixel cross, the 3 x 3 square, a disc. */
public enum Element {
  /** 7 voxels; n-fold an octahedron of radius n. */
  CROSS,
  /** 27 voxels; n-fold a cube of side 2n + 1. */
  CUBE,
  /** The voxels whose centre is no further than the radius. */
  BALL
}
