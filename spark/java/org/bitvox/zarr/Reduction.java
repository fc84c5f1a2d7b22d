// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/** How the voxels that become one in the next level are made one. */
enum Reduction {
  /** Foreground if at least half of them are: the largest value that so many have. */
  MAJORITY("the foreground of masks is where at least half of the voxels are"),
  /** The largest. */
  MAX("the largest value of the voxels"),
  /** The most frequent; of several the smallest. */
  MODE("the most frequent value of the voxels, of several the smallest"),
  /** The mean, of whole numbers rounded, halves up. */
  MEAN("the mean of the voxels");

  final String words;

  Reduction(String words) {
    this.words = words;
  }

  /** As metadata have it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Makes a chunk of the next level.
   *
   * @param data voxels of a box, little-endian, x fastest
   * @param have its voxels along z, y and x
   * @param factor 1 or 2 along z, y and x
   * @param side of the chunk along z, y and x; what the box does not reach is 0
   */
  byte[] reduce(byte[] data, int[] have, int[] factor, int[] side, VoxelType type) {
    ByteBuffer from = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer to =
        ByteBuffer.allocate(side[0] * side[1] * side[2] * type.bytes)
            .order(ByteOrder.LITTLE_ENDIAN);
    long[] group = new long[8];
    float[] floats = new float[8];
    int[] end = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      end[axis] = (have[axis] + factor[axis] - 1) / factor[axis];
    }
    for (int z = 0; z < end[0]; z++) {
      for (int y = 0; y < end[1]; y++) {
        for (int x = 0; x < end[2]; x++) {
          int count = 0;
          for (int dz = z * factor[0]; dz < Math.min(have[0], (z + 1) * factor[0]); dz++) {
            for (int dy = y * factor[1]; dy < Math.min(have[1], (y + 1) * factor[1]); dy++) {
              int row = (dz * have[1] + dy) * have[2];
              for (int dx = x * factor[2]; dx < Math.min(have[2], (x + 1) * factor[2]); dx++) {
                if (type == VoxelType.FLOAT32) {
                  floats[count++] = from.getFloat(4 * (row + dx));
                } else {
                  group[count++] = value(from, row + dx, type);
                }
              }
            }
          }
          int at = (z * side[1] + y) * side[2] + x;
          if (type == VoxelType.FLOAT32) {
            to.putFloat(4 * at, ofFloats(floats, count));
          } else {
            put(to, at, type, of(group, count));
          }
        }
      }
    }
    return to.array();
  }

  private static long value(ByteBuffer from, int at, VoxelType type) {
    return switch (type) {
      case UINT8 -> from.get(at) & 0xff;
      case INT8 -> from.get(at);
      case UINT16 -> from.getShort(2 * at) & 0xffff;
      case INT16 -> from.getShort(2 * at);
      case UINT32 -> from.getInt(4 * at) & 0xffffffffL;
      default -> from.getInt(4 * at);
    };
  }

  private static void put(ByteBuffer to, int at, VoxelType type, long value) {
    switch (type.bytes) {
      case 1 -> to.put(at, (byte) value);
      case 2 -> to.putShort(2 * at, (short) value);
      default -> to.putInt(4 * at, (int) value);
    }
  }

  private long of(long[] group, int count) {
    boolean equal = true;
    for (int i = 1; i < count; i++) {
      equal &= group[i] == group[0];
    }
    if (equal) { // nearly everywhere in masks and labels
      return group[0];
    }
    return switch (this) {
      case MAX -> {
        long most = group[0];
        for (int i = 1; i < count; i++) {
          most = Math.max(most, group[i]);
        }
        yield most;
      }
      case MEAN -> {
        long sum = 0;
        for (int i = 0; i < count; i++) {
          sum += group[i];
        }
        yield Math.floorDiv(2 * sum + count, 2L * count);
      }
      default -> mostFrequent(group, count);
    };
  }

  /** Of as many the larger one is the majority's, the smaller one the mode's. */
  private long mostFrequent(long[] group, int count) {
    long best = 0;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int same = 0;
      for (int j = 0; j < count; j++) {
        same += group[j] == group[i] ? 1 : 0;
      }
      boolean wins = this == MAJORITY ? group[i] > best : group[i] < best;
      if (same > most || same == most && wins) {
        most = same;
        best = group[i];
      }
    }
    return best;
  }

  private float ofFloats(float[] group, int count) {
    if (this == MEAN) {
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += group[i];
      }
      return (float) (sum / count);
    }
    float most = group[0];
    int frequent = 0;
    for (int i = 0; i < count; i++) {
      int same = 0;
      for (int j = 0; j < count; j++) {
        same += group[j] == group[i] ? 1 : 0;
      }
      if (this == MAX) {
        most = Math.max(most, group[i]);
      } else if (same > frequent
          || same == frequent && (this == MAJORITY ? group[i] > most : group[i] < most)) {
        frequent = same;
        most = group[i];
      }
    }
    return most;
  }
}
