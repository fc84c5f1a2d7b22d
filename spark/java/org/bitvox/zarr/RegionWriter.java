// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Writes a part of a volume, of whole files, whose slices come in any order. All slices of a layer
 * of files are kept until the last of them has come; then they are packed, by all cores.
 */
public final class RegionWriter {
  private final VolumeView view;
  private final int channel;
  private final int time;
  private final Box region;
  private final ValuesSeen seen;
  private final BooleanSupplier stopped;
  private final FileGrid grid;
  private final Map<Integer, Slices> begun = new HashMap<>();

  private static final class Slices {
    final byte[][] values;
    int left;

    Slices(int count) {
      values = new byte[count][];
      left = count;
    }
  }

  /**
   * Begins one.
   *
   * @param region begins with a file, and ends with one or with the volume
   * @param seen is shown all values
   */
  public RegionWriter(
      VolumeView view,
      int channel,
      int time,
      Box region,
      ValuesSeen seen,
      BooleanSupplier stopped) {
    this.view = view;
    this.channel = channel;
    this.time = time;
    this.region = region;
    this.seen = seen;
    this.stopped = stopped;
    grid = new FileGrid(view);
    for (int axis = 0; axis < 3; axis++) {
      int end = region.from()[axis] + region.size()[axis];
      boolean whole = end % grid.side()[axis] == 0 || end == view.size()[axis];
      if (region.from()[axis] % grid.side()[axis] != 0 || !whole) {
        throw new IllegalArgumentException("a part that is written consists of whole files");
      }
    }
  }

  /** Bytes that are kept at a time, of a part of these sides. */
  public static double kept(FileGrid grid, int[] size, int bytes) {
    return (double) Math.min(grid.side()[0], size[0]) * size[1] * size[2] * bytes;
  }

  /** Takes a slice of the part, little-endian, which must not be changed any more. */
  public void slice(int z, byte[] values) throws IOException {
    int depth = grid.side()[0];
    int first = z / depth * depth;
    Slices slices =
        begun.computeIfAbsent(
            z / depth, one -> new Slices(Math.min(depth, region.size()[0] - first)));
    if (slices.values[z - first] == null) {
      slices.left--;
    }
    slices.values[z - first] = values;
    if (slices.left == 0) {
      begun.remove(z / depth);
      write(first, slices.values);
    }
  }

  /** Whether all slices of all layers that were begun have come. */
  public boolean isComplete() {
    return begun.isEmpty();
  }

  private void write(int firstSlice, byte[][] slices) throws IOException {
    int[] from = {region.from()[0] + firstSlice, region.from()[1], region.from()[2]};
    int down = parts(1);
    int along = parts(2);
    InParallel.run(
        down * along,
        stopped,
        number -> {
          int[] place = new int[3];
          for (int axis = 0; axis < 3; axis++) {
            place[axis] = from[axis] / grid.side()[axis];
          }
          place[1] += number / along;
          place[2] += number % along;
          view.image()
              .write(
                  chunk -> chunk(grid.origin(place, chunk), from, slices),
                  view.place(channel, time, place[0], place[1], place[2]));
        });
  }

  private int parts(int axis) {
    return (region.size()[axis] + grid.side()[axis] - 1) / grid.side()[axis];
  }

  /** A chunk; what lies behind the image is 0. */
  private byte[] chunk(int[] origin, int[] from, byte[][] slices) {
    int[] side = view.chunk();
    int bytes = view.type().bytes;
    byte[] data = new byte[view.image().chunkBytes()];
    int width = region.size()[2];
    int left = origin[2] - from[2];
    int top = origin[1] - from[1];
    int length = Math.min(side[2], width - left) * bytes;
    int rows = Math.min(side[1], region.size()[1] - top);
    for (int z = 0; z < side[0] && origin[0] + z - from[0] < slices.length; z++) {
      byte[] slice = slices[origin[0] + z - from[0]];
      for (int y = 0; y < rows && length > 0; y++) {
        int at = ((top + y) * width + left) * bytes;
        System.arraycopy(slice, at, data, (z * side[1] + y) * side[2] * bytes, length);
      }
    }
    seen.add(data);
    return data;
  }
}
