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

/** Reads boxes of a volume as bits. Nothing is read before, and all can be read again. */
public final class BlockReader {
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

  /** Bytes of heap that reading takes: a chunk for each core, packed and not. */
  public double heap() {
    double chunk = view.image().chunkBytes();
    return 3 * chunk * Runtime.getRuntime().availableProcessors();
  }

  /** A box, which the caller closes; each chunk becomes bits when it is decoded. */
  public BitVolume read(Box box, BooleanSupplier stopped) throws IOException {
    BitVolume bits = new BitVolume(box.size()[2], box.size()[1], box.size()[0]);
    try {
      int[] first = new int[3];
      int[] counts = new int[3];
      for (int axis = 0; axis < 3; axis++) {
        first[axis] = box.from()[axis] / view.chunk()[axis];
        int last = (box.from()[axis] + box.size()[axis] - 1) / view.chunk()[axis];
        counts[axis] = last + 1 - first[axis];
      }
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

  /** Chunks that were read and are missing. */
  public long missing() {
    return view.image().missing();
  }
}
