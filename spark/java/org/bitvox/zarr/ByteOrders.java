// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.Arrays;

/** How the bytes of a chunk are ordered: of a value, and of the values. */
final class ByteOrders {
  private ByteOrders() {}

  /** Turns the bytes of every value around. */
  static void swap(byte[] data, int bytes) {
    for (int start = 0; bytes > 1 && start < data.length; start += bytes) {
      for (int i = 0; i < bytes / 2; i++) {
        byte one = data[start + i];
        data[start + i] = data[start + bytes - 1 - i];
        data[start + bytes - 1 - i] = one;
      }
    }
  }

  /**
   * Values that are stored with other axes, in the order of the array's.
   *
   * @param order which axis of the array each axis of what is stored is
   */
  static byte[] inOrder(byte[] stored, int[] chunk, int[] order, int bytes) {
    int axes = chunk.length;
    int[] step = new int[axes]; // in what is stored, of each axis of the array
    int size = bytes;
    for (int i = axes - 1; i >= 0; i--) {
      step[order[i]] = size;
      size *= chunk[order[i]];
    }
    byte[] data = new byte[stored.length];
    int[] place = new int[axes];
    int from = 0;
    for (int to = 0; to < data.length; to += bytes) {
      for (int i = 0; i < bytes; i++) {
        data[to + i] = stored[from + i];
      }
      for (int axis = axes - 1; axis >= 0; axis--) {
        from += step[axis];
        if (++place[axis] < chunk[axis]) {
          break;
        }
        from -= place[axis] * step[axis];
        place[axis] = 0;
      }
    }
    return data;
  }

  /** Whole numbers with a sign, little-endian, less their least value: those of ImageJ. */
  static byte[] withoutSign(byte[] values, int start, int count, int bytes) {
    byte[] shown = Arrays.copyOfRange(values, start, start + count * bytes);
    for (int i = bytes - 1; i < shown.length; i += bytes) {
      shown[i] ^= Byte.MIN_VALUE;
    }
    return shown;
  }

  /** As Fortran has it: the first axis is the fastest. */
  static int[] reversed(int axes) {
    int[] order = new int[axes];
    for (int i = 0; i < axes; i++) {
      order[i] = axes - 1 - i;
    }
    return order;
  }
}
