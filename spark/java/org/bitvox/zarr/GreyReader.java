// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.GreyVolume;
import org.bitvox.files.SampleType;

/** Reads boxes of a volume with its values, one layer of chunks after the other. */
public final class GreyReader extends BoxReader {
  private final int bits;
  private final BiFunction<Object, BooleanSupplier, Object> values;

  /** With pixels of so many bits, which the function makes of those that ImageJ has. */
  GreyReader(
      VolumeView view,
      SampleType type,
      int channel,
      int time,
      int bits,
      BiFunction<Object, BooleanSupplier, Object> values) {
    super(view, type, channel, time);
    this.bits = bits;
    this.values = values;
  }

  /** Of a pixel: 8, 16 or 32. */
  public int bits() {
    return bits;
  }

  /** Chunks on their way, and the slices of a layer of them, of which one is made into pixels. */
  @Override
  public double heap(long[] sides) {
    double slice = (double) sides[1] * sides[2];
    double layer = Math.min(sides[0], view.chunk()[0]) * slice * voxelBytes();
    return heapOfChunks() + layer + 2 * slice * Float.BYTES;
  }

  @Override
  public double memory(double voxels) {
    return voxels * bits / Byte.SIZE;
  }

  /** A box, which the caller closes. */
  public GreyVolume read(Box box, BooleanSupplier stopped) throws IOException {
    int[] size = box.size();
    GreyVolume volume = new GreyVolume(size[2], size[1], size[0], bits);
    try {
      int side = view.chunk()[0];
      int end = box.from()[0] + size[0];
      for (int z = box.from()[0]; z < end; z = (z / side + 1) * side) {
        int depth = Math.min(end, (z / side + 1) * side) - z;
        int[] from = {z, box.from()[1], box.from()[2]};
        Box layer = new Box(from, new int[] {depth, size[1], size[2]});
        byte[][] slices = layer(layer, stopped);
        for (int i = 0; i < depth; i++) {
          ByteBuffer slice = ByteBuffer.wrap(slices[i]).order(ByteOrder.LITTLE_ENDIAN);
          Object pixels = type.pixelsOf(slice, size[1] * size[2]);
          volume.setSlice(z - box.from()[0] + i, values.apply(pixels, stopped), stopped);
          slices[i] = null;
        }
      }
      return volume;
    } catch (Throwable e) {
      volume.close();
      throw e;
    }
  }

  /** The slices of a box that no face of chunks cuts along z. */
  private byte[][] layer(Box box, BooleanSupplier stopped) throws IOException {
    int[] size = box.size();
    int bytes = view.type().bytes;
    byte[][] slices = InParallel.arrays(size[0], Math.multiplyExact(size[1] * size[2], bytes));
    int[] chunk = view.chunk();
    int top = box.from()[1] / chunk[1];
    int left = box.from()[2] / chunk[2];
    int down = (box.from()[1] + size[1] - 1) / chunk[1] + 1 - top;
    int along = (box.from()[2] + size[2] - 1) / chunk[2] + 1 - left;
    InParallel.run(
        down * along,
        stopped,
        number -> {
          int y = Math.max(box.from()[1], (top + number / along) * chunk[1]);
          int x = Math.max(box.from()[2], (left + number % along) * chunk[2]);
          int height = Math.min(box.from()[1] + size[1], (y / chunk[1] + 1) * chunk[1]) - y;
          int width = Math.min(box.from()[2] + size[2], (x / chunk[2] + 1) * chunk[2]) - x;
          new Box(new int[] {box.from()[0], y, x}, new int[] {size[0], height, width})
              .read(
                  view,
                  channel,
                  time,
                  (slice, row, column, data, at, count) -> {
                    int to = (y - box.from()[1] + row) * size[2] + x - box.from()[2] + column;
                    System.arraycopy(data, at, slices[slice], to * bytes, count);
                  });
        });
    return slices;
  }
}
