// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;

/** An array as volumes: one for each channel and time, with the axes z, y and x. */
public final class VolumeView {
  private final ChunkedImage image;
  private final OmeAxes axes;
  private final int[] chunk;
  private final int[] size;

  /** A chunk; the volume begins in it at some byte. */
  record Chunk(byte[] data, int start, int[] side, int bytes) {
    /** The byte of a voxel of the chunk. */
    int at(int z, int y, int x) {
      return start + ((z * side[1] + y) * side[2] + x) * bytes;
    }
  }

  VolumeView(ChunkedImage image, OmeAxes axes) {
    this.image = image;
    this.axes = axes;
    chunk = new int[] {side('z'), side('y'), side('x')};
    size = new int[] {size('z'), size('y'), size('x')};
  }

  private int side(char axis) {
    return axes.of(axis) < 0 ? 1 : image.chunk()[axes.of(axis)];
  }

  private int size(char axis) {
    return axes.of(axis) < 0 ? 1 : (int) image.shape()[axes.of(axis)];
  }

  public ChunkedImage image() {
    return image;
  }

  public VoxelType type() {
    return image.type();
  }

  /** Voxels of a chunk along z, y and x. */
  public int[] chunk() {
    return chunk;
  }

  /** Voxels along z, y and x. */
  public int[] size() {
    return size;
  }

  int channels() {
    return size('c');
  }

  int times() {
    return size('t');
  }

  /** A chunk of the volume of a channel and time, by its place in their grid. */
  Chunk read(int channel, int time, int z, int y, int x) throws IOException {
    int before = 0; // volumes in the chunk, in the order of its axes
    for (int i = 0; i < axes.count(); i++) {
      if (i == axes.of('c')) {
        before = before * side('c') + channel % side('c');
      } else if (i == axes.of('t')) {
        before = before * side('t') + time % side('t');
      }
    }
    byte[] data = image.read(chunkPlace(channel, time, z, y, x));
    int volume = chunk[0] * chunk[1] * chunk[2] * type().bytes;
    return new Chunk(data, before * volume, chunk, type().bytes);
  }

  /** Whether a chunk of the volume of a channel and time was read here and is missing. */
  boolean isMissing(int channel, int time, int z, int y, int x) {
    return image.isMissing(chunkPlace(channel, time, z, y, x));
  }

  private long[] chunkPlace(int channel, int time, int z, int y, int x) {
    return place(channel / side('c'), time / side('t'), z, y, x);
  }

  /** A place in the grid of chunks or files, in the order of the array's axes. */
  long[] place(int channel, int time, int z, int y, int x) {
    long[] place = new long[axes.count()];
    char[] names = {'c', 't', 'z', 'y', 'x'};
    int[] numbers = {channel, time, z, y, x};
    for (int i = 0; i < names.length; i++) {
      if (axes.of(names[i]) >= 0) {
        place[axes.of(names[i])] = numbers[i];
      }
    }
    return place;
  }
}
