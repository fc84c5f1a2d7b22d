// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import org.bitvox.files.SampleType;

/** Reads boxes of a volume. Nothing is read before, and all can be read again. */
public abstract class BoxReader {
  final VolumeView view;
  final SampleType type;
  final int channel;
  final int time;

  BoxReader(VolumeView view, SampleType type, int channel, int time) {
    this.view = view;
    this.type = type;
    this.channel = channel;
    this.time = time;
  }

  /** What the user calls the array. */
  public final String name() {
    return view.image().name();
  }

  /** Voxels along z, y and x. */
  public final int[] size() {
    return view.size().clone();
  }

  /** Voxels of a chunk along z, y and x. */
  public final int[] chunk() {
    return view.chunk().clone();
  }

  /** Bytes of a voxel. */
  public final int voxelBytes() {
    return view.type().bytes;
  }

  /** What the array says of itself, for who wants to know whether it is the same. */
  public final String metadata() throws IOException {
    return view.image().metadata();
  }

  /** Bytes of heap that reading a box of these sides takes, along z, y and x. */
  public abstract double heap(long[] sides);

  /** A chunk for each core, packed and not. */
  final double heapOfChunks() {
    double chunk = view.image().chunkBytes();
    return 3 * chunk * Runtime.getRuntime().availableProcessors();
  }

  /** Bytes of a box of so many voxels outside the heap. */
  public abstract double memory(double voxels);

  /**
   * How many chunks that begin in a box were read here and are missing. Boxes that tile the volume
   * count each once, whoever reads them.
   */
  public final long missing(Box box) {
    int[] side = view.chunk();
    int[] first = new int[3];
    int[] counts = new int[3];
    for (int axis = 0; axis < 3; axis++) {
      first[axis] = (box.from()[axis] + side[axis] - 1) / side[axis];
      counts[axis] = (box.from()[axis] + box.size()[axis] - 1) / side[axis] + 1 - first[axis];
    }
    long missing = 0;
    for (int number = 0; number < Grid.count(counts); number++) {
      int[] place = Grid.place(number, counts);
      boolean isMissing =
          view.isMissing(
              channel, time, first[0] + place[0], first[1] + place[1], first[2] + place[2]);
      missing += isMissing ? 1 : 0;
    }
    return missing;
  }

  /** So many chunks of the volume are missing, as those know who read it. */
  public final void foundMissing(long count) {
    view.image().foundMissing(count);
  }
}
