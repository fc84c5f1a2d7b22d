// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How long each object is; label i has index i - 1. Coordinates are voxels from 0: x, y, z. */
public final class GeodesicObjects {
  private long[] voxels; // all that follows is written by native code
  private double[] diameter;
  private int[][] firstEnd;
  private int[][] secondEnd;
  private int[][] centre;

  GeodesicObjects() {}

  /** How many there are. */
  public int count() {
    return voxels.length;
  }

  /** Voxels of an object. */
  public long voxels(int index) {
    return voxels[index];
  }

  /**
   * The length of the longest shortest path that was found in the object, in the unit of the
   * spacing: the geodesic diameter of an object without loops, else a lower bound of it.
   */
  public double diameter(int index) {
    return diameter[index];
  }

  /** Where that path begins: of its ends the one that comes first in raster order. */
  public int[] firstEnd(int index) {
    return place(firstEnd, index);
  }

  /** Where it ends. */
  public int[] secondEnd(int index) {
    return place(secondEnd, index);
  }

  /** The voxel for which the way to the farther end is shortest. */
  public int[] centre(int index) {
    return place(centre, index);
  }

  private static int[] place(int[][] columns, int index) {
    return new int[] {columns[0][index], columns[1][index], columns[2][index]};
  }
}
