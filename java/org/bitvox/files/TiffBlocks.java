// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Arrays;

/**
 * Where the strips or tiles of a page are. Of pixels that are not packed the layout says how many
 * bytes they have, as other programs leave out their number, or give 0 or one that is rounded.
 */
final class TiffBlocks {
  /** To a multiple of which programs fill up. */
  private static final long LARGEST_PADDING = 4096;

  final long[] offsets;
  final long[] counts;

  private TiffBlocks(long[] offsets, long[] counts) {
    this.offsets = offsets;
    this.counts = counts;
  }

  static TiffBlocks of(TiffDirectory page, TiffLayout layout, TiffTag offsetsTag)
      throws IOException {
    long blocks = layout.blocks();
    long[] offsets = list(page, offsetsTag, blocks);
    boolean ofTiles = layout.tiled && page.has(TiffTag.TILE_BYTE_COUNTS);
    TiffTag countsTag = ofTiles ? TiffTag.TILE_BYTE_COUNTS : TiffTag.STRIP_BYTE_COUNTS;
    boolean plain = layout.packing == Packing.NONE;
    long[] counts =
        plain && !page.has(countsTag)
            ? new long[offsets.length]
            : list(page, countsTag, offsets.length);
    if (plain) {
      boolean told = page.has(countsTag);
      long[] ordered = null;
      for (int block = 0; block < counts.length; block++) {
        boolean zeros = told && offsets[block] == 0 && counts[block] == 0;
        if (!zeros && counts[block] != layout.neededBytes(block)) {
          ordered = ordered == null ? Arrays.stream(offsets).sorted().toArray() : ordered;
          counts[block] = count(page, layout, block, counts[block], offsets[block], ordered);
        }
      }
    }
    return new TiffBlocks(offsets, counts);
  }

  /** One for each strip or tile; there may be one more. */
  private static long[] list(TiffDirectory page, TiffTag tag, long count) throws IOException {
    boolean more = page.entry(tag).count() == count + 1;
    return Arrays.copyOf(page.numbers(tag, more ? count + 1 : count), (int) count);
  }

  /** That are read, where they are certain. */
  private static long count(
      TiffDirectory page, TiffLayout layout, int block, long told, long offset, long[] ordered)
      throws IOException {
    long needed = layout.neededBytes(block);
    boolean full = told == layout.fullBytes();
    boolean nearly = Math.abs(told - needed) < layout.blockRowBytes();
    boolean padded = told > needed && told - needed < LARGEST_PADDING && isRound(told);
    boolean certain = full || padded || (nearly || told == 0) && isFree(offset, needed, ordered);
    if (!certain) {
      String name = TiffBlockMessages.block(layout.tiled, block, page.page);
      throw page.in.problem(TiffBlockMessages.bytes(name, told, needed));
    }
    return needed;
  }

  private static boolean isRound(long bytes) {
    return bytes % 16 == 0;
  }

  /** Whether no other strip or tile of the page begins there. */
  private static boolean isFree(long offset, long needed, long[] ordered) {
    int place = Arrays.binarySearch(ordered, offset + 1);
    int next = place >= 0 ? place : -place - 1;
    return next == ordered.length || ordered[next] - offset >= needed;
  }
}
