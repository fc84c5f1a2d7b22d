// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/** Whether an image turns out to be a mask. Several threads may show it chunks. */
public final class ValuesSeen {
  private volatile boolean full; // all values so far are 0 and 255
  private volatile boolean ones; // or 0 and 1

  /** Of an image of that type, of which nothing has been seen. */
  public ValuesSeen(VoxelType type) {
    full = type == VoxelType.UINT8;
    ones = full;
  }

  /** Takes a chunk. */
  public void add(byte[] data) {
    full = full && hasOnly(data, -1);
    ones = ones && hasOnly(data, 1);
  }

  private static boolean hasOnly(byte[] data, int foreground) {
    for (byte one : data) {
      if (one != 0 && one != foreground) {
        return false;
      }
    }
    return true;
  }

  /** Takes what was seen of another part, as {@link #flags} says it. */
  public void add(int flags) {
    full = full && (flags & 1) != 0;
    ones = ones && (flags & 2) != 0;
  }

  /** As a number. */
  public int flags() {
    return (full ? 1 : 0) | (ones ? 2 : 0);
  }

  boolean isMask() {
    return full || ones;
  }
}
