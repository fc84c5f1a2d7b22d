// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/**
 * The array into which a thread decodes a chunk, and then the next one: it stays in the cache of
 * its core. A new array for each chunk comes from memory, and takes longer than to decode it.
 */
final class ChunkBytes {
  /** More bytes are not kept: they fit no cache. */
  private static final int MOST = 1 << 24;

  private static final ThreadLocal<byte[]> KEPT = new ThreadLocal<>();

  private ChunkBytes() {}

  /**
   * An array of that length, with anything in it, until the calling thread asks for the next one.
   *
   * @param source what is decoded, which may be an array from here itself
   */
  static byte[] of(int length, byte[] source) {
    byte[] kept = KEPT.get();
    if (kept != null && kept.length == length && kept != source) {
      return kept;
    }
    byte[] bytes = new byte[length];
    if (length <= MOST) {
      KEPT.set(bytes);
    }
    return bytes;
  }
}
