// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads one value of each pixel of a page, or all of them, strip by strip or tile by tile. */
final class TiffPixels {
  /** Of pixels that one thread unpacks faster than others begin. */
  private static final long FEW_BYTES = 1 << 18;

  private final FileBytes in;
  private final TiffPage page;
  private final TiffLayout layout;
  private final SliceTarget target;
  private final int sample;

  /** Of each pixel: one, or all that lie together. */
  private final int values;

  /** The strips or tiles that have the value, from first on. */
  private final int first;

  private final int end;
  private final AtomicInteger next;

  private TiffPixels(FileBytes in, TiffPage page, int sample, int values, SliceTarget target) {
    this.in = in;
    this.page = page;
    this.target = target;
    this.sample = sample;
    this.values = values;
    layout = page.layout;
    int blocks = (int) layout.planeBlocks();
    first = layout.planar ? sample * blocks : 0;
    end = first + blocks;
    next = new AtomicInteger(first);
  }

  /** Gives value number sample, from 0, of all pixels to the target. */
  static void read(FileBytes in, TiffPage page, int sample, SliceTarget target, PlainPixels plain)
      throws IOException {
    TiffPixels reading = new TiffPixels(in, page, sample, 1, target);
    if (page.layout.plain()) {
      reading.copy(plain);
    } else {
      reading.unpackAll();
    }
  }

  /** Gives all values of each pixel, which lie together, to the target. */
  static void readTogether(FileBytes in, TiffPage page, SliceTarget target) throws IOException {
    new TiffPixels(in, page, 0, page.layout.samples, target).unpackAll();
  }

  private void copy(PlainPixels plain) throws IOException {
    for (int strip = first; strip < end; strip++) {
      int at = layout.firstRow(strip) * layout.width;
      if (page.isZeros(strip)) {
        target.zeros(at, layout.rows(strip) * layout.width);
      } else {
        target.read(in, page.offsets[strip], at, layout.rows(strip) * layout.width, plain);
      }
    }
  }

  private void unpackAll() throws IOException {
    boolean few = layout.fullBytes() * (end - first) <= FEW_BYTES;
    Crew.run(few ? 1 : Math.min(target.threads, end - first), "Bitvox unpacker", crew -> unpack());
  }

  private void unpack() throws IOException {
    byte[] packed = new byte[(int) page.longest()];
    byte[] bytes = new byte[(int) layout.fullBytes()];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(page.form.order);
    try (BlockDecoder decoder = layout.packing.decoder(layout)) {
      for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
        if (page.isZeros(i)) {
          zeros(i);
          continue;
        }
        int length = (int) page.counts[i];
        in.read(page.offsets[i], ByteBuffer.wrap(packed, 0, length));
        if (layout.reversed) {
          reverseBits(packed, length);
        }
        try {
          decoder.decode(packed, length, bytes, (int) layout.neededBytes(i), bytes.length);
        } catch (DamagedBlock e) {
          throw in.problem(TiffBlockMessages.damaged(page.name(i), e.getMessage()));
        }
        place(block, i);
      }
    }
  }

  private void zeros(int i) {
    int at = layout.firstRow(i) * layout.width + layout.firstColumn(i);
    for (int y = 0; y < layout.rows(i); y++) {
      target.zeros(values * (at + y * layout.width), values * layout.columns(i));
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
    int samples = layout.together();
    if (layout.predictor != Predictor.NONE) {
      int inRow = (int) layout.blockWidth * samples;
      Predictor.undo(layout.predictor, block, inRow, rows, layout.type.bits / 8, samples);
    }
    int at = layout.firstRow(i) * layout.width + layout.firstColumn(i);
    for (int y = 0; y < rows; y++) {
      if (samples > values) {
        gather(block.array(), y * rowBytes, columns, samples);
      }
      block.position(y * rowBytes);
      target.put(block, values * (at + y * layout.width), values * columns);
    }
  }

  /** Puts the values of a row that are read, which lie among others, behind one another. */
  private void gather(byte[] bytes, int row, int columns, int samples) {
    int size = layout.type.bits / 8;
    for (int x = 0; x < columns; x++) {
      int from = row + (x * samples + sample) * size;
      for (int b = 0; b < size; b++) {
        bytes[row + x * size + b] = bytes[from + b];
      }
    }
  }
}
