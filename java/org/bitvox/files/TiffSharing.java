// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bounds what pages make of a file: they may share whole strips or tiles, such as those of blank
 * slices that are stored once, but may not overlap else, and take no more than so many times what
 * the file has.
 */
final class TiffSharing {
  /** Of the file's size: all that pages take of it, and zeros that it does not have. */
  static final long MOST_TIMES = 100;

  /** Zeros are not counted against small files up to this. */
  private static final long FREE_ZEROS = 1 << 24;

  /** That a file has at least for each strip or tile, unless pages share their lists too. */
  private static final int ENTRY_BYTES = 4;

  private static final int FREE_BLOCKS = 1 << 16;

  private final FileBytes in;
  private long bytes;
  private long blocks;
  private long zeros;
  private final Map<Long, Long> places = new TreeMap<>(); // where which bytes are

  /** Directories have so many bytes. */
  TiffSharing(FileBytes in, long directoryBytes) {
    this.in = in;
    bytes = directoryBytes;
  }

  /** Takes a page into account; every strip or tile has at least one byte. */
  void add(TiffPage page) throws IOException {
    bytes += page.complete() ? page.bytes() : page.counts.length;
    blocks += page.counts.length;
    zeros += page.zeroBytes();
    long most = Math.max(1, in.size()) * MOST_TIMES;
    if (bytes > most || zeros > Math.max(FREE_ZEROS, most)) {
      throw in.problem(TiffMessages.sharing(MOST_TIMES));
    }
    if (blocks > in.size() / ENTRY_BYTES + FREE_BLOCKS) {
      throw in.problem(TiffMessages.OVERLAP);
    }
  }

  /** Whether pages take more than there is, so that some must share something. */
  boolean isNeeded() {
    return bytes > in.size();
  }

  /**
   * Takes a page into the check of what is shared.
   *
   * @throws IOException if it has another strip or tile at a place where a page has one
   */
  void place(TiffPage page) throws IOException {
    for (int block = 0; block < page.counts.length; block++) {
      if (!page.isZeros(block)) {
        Long same = places.put(page.offsets[block], page.counts[block]);
        if (same != null && same != page.counts[block]) {
          throw in.problem(TiffMessages.OVERLAP);
        }
      }
    }
  }

  /**
   * Checks the pages that were placed.
   *
   * @throws IOException if strips or tiles overlap that are not the same
   */
  void check() throws IOException {
    long end = 0;
    for (Map.Entry<Long, Long> place : places.entrySet()) {
      if (place.getKey() < end) {
        throw in.problem(TiffMessages.OVERLAP);
      }
      end = place.getKey() + place.getValue();
    }
  }
}
