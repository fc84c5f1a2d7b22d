// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.Serializable;

/** A part of a volume: its first voxel, counted from 0, and its size in voxels. */
public final class Box implements Serializable {
  private static final long serialVersionUID = 1;

  private final long x; // native code reads all by name
  private final long y;
  private final long z;
  private final long width;
  private final long height;
  private final long depth;

  /**
   * The box with this first voxel and this size.
   *
   * @throws IllegalArgumentException if a coordinate is below 0, a size below 1, or a sum of both
   *     2^31 or more
   */
  public Box(long x, long y, long z, long width, long height, long depth) {
    check("x", x, "width", width);
    check("y", y, "height", height);
    check("z", z, "depth", depth);
    this.x = x;
    this.y = y;
    this.z = z;
    this.width = width;
    this.height = height;
    this.depth = depth;
  }

  private static void check(String axis, long first, String side, long size) {
    if (first < 0 || size < 1 || first + size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          ("a box with " + axis + "=" + first + " and " + side + "=" + size + " is not allowed; ")
              + "begin at 0 or more, and end after 1 voxel or more, below 2^31");
    }
  }

  /** All of a volume of this size. */
  public static Box whole(long width, long height, long depth) {
    return new Box(0, 0, 0, width, height, depth);
  }

  /** The first voxel along x. */
  public long x() {
    return x;
  }

  /** The first voxel along y. */
  public long y() {
    return y;
  }

  /** The first voxel along z. */
  public long z() {
    return z;
  }

  /** Voxels along x. */
  public long width() {
    return width;
  }

  /** Voxels along y. */
  public long height() {
    return height;
  }

  /** Voxels along z. */
  public long depth() {
    return depth;
  }

  /** All voxels. */
  public long voxels() {
    return Math.multiplyExact(Math.multiplyExact(width, height), depth);
  }

  /** Whether all voxels of the other box are in this one. */
  public boolean contains(Box other) {
    return other.x >= x
        && other.y >= y
        && other.z >= z
        && other.x + other.width <= x + width
        && other.y + other.height <= y + height
        && other.z + other.depth <= z + depth;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Box && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** As "256 x 256 x 128 at 0, 256, 512". */
  @Override
  public String toString() {
    return width + " x " + height + " x " + depth + " at " + x + ", " + y + ", " + z;
  }
}
