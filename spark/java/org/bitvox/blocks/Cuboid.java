// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.Serializable;

/**
 * The voxels from one place to before another one.
 *
 * @param z0 the first slice
 * @param y0 the first row
 * @param x0 the first column
 * @param z1 behind the last slice
 * @param y1 behind the last row
 * @param x1 behind the last column
 */
public record Cuboid(int z0, int y0, int x0, int z1, int y1, int x1) implements Serializable {
  private static final long serialVersionUID = 1;

  /** A whole volume of these sides along z, y and x. */
  static Cuboid of(int[] sides) {
    return new Cuboid(0, 0, 0, sides[0], sides[1], sides[2]);
  }

  static Cuboid between(int[] begin, int[] end) {
    return new Cuboid(begin[0], begin[1], begin[2], end[0], end[1], end[2]);
  }

  /** Slices. */
  public int depth() {
    return z1 - z0;
  }

  /** Rows of a slice. */
  public int height() {
    return y1 - y0;
  }

  /** Voxels of a row. */
  public int width() {
    return x1 - x0;
  }

  /** All its voxels. */
  public long voxels() {
    return (long) depth() * height() * width();
  }

  int[] begin() {
    return new int[] {z0, y0, x0};
  }

  int[] end() {
    return new int[] {z1, y1, x1};
  }

  int[] sides() {
    return new int[] {depth(), height(), width()};
  }

  /** The same, counted from the first voxel of another one. */
  Cuboid from(Cuboid other) {
    return new Cuboid(
        z0 - other.z0, y0 - other.y0, x0 - other.x0, z1 - other.z0, y1 - other.y0, x1 - other.x0);
  }

  /** With so many voxels more on each side, as far as a volume of these sides goes. */
  Cuboid grown(int[] reach, int[] whole) {
    int[] begin = begin();
    int[] end = end();
    for (int axis = 0; axis < 3; axis++) {
      begin[axis] = Math.max(0, begin[axis] - reach[axis]);
      end[axis] = (int) Math.min(whole[axis], (long) end[axis] + reach[axis]);
    }
    return between(begin, end);
  }
}
