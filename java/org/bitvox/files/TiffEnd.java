// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Tells files that are cut off from those whose last directory has an offset that leads nowhere, as
 * some programs write it.
 */
final class TiffEnd {
  private static final int PIECE = 1 << 16;

  private TiffEnd() {}

  /** Whether no slice can be missing where the next directory should be. */
  static boolean isCertain(FileBytes in, TiffPages pages, TiffSeries series) throws IOException {
    long known = pages.directoryBytes();
    long most = 0;
    for (int number : series.pages()) {
      TiffDirectory directory = pages.directory(in, number);
      TiffPage page = TiffPage.of(directory);
      known += page.bytes();
      if (known > in.size()) { // pages share strips, and nothing is certain
        return false;
      }
      most = Math.max(most, page.bytes() + directory.bytes);
    }
    if (pages.isEmptyDirectory()) {
      return isZeros(in, pages.missing());
    }
    boolean allKnown = in.size() - known < most;
    boolean farAway = pages.missing() < 0 || pages.missing() - in.size() > 2 * most;
    return allKnown && farAway;
  }

  private static boolean isZeros(FileBytes in, long from) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE);
    for (long at = from; at < in.size(); at += PIECE) {
      piece.clear();
      piece.limit((int) Math.min(PIECE, in.size() - at));
      in.read(at, piece);
      piece.flip();
      while (piece.hasRemaining()) {
        if (piece.get() != 0) {
          return false;
        }
      }
    }
    return true;
  }
}
