// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipException;

/**
 * Blocks of a stream that can only be read from its beginning on. One thread unpacks at a time; a
 * block that another one is going to ask for is kept meanwhile.
 */
final class UnpackedBytes {
  /** Unpacks what the file has from a position on. */
  interface Unpacking {
    InputStream of(PackedStream packed) throws IOException;
  }

  private static final int KEPT = 2 * Runtime.getRuntime().availableProcessors();

  /** Threads take many small slices at a time. */
  private static final int KEPT_BYTES = 8 << 20;

  private final long start;
  private final long skip;
  private final int blockBytes;
  private final int mostKept;
  private final long blocks;
  private final Unpacking unpacking;
  private final Map<Long, byte[]> kept = new LinkedHashMap<>();
  private PackedStream packed;
  private InputStream unpacked;
  private byte[] last; // again for the next channel
  private long lastBlock = -1;
  private long next;

  /**
   * Skips bytes of what is unpacked from start on; then come so many blocks.
   *
   * @param unpacking of the bytes from start on
   */
  UnpackedBytes(long start, long skip, int blockBytes, long blocks, Unpacking unpacking) {
    this.start = start;
    this.skip = skip;
    this.blockBytes = blockBytes;
    mostKept = KEPT + KEPT_BYTES / blockBytes;
    this.blocks = blocks;
    this.unpacking = unpacking;
  }

  /** The bytes of a block, from 0, which must not be changed. */
  synchronized byte[] block(FileBytes in, long block) throws IOException {
    if (block == lastBlock) {
      return last;
    }
    byte[] known = kept.remove(block);
    if (known != null) {
      return known;
    }
    boolean done = false;
    try {
      if (unpacked == null || block < next) {
        begin(in);
      }
      packed.from(in);
      while (next <= block) {
        byte[] bytes = new byte[blockBytes];
        fill(in, bytes);
        if (next == block) {
          last = bytes;
          lastBlock = block;
        } else if (block - next <= mostKept) {
          keep(next, bytes);
        }
        next++;
      }
      if (next == blocks && unpacked.read() >= 0) { // which also checks the sum, if there is one
        throw in.problem(VolumeMessages.goesOn(blocks));
      }
      done = true;
      return last;
    } catch (ZipException e) {
      throw new IOException(in.problem(VolumeMessages.DAMAGED).getMessage(), e);
    } catch (BadTextException e) {
      throw in.problem(e.getMessage());
    } catch (EOFException e) {
      throw new IOException(in.problem(VolumeMessages.ends(next, blocks)).getMessage(), e);
    } finally {
      if (!done) {
        unpacked = null;
      }
    }
  }

  private void begin(FileBytes in) throws IOException {
    kept.clear();
    next = 0;
    packed = new PackedStream(in, start);
    unpacked = unpacking.of(packed);
    for (long left = skip; left > 0; ) {
      long skipped = unpacked.skip(left);
      if (skipped <= 0 && unpacked.read() < 0) {
        throw new EOFException();
      }
      left -= Math.max(1, skipped);
    }
  }

  private void fill(FileBytes in, byte[] bytes) throws IOException {
    for (int at = 0; at < bytes.length; ) {
      int some = unpacked.read(bytes, at, Math.min(bytes.length - at, 1 << 20));
      if (some < 0) {
        throw new EOFException();
      }
      at += some;
    }
  }

  private void keep(long block, byte[] bytes) {
    kept.put(block, bytes);
    Iterator<Long> oldest = kept.keySet().iterator();
    while (kept.size() > mostKept) {
      oldest.next();
      oldest.remove();
    }
  }
}
