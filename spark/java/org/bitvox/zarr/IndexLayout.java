// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.util.List;

/**
 * Where the chunks of a shard are listed.
 *
 * @param atStart else at the end of the file
 * @param codecs of the list, which do not change its size but by a checksum
 */
record IndexLayout(boolean atStart, boolean bigEndian, List<Codec> codecs) {
  /** Bytes of two numbers for each chunk. */
  static final int ENTRY = 2 * Long.BYTES;

  /** Bytes of the list of so many chunks, as it is stored. */
  int bytes(int chunks) {
    long[] sizes = ArrayLayout.sizes(codecs, (long) chunks * ENTRY);
    return (int) sizes[codecs.size()];
  }
}
