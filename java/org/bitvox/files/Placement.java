// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/**
 * Where a volume lies in the space of a scanner, as its file says it. Voxels are never moved for
 * it: it is kept for results that lie where the image lies.
 */
public final class Placement {
  /** Of the first voxel along the axes of the space, in the unit of the voxel size. */
  public final double[] origin;

  /** Nine numbers, row by row: the columns are the directions of x, y and z, of length 1. */
  public final double[] direction;

  /** Names the axes of the space: "LPS", "RAS", or empty where nothing is known. */
  public final String space;

  /** Three and nine numbers. */
  public Placement(double[] origin, double[] direction, String space) {
    this.origin = origin.clone();
    this.direction = direction.clone();
    this.space = space;
  }
}
