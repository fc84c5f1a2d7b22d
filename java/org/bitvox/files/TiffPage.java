// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** A page: its layout and where its strips or tiles are. */
final class TiffPage {
  /** That a Java array can have. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

  private final int number;
  final TiffLayout layout;
  final TiffForm form;
  private final FileBytes in;
  private final TiffTag offsetsTag;

  /** Of every strip or tile: where it begins, and its bytes in the file. */
  final long[] offsets;

  final long[] counts;

  private TiffPage(TiffDirectory directory) throws IOException {
    number = directory.page;
    form = directory.form;
    in = directory.in;
    layout = TiffLayout.of(directory);
    offsetsTag = layout.tiled ? TiffTag.TILE_OFFSETS : TiffTag.STRIP_OFFSETS;
    offsets = directory.numbers(offsetsTag, layout.blocks());
    counts = counts(directory);
    for (int block = 0; block < counts.length; block++) {
      check(block);
      checkPlace(block, directory);
    }
  }

  /** Reads the tags and sees whether what they say can be. */
  static TiffPage of(TiffDirectory directory) throws IOException {
    return new TiffPage(directory);
  }

  private long[] counts(TiffDirectory directory) throws IOException {
    TiffTag tag = layout.tiled ? TiffTag.TILE_BYTE_COUNTS : TiffTag.STRIP_BYTE_COUNTS;
    boolean known = layout.plain() && offsets.length == 1;
    long[] counts =
        known && !directory.has(tag) ? new long[1] : directory.numbers(tag, offsets.length);
    boolean cannotBeWritten = layout.sliceBytes() > 0xffffffffL; // ImageJ writes 0 then
    if (known && counts[0] == 0 && (cannotBeWritten || !directory.has(tag))) {
      counts[0] = layout.sliceBytes();
    }
    return counts;
  }

  private void check(int block) throws IOException {
    long needed = layout.neededBytes(block);
    long full = layout.fullBytes();
    boolean possible =
        layout.packing == Packing.NONE
            ? counts[block] == needed || counts[block] == full
            : layout.packing.most(counts[block]) >= needed;
    if (!possible) {
      throw in.problem(TiffMessages.bytes(name(block), counts[block], needed));
    }
    if (!layout.plain() && Math.max(counts[block], full) > MOST_BYTES) {
      throw in.problem(TiffMessages.blockTooLarge(name(block), Math.max(counts[block], full)));
    }
  }

  /**
   * It may lie neither over the header nor over the page's own directory. Of pixels that are not
   * packed those count that are read: the last strip may be said to be full.
   */
  private void checkPlace(int block, TiffDirectory directory) throws IOException {
    long start = offsets[block];
    if (start < form.headerBytes()) {
      throw in.problem(TiffMessages.inHeader(offsetsTag, name(block)));
    }
    boolean packed = layout.packing != Packing.NONE;
    long bytes = packed ? counts[block] : Math.min(counts[block], layout.neededBytes(block));
    if (start < directory.at + directory.bytes && directory.at - start < bytes) {
      throw in.problem(TiffMessages.overDirectory(offsetsTag, name(block)));
    }
  }

  /** What a strip or tile is called in messages. */
  String name(int block) {
    return TiffMessages.block(layout.tiled, block, number);
  }

  /** Whether all strips or tiles end within the file. */
  boolean complete() {
    for (int block = 0; block < counts.length; block++) {
      if (!in.holds(offsets[block], counts[block])) {
        return false;
      }
    }
    return true;
  }

  /** Of all strips or tiles in the file. */
  long bytes() {
    long bytes = 0;
    for (long count : counts) {
      bytes += count;
    }
    return bytes;
  }

  /** Of the longest strip or tile in the file. */
  long longest() {
    long longest = 0;
    for (long count : counts) {
      longest = Math.max(longest, count);
    }
    return longest;
  }

  /** Whether the pixels lie in the file as they are, one after another. */
  boolean contiguous() {
    for (int block = 1; block < counts.length; block++) {
      if (offsets[block] != offsets[block - 1] + counts[block - 1]) {
        return false;
      }
    }
    return layout.plain();
  }

  /** Bytes of Java heap that reading the page takes. */
  long heap() {
    long slice = layout.type.heap(layout.pixels());
    return layout.plain() ? slice : slice + layout.fullBytes() + longest();
  }
}
