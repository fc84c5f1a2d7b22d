// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.List;

/**
 * What the metadata of an array say.
 *
 * @param format of Zarr: 2 or 3
 * @param shape voxels along every axis, the last is the fastest
 * @param chunk voxels of what is decoded at once
 * @param file voxels of what has a file of its own: a chunk, or a shard of several
 * @param bigEndian how values are stored
 * @param fill a value of chunks that are missing, little-endian
 * @param order which axis of the array each axis of a stored chunk is; null for the same
 * @param codecs of chunks, in the order in which they pack
 * @param index of shards; null if there are none
 * @param keys names of files
 * @param axes their names; null if it does not say them
 */
record ArrayLayout(
    int format,
    long[] shape,
    int[] chunk,
    int[] file,
    VoxelType type,
    boolean bigEndian,
    byte[] fill,
    int[] order,
    List<Codec> codecs,
    IndexLayout index,
    ChunkKeys keys,
    List<String> axes) {

  /** Bytes of a decoded chunk. */
  static final int MOST_CHUNK_BYTES = 1 << 29;

  /** Chunks of a shard. */
  static final int MOST_IN_SHARD = 1 << 20;

  private static final int MOST_AXES = 8;

  /**
   * Checks sizes, so that none of what is allocated for a chunk is too large.
   *
   * @param array what the user calls it
   */
  ArrayLayout checked(String array) throws ZarrException {
    int axes = shape.length;
    if (axes == 0 || axes > MOST_AXES) {
      throw new ZarrException(array, "has " + axes + " axes; 1 to " + MOST_AXES + " can be read");
    }
    for (int axis = 0; axis < axes; axis++) {
      if (shape[axis] < 1 || shape[axis] > Integer.MAX_VALUE) {
        throw new ZarrException(
            array, "has " + shape[axis] + " voxels along an axis; 1 to 2^31 - 1 can be read");
      }
    }
    requireBytes(array, chunk, "chunk");
    for (int axis = 0; axis < axes; axis++) {
      if (file[axis] < 1 || file[axis] % chunk[axis] != 0) {
        throw new ZarrException(
            array,
            "its shards of "
                + file[axis]
                + " voxels along an axis are no multiple of its chunks of "
                + chunk[axis]);
      }
    }
    if (exceeds(Grid.ratio(file, chunk), MOST_IN_SHARD)) {
      throw new ZarrException(array, "its shards have more than " + MOST_IN_SHARD + " chunks");
    }
    return this;
  }

  private void requireBytes(String array, int[] sizes, String what) throws ZarrException {
    for (int size : sizes) {
      if (size < 1) {
        throw new ZarrException(array, "has " + what + "s of " + size + " voxels along an axis");
      }
    }
    if (exceeds(sizes, MOST_CHUNK_BYTES / type.bytes)) {
      throw new ZarrException(
          array, "its " + what + "s have more than " + (MOST_CHUNK_BYTES >> 20) + " MiB");
    }
  }

  private static boolean exceeds(int[] sizes, int most) {
    long count = 1;
    for (int size : sizes) {
      count *= size; // both below 2^31
      if (count > most) {
        return true;
      }
    }
    return false;
  }

  /** Bytes of a decoded chunk. */
  int chunkBytes() {
    return (int) Grid.count(chunk) * type.bytes;
  }

  /** Chunks of a shard along every axis. */
  int[] inFile() {
    return Grid.ratio(file, chunk);
  }

  /** Most bytes that a packed chunk may have. */
  int mostPacked() {
    return (int) sizes(codecs, chunkBytes())[codecs.size()];
  }

  /** Most bytes before the first codec, behind it, and so on. */
  static long[] sizes(List<Codec> codecs, long plain) {
    long[] sizes = new long[codecs.size() + 1];
    sizes[0] = plain;
    for (int i = 0; i < codecs.size(); i++) {
      sizes[i + 1] = Math.min(codecs.get(i).most(sizes[i]), Integer.MAX_VALUE - 8);
    }
    return sizes;
  }
}
