// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.files.SampleType;

/** Reads boxes of a volume as bits. Nothing is read before, and all can be read again. */
public final class BlockReader {
  /** Bytes of a slab of chunks that are decoded together. */
  private static final int MOST_BYTES = 1 << 28;

  private final VolumeView view;
  private final SampleType type;
  private final int channel;
  private final int time;
  private final Foreground foreground;

  BlockReader(VolumeView view, SampleType type, int channel, int time, Foreground foreground) {
    this.view = view;
    this.type = type;
    this.channel = channel;
    this.time = time;
    this.foreground = foreground;
  }

  /** What the user calls the array. */
  public String name() {
    return view.image().name();
  }

  /** Voxels along z, y and x. */
  public int[] size() {
    return view.size().clone();
  }

  /** Voxels of a chunk along z, y and x. */
  public int[] chunk() {
    return view.chunk().clone();
  }

  /** Bytes of a voxel. */
  public int voxelBytes() {
    return view.type().bytes;
  }

  /** What the array says of itself, for who wants to know whether it is the same. */
  public String metadata() throws IOException {
    return view.image().metadata();
  }

  /** Bytes of heap that reading a box of these sides takes. */
  public static double heap(int[] sides, int[] chunk, int voxelBytes) {
    double slab = (double) sides[1] * sides[2] * Math.min(sides[0], chunk[0]) * voxelBytes;
    double chunks = 2.0 * chunk[0] * chunk[1] * chunk[2] * voxelBytes;
    return Math.min(slab, MOST_BYTES) + chunks * Runtime.getRuntime().availableProcessors();
  }

  /** A box, which the caller closes. */
  public BitVolume read(Box box, BooleanSupplier stopped) throws IOException {
    BitVolume bits = new BitVolume(box.size()[2], box.size()[1], box.size()[0]);
    try {
      long slice = (long) box.size()[1] * box.size()[2] * view.type().bytes;
      int most = (int) Math.max(1, MOST_BYTES / slice);
      int end = box.from()[0] + box.size()[0];
      for (int z = box.from()[0]; z < end; ) {
        int next = (z / view.chunk()[0] + 1) * view.chunk()[0]; // where other chunks begin
        int slices = Math.min(most, Math.min(next, end) - z);
        slab(box, z, slices, bits, stopped);
        z += slices;
      }
      return bits;
    } catch (Throwable e) {
      bits.close();
      throw e;
    }
  }

  private void slab(Box box, int z, int slices, BitVolume bits, BooleanSupplier stopped)
      throws IOException {
    int height = box.size()[1];
    int width = box.size()[2];
    int bytes = view.type().bytes;
    byte[] values = new byte[Math.multiplyExact(slices * height, width * bytes)];
    int[] side = view.chunk();
    int top = box.from()[1] / side[1];
    int left = box.from()[2] / side[2];
    int down = (box.from()[1] + height - 1) / side[1] + 1 - top;
    int along = (box.from()[2] + width - 1) / side[2] + 1 - left;
    InParallel.run(
        down * along,
        stopped,
        number -> {
          int y0 = Math.max(box.from()[1], (top + number / along) * side[1]);
          int x0 = Math.max(box.from()[2], (left + number % along) * side[2]);
          int y1 = Math.min(box.from()[1] + height, (top + number / along + 1) * side[1]);
          int x1 = Math.min(box.from()[2] + width, (left + number % along + 1) * side[2]);
          new Box(new int[] {z, y0, x0}, new int[] {slices, y1 - y0, x1 - x0})
              .read(
                  view,
                  channel,
                  time,
                  (dz, dy, dx, chunk, at, length) -> {
                    int row = dz * height + y0 - box.from()[1] + dy;
                    int column = x0 - box.from()[2] + dx;
                    System.arraycopy(chunk, at, values, (row * width + column) * bytes, length);
                  });
        });
    InParallel.run(
        slices,
        stopped,
        number -> {
          int count = height * width;
          ByteBuffer from = ByteBuffer.wrap(values, number * count * bytes, count * bytes);
          Object pixels = type.pixelsOf(from.slice().order(ByteOrder.LITTLE_ENDIAN), count);
          bits.packSlice(z - box.from()[0] + number, pixels, foreground, stopped);
        });
  }

  /** Chunks that were read and are missing. */
  public long missing() {
    return view.image().missing();
  }
}
