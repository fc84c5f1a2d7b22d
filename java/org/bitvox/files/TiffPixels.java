// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the pixels of a page, strip by strip or tile by tile. */
final class TiffPixels {
  private final FileBytes in;
  private final TiffPage page;
  private final TiffLayout layout;
  private final SliceTarget target;

  private TiffPixels(FileBytes in, TiffPage page, SliceTarget target) {
    this.in = in;
    this.page = page;
    layout = page.layout;
    this.target = target;
  }

  /** Gives all to the target. */
  static void read(FileBytes in, TiffPage page, SliceTarget target, PlainPixels plain)
      throws IOException {
    TiffPixels reading = new TiffPixels(in, page, target);
    if (page.layout.plain()) {
      reading.copy(plain);
    } else {
      reading.unpack();
    }
  }

  private void copy(PlainPixels plain) throws IOException {
    for (int strip = 0; strip < page.offsets.length; strip++) {
      int first = layout.firstRow(strip) * layout.width;
      target.read(in, page.offsets[strip], first, layout.rows(strip) * layout.width, plain);
    }
  }

  private void unpack() throws IOException {
    byte[] packed = new byte[(int) page.longest()];
    byte[] bytes = new byte[(int) layout.fullBytes()];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(page.form.order);
    try (BlockDecoder decoder = layout.packing.decoder()) {
      for (int i = 0; i < page.offsets.length; i++) {
        int length = (int) page.counts[i];
        in.read(page.offsets[i], ByteBuffer.wrap(packed, 0, length));
        if (layout.reversed) {
          reverseBits(packed, length);
        }
        try {
          decoder.decode(packed, length, bytes, (int) layout.neededBytes(i), bytes.length);
        } catch (DamagedBlock e) {
          throw in.problem(TiffMessages.damaged(page.name(i), e.getMessage()));
        }
        place(block, i);
      }
    }
  }

  private static void reverseBits(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (Integer.reverse(bytes[i]) >>> 24);
    }
  }

  private void place(ByteBuffer block, int i) {
    int rows = layout.rows(i);
    int columns = layout.columns(i);
    int rowBytes = (int) layout.blockRowBytes();
    if (layout.predictor != Predictor.NONE) {
      Predictor.undo(layout.predictor, block, (int) layout.blockWidth, rows, layout.type.bits / 8);
    }
    int at = layout.firstRow(i) * layout.width + layout.firstColumn(i);
    for (int y = 0; y < rows; y++) {
      block.position(y * rowBytes);
      target.put(block, at + y * layout.width, columns);
    }
  }
}
