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

  /** Chunks that were read and are missing. */
  public final long missing() {
    return view.image().missing();
  }
}
