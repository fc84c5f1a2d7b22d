// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A structuring element; within slices the 5-pixel cross and the 3 x 3 square. */
public enum Element {
  /** 7 voxels; n-fold an octahedron of radius n. */
  CROSS,
  /** 27 voxels; n-fold a cube of side 2n + 1. */
  CUBE
}
