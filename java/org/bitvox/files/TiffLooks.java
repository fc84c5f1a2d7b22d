// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Lookup tables and display ranges of channels as ImageJ keeps them: in a tag with blocks of bytes,
 * the first of which says what the others are, and one with their lengths.
 */
final class TiffLooks {
  private static final int MAGIC = 0x494a494a; // "IJIJ"
  private static final int RANGES = 0x72616e67; // "rang"
  private static final int TABLES = 0x6c757473; // "luts"
  private static final int TABLE_BYTES = 768;
  private static final int MOST_BYTES = 1 << 20; // of what comes before and of the looks
  private static final int MOST_BLOCKS = 1 << 16;

  private TiffLooks() {}

  /** Of a file's first page; where that does not have them, ImageJ's own. */
  static Looks read(TiffDirectory page, TiffDescription description, int channels)
      throws IOException {
    String mode = description.word("mode");
    boolean told = page.has(TiffTag.METADATA) && page.has(TiffTag.METADATA_BYTE_COUNTS);
    long blocks = told ? page.entry(TiffTag.METADATA_BYTE_COUNTS).count() : 0;
    if (blocks == 0 || blocks > MOST_BLOCKS) {
      return Looks.of(null, null, mode);
    }
    long[] lengths = page.entry(TiffTag.METADATA_BYTE_COUNTS).numbers();
    byte[] bytes = page.entry(TiffTag.METADATA).text(MOST_BYTES);
    return read(ByteBuffer.wrap(bytes).order(page.form.order), lengths, mode, channels);
  }

  private static Looks read(ByteBuffer bytes, long[] lengths, String mode, int channels) {
    byte[][] tables = new byte[channels][];
    double[] ranges = null;
    int found = 0;
    long at = lengths[0];
    int block = 1;
    boolean ours = at >= 12 && at <= bytes.limit() && bytes.getInt(0) == MAGIC;
    for (int head = 4; ours && head + 8 <= lengths[0]; head += 8) {
      int type = bytes.getInt(head);
      long count = bytes.getInt(head + 4);
      for (long i = 0; i < count && block < lengths.length; i++, block++) {
        boolean here = at <= bytes.limit() && lengths[block] <= bytes.limit() - at;
        if (here && type == RANGES && lengths[block] == 16L * channels) {
          ranges = new double[2 * channels];
          for (int k = 0; k < ranges.length; k++) {
            ranges[k] = bytes.getDouble((int) at + 8 * k);
          }
        }
        if (here && type == TABLES && lengths[block] == TABLE_BYTES && found < channels) {
          int from = (int) at;
          tables[found++] = Arrays.copyOfRange(bytes.array(), from, from + TABLE_BYTES);
        }
        at = here ? at + lengths[block] : Long.MAX_VALUE; // nor are those behind it
      }
    }
    boolean whole = ranges != null && Arrays.stream(ranges).allMatch(Double::isFinite);
    return Looks.of(found == channels ? tables : null, whole ? ranges : null, mode);
  }

  /** The lengths of the blocks; empty where nothing is to be said. */
  static int[] lengths(Looks looks) {
    if (looks == null || looks.tables == null || looks.ranges == null) {
      return new int[0];
    }
    int[] lengths = new int[2 + looks.tables.length];
    Arrays.fill(lengths, TABLE_BYTES);
    lengths[0] = 4 + 2 * 8;
    lengths[1] = 8 * looks.ranges.length;
    return lengths;
  }

  /** The blocks, of looks that have lengths. */
  static byte[] blocks(Looks looks, ByteOrder order) {
    int bytes = Arrays.stream(lengths(looks)).sum();
    ByteBuffer blocks = ByteBuffer.allocate(bytes).order(order);
    blocks.putInt(MAGIC).putInt(RANGES).putInt(1).putInt(TABLES).putInt(looks.tables.length);
    for (double end : looks.ranges) {
      blocks.putDouble(end);
    }
    for (byte[] table : looks.tables) {
      blocks.put(table);
    }
    return blocks.array();
  }
}
