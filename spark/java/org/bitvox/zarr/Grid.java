// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/** Places in an array, and in the grid of its chunks: the last axis is the fastest. */
final class Grid {
  private Grid() {}

  /** Product of the sizes. */
  static long count(int[] sizes) {
    long count = 1;
    for (int size : sizes) {
      count = Math.multiplyExact(count, (long) size);
    }
    return count;
  }

  /** Chunks along every axis. */
  static long[] chunks(long[] shape, int[] chunk) {
    long[] chunks = new long[shape.length];
    for (int axis = 0; axis < chunks.length; axis++) {
      chunks[axis] = (shape[axis] + chunk[axis] - 1) / chunk[axis];
    }
    return chunks;
  }

  /** The place with that number. */
  static int[] place(int number, int[] sizes) {
    int[] place = new int[sizes.length];
    int left = number;
    for (int axis = sizes.length - 1; axis >= 0; axis--) {
      place[axis] = left % sizes[axis];
      left /= sizes[axis];
    }
    return place;
  }

  /** The number of a place. */
  static int number(int[] place, int[] sizes) {
    int number = 0;
    for (int axis = 0; axis < sizes.length; axis++) {
      number = number * sizes[axis] + place[axis];
    }
    return number;
  }

  /** How many of one fit the other, along every axis. */
  static int[] ratio(int[] large, int[] small) {
    int[] ratio = new int[large.length];
    for (int axis = 0; axis < ratio.length; axis++) {
      ratio[axis] = large[axis] / small[axis];
    }
    return ratio;
  }
}
