// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Arrays;

/** A page: its layout and where its strips or tiles are. */
final class TiffPage {
  /** That a Java array can have. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

  private final int number;
  final TiffLayout layout;
  final TiffForm form;
  private final FileBytes in;
  private final TiffTag offsetsTag;

  /**
   * Of every strip or tile: where it begins, and its bytes in the file; both 0 if all are zeros.
   */
  final long[] offsets;

  final long[] counts;

  private TiffPage(TiffDirectory directory) throws IOException {
    number = directory.page;
    form = directory.form;
    in = directory.in;
    layout = TiffLayout.of(directory);
    boolean ofTiles = layout.tiled && directory.has(TiffTag.TILE_OFFSETS);
    offsetsTag = ofTiles ? TiffTag.TILE_OFFSETS : TiffTag.STRIP_OFFSETS;
    TiffBlocks blocks = TiffBlocks.of(directory, layout, offsetsTag);
    offsets = blocks.offsets;
    counts = blocks.counts;
    for (int block = 0; block < counts.length; block++) {
      if (!isZeros(block)) {
        check(block);
        checkPlace(block, directory);
      }
    }
  }

  /** Reads the tags and sees whether what they say can be. */
  static TiffPage of(TiffDirectory directory) throws IOException {
    return new TiffPage(directory);
  }

  /** Whether nothing of the strip or tile is in the file. */
  boolean isZeros(int block) {
    return offsets[block] == 0 && counts[block] == 0;
  }

  private void check(int block) throws IOException {
    long needed = layout.neededBytes(block);
    long full = layout.fullBytes();
    long most = layout.packing.most(counts[block], layout.blockRowBytes());
    if (layout.packing != Packing.NONE && most < needed) {
      throw in.problem(TiffBlockMessages.bytes(name(block), counts[block], needed));
    }
    if (!layout.plain() && Math.max(counts[block], full) > MOST_BYTES) {
      throw in.problem(TiffBlockMessages.blockTooLarge(name(block), Math.max(counts[block], full)));
    }
  }

  /** It may lie neither over the header nor over the page's own directory. */
  private void checkPlace(int block, TiffDirectory directory) throws IOException {
    long start = offsets[block];
    if (start < form.headerBytes()) {
      throw in.problem(TiffBlockMessages.inHeader(offsetsTag, name(block)));
    }
    if (start < directory.at + directory.bytes && directory.at - start < counts[block]) {
      throw in.problem(TiffBlockMessages.overDirectory(offsetsTag, name(block)));
    }
  }

  /** What a strip or tile is called in messages. */
  String name(int block) {
    return TiffBlockMessages.block(layout.tiled, block, number);
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
    return Arrays.stream(counts).sum();
  }

  /** Of pixels that are not in the file. */
  long zeroBytes() {
    long bytes = 0;
    for (int block = 0; block < counts.length; block++) {
      bytes += isZeros(block) ? layout.neededBytes(block) : 0;
    }
    return bytes;
  }

  /** Of the longest strip or tile in the file. */
  long longest() {
    return Arrays.stream(counts).max().orElse(0);
  }

  /** Whether the pixels lie in the file as they are, one after another. */
  boolean contiguous() {
    for (int block = 1; block < counts.length; block++) {
      if (offsets[block] != offsets[block - 1] + counts[block - 1]) {
        return false;
      }
    }
    return layout.plain() && !isZeros(0);
  }

  /** Bytes of Java heap that reading the page takes in a thread. */
  long heap() {
    long slice = layout.type.heap(layout.pixels());
    return layout.plain()
        ? slice
        : slice + layout.packing.copies * (layout.fullBytes() + longest());
  }
}
