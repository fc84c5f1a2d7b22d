// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;

/** Makes the levels of an image, each from the one before. */
final class Pyramid {
  private final VolumeView from;
  private final VolumeView to;
  private final int[] factor;
  private final Reduction reduction;

  /** Factor is 1 or 2 along z, y and x. */
  Pyramid(VolumeView from, VolumeView to, int[] factor, Reduction reduction) {
    this.from = from;
    this.to = to;
    this.factor = factor;
    this.reduction = reduction;
  }

  /** Sizes of the next level along z, y and x: an axis of one voxel is not halved. */
  static int[] half(int[] size) {
    int[] half = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      half[axis] = (size[axis] + 1) / 2;
    }
    return half;
  }

  /** Writes all of it. */
  void make(BooleanSupplier stopped) throws IOException {
    FileGrid grid = new FileGrid(to);
    for (int time = 0; time < to.times(); time++) {
      for (int channel = 0; channel < to.channels(); channel++) {
        int c = channel;
        int t = time;
        InParallel.run(
            grid.files(),
            stopped,
            number -> {
              int[] place = Grid.place(number, grid.counts());
              to.image()
                  .write(
                      chunk -> chunk(c, t, grid.origin(place, chunk)),
                      to.place(c, t, place[0], place[1], place[2]));
            });
      }
    }
  }

  /** The chunk that begins at a voxel, which may lie behind the image. */
  private byte[] chunk(int channel, int time, int[] origin) {
    int[] side = to.chunk();
    int[] start = new int[3];
    int[] size = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      if (origin[axis] >= to.size()[axis]) {
        return new byte[to.image().chunkBytes()];
      }
      start[axis] = origin[axis] * factor[axis];
      size[axis] = side[axis] * factor[axis];
    }
    Box box = new Box(start, size).within(from.size());
    int[] have = box.size();
    int bytes = from.type().bytes;
    byte[] data = new byte[Math.toIntExact(box.voxels() * bytes)];
    try {
      box.read(
          from,
          channel,
          time,
          (z, y, x, chunk, at, length) ->
              System.arraycopy(chunk, at, data, ((z * have[1] + y) * have[2] + x) * bytes, length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reduction.reduce(data, have, factor, side, from.type());
  }
}
