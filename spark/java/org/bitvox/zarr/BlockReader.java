// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.VoxelChunk;
import org.bitvox.files.SampleType;

/** Reads boxes of a volume as bits. */
public final class BlockReader extends BoxReader {
  private final Foreground foreground;

  BlockReader(VolumeView view, SampleType type, int channel, int time, Foreground foreground) {
    super(view, type, channel, time);
    this.foreground = foreground;
  }

  @Override
  public double heap(long[] sides) {
    return heapOfChunks();
  }

  @Override
  public double memory(double voxels) {
    return voxels / Byte.SIZE;
  }

  /** Whether there is no foreground at all; reads rows of chunks up to the first voxel of it. */
  public boolean isEmpty(BooleanSupplier stopped) throws IOException {
    int[] size = size();
    int[] chunk = chunk();
    for (int z = 0; z < size[0]; z += chunk[0]) {
      for (int y = 0; y < size[1]; y += chunk[1]) {
        Box row = new Box(new int[] {z, y, 0}, new int[] {chunk[0], chunk[1], size[2]});
        try (BitVolume bits = read(row.within(size), stopped)) {
          if (bits.countForeground(0) > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private int[] firstChunk(Box box) {
    int[] first = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      first[axis] = box.from()[axis] / view.chunk()[axis];
    }
    return first;
  }

  /** How many chunks a box meets along each axis. */
  private int[] chunks(Box box) {
    int[] first = firstChunk(box);
    int[] counts = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      int last = (box.from()[axis] + box.size()[axis] - 1) / view.chunk()[axis];
      counts[axis] = last + 1 - first[axis];
    }
    return counts;
  }

  /** How many chunks a box meets. */
  long chunksOf(Box box) {
    return Grid.count(chunks(box));
  }

  /** A box, which the caller closes; each chunk becomes bits when it is decoded. */
  public BitVolume read(Box box, BooleanSupplier stopped) throws IOException {
    BitVolume bits = new BitVolume(box.size()[2], box.size()[1], box.size()[0]);
    try {
      int[] first = firstChunk(box);
      int[] counts = chunks(box);
      InParallel.run(
          Math.toIntExact(Grid.count(counts)),
          stopped,
          number -> {
            int[] place = Grid.place(number, counts);
            for (int axis = 0; axis < 3; axis++) {
              place[axis] += first[axis];
            }
            pack(place, box, bits);
          });
      return bits;
    } catch (Throwable e) {
      bits.close();
      throw e;
    }
  }

  /** The part of a chunk that lies in the box. */
  private void pack(int[] place, Box box, BitVolume bits) throws IOException {
    int[] side = view.chunk();
    int[] inChunk = new int[3];
    int[] inBox = new int[3];
    int[] size = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      int origin = place[axis] * side[axis];
      int from = Math.max(origin, box.from()[axis]);
      long end = Math.min((long) origin + side[axis], (long) box.from()[axis] + box.size()[axis]);
      inChunk[axis] = from - origin;
      inBox[axis] = from - box.from()[axis];
      size[axis] = (int) (end - from);
    }
    VolumeView.Chunk chunk = view.read(channel, time, place[0], place[1], place[2]);
    bits.packBox(
        shown(chunk),
        new org.bitvox.Box(inChunk[2], inChunk[1], inChunk[0], size[2], size[1], size[0]),
        foreground,
        inBox[2],
        inBox[1],
        inBox[0]);
  }

  /** The values as ImageJ has them, which a threshold is for. */
  private VoxelChunk shown(VolumeView.Chunk chunk) {
    int[] side = chunk.side();
    int count = side[0] * side[1] * side[2];
    byte[] data = chunk.data();
    int start = chunk.start();
    VoxelChunk.Type shown = VoxelChunk.Type.UINT8;
    switch (view.type()) {
      case UINT8 -> {}
      case INT8 -> data = ByteOrders.withoutSign(data, start, count, 1);
      case UINT16 -> shown = VoxelChunk.Type.UINT16;
      case INT16 -> {
        shown = VoxelChunk.Type.UINT16;
        data = ByteOrders.withoutSign(data, start, count, 2);
      }
      case FLOAT32 -> shown = VoxelChunk.Type.FLOAT32;
      case UINT32, INT32 -> {
        shown = VoxelChunk.Type.FLOAT32;
        ByteBuffer from = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).position(start);
        float[] pixels = (float[]) type.pixelsOf(from, count);
        ByteBuffer floats = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
        floats.asFloatBuffer().put(pixels);
        data = floats.array();
      }
    }
    boolean isCopy = data != chunk.data();
    return new VoxelChunk(shown, side[2], side[1], side[0], data, isCopy ? 0 : start);
  }
}
