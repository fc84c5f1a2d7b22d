// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.io.Serializable;

/**
 * A box of the voxels of one channel and one time.
 *
 * @param from its first voxel along z, y and x
 * @param size its voxels along z, y and x
 */
public record Box(int[] from, int[] size) implements Serializable {
  private static final long serialVersionUID = 1;

  /** Voxels. */
  long voxels() {
    return Grid.count(size);
  }

  /** Whether all of it lies in an image of that size. */
  boolean isWithin(int[] whole) {
    boolean within = true;
    for (int axis = 0; axis < 3; axis++) {
      within &= (long) from[axis] + size[axis] <= whole[axis];
    }
    return within;
  }

  /** The part of it that lies in an image of that size. */
  Box within(int[] whole) {
    int[] inside = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      inside[axis] = Math.min(size[axis], whole[axis] - from[axis]);
    }
    return new Box(from, inside);
  }

  /** Where rows of values go. */
  interface Rows {
    /** Takes values from that byte on, whose first is at that place of the box. */
    void take(int z, int y, int x, byte[] chunk, int at, int bytes);
  }

  /** Reads it, row by row of every chunk that it meets. */
  void read(VolumeView view, int channel, int time, Rows rows) throws IOException {
    int[] side = view.chunk();
    int[] first = new int[3];
    int[] last = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      first[axis] = from[axis] / side[axis];
      last[axis] = (from[axis] + size[axis] - 1) / side[axis];
    }
    for (int z = first[0]; z <= last[0]; z++) {
      for (int y = first[1]; y <= last[1]; y++) {
        for (int x = first[2]; x <= last[2]; x++) {
          part(view.read(channel, time, z, y, x), new int[] {z, y, x}, view, rows);
        }
      }
    }
  }

  /** The rows of a chunk that lie in the box. */
  private void part(VolumeView.Chunk chunk, int[] place, VolumeView view, Rows rows) {
    int[] start = new int[3];
    int[] end = new int[3];
    int[] origin = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      origin[axis] = place[axis] * view.chunk()[axis];
      start[axis] = Math.max(from[axis], origin[axis]);
      end[axis] =
          (int) Math.min(from[axis] + (long) size[axis], origin[axis] + (long) view.chunk()[axis]);
    }
    int bytes = (end[2] - start[2]) * view.type().bytes;
    for (int z = start[0]; z < end[0]; z++) {
      for (int y = start[1]; y < end[1]; y++) {
        int at = chunk.at(z - origin[0], y - origin[1], start[2] - origin[2]);
        rows.take(z - from[0], y - from[1], start[2] - from[2], chunk.data(), at, bytes);
      }
    }
  }
}
