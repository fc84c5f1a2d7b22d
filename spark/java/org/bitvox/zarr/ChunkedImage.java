// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.util.function.IntFunction;

/**
 * An array of voxels in chunks, each of which can be read by itself. The last axis is the fastest.
 * Several threads may use it at once; a file, which holds one chunk or a shard of several, must be
 * written by one of them.
 */
public interface ChunkedImage {
  /** What the user calls it. */
  String name();

  /** What it says of itself, as text, for who wants to know whether it is the same. */
  String metadata() throws IOException;

  /** Voxels along every axis. */
  long[] shape();

  /**
   * Voxels of a chunk along every axis; those at the end of an axis are larger than what is left.
   */
  int[] chunk();

  /** Voxels of a file along every axis: a multiple of the chunk's. */
  int[] file();

  /** What a voxel is. */
  VoxelType type();

  /** Bytes of a decoded chunk. */
  int chunkBytes();

  /**
   * Reads a chunk: its values little-endian, the last axis the fastest.
   *
   * @param place in the grid of chunks
   * @return its bytes, until the calling thread reads the next one; the fill value everywhere if
   *     the chunk is missing, which is counted
   */
  byte[] read(long... place) throws IOException;

  /**
   * Chunks that were read and are missing, each counted once, or more if another process has said
   * so.
   */
  long missing();

  /** Whether that chunk was read here and is missing. */
  boolean isMissing(long... place);

  /** So many chunks are missing, as those know who read them. */
  void foundMissing(long count);

  /**
   * Writes a file, whole.
   *
   * @param chunks gives each of its chunks, by its number in the file, from several threads
   * @param place in the grid of files
   */
  void write(IntFunction<byte[]> chunks, long... place) throws IOException;
}
