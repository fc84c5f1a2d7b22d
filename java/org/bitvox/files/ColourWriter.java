// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** Writes RGB pixels as three channels of bytes, for formats in which values have one colour. */
final class ColourWriter extends SliceWriter {
  private static final int COLOURS = 3;

  private final SliceWriter writer;

  /** The writer has the format of the channels. */
  ColourWriter(SliceWriter writer) {
    super(writer);
    this.writer = writer;
  }

  /** The same with three channels in place of RGB pixels. */
  static StackFormat channels(StackFormat format) {
    return format.of(PixelType.UINT8).channels(COLOURS).composite();
  }

  @Override
  void write(int slice, Object pixels) throws IOException {
    int[] colours = (int[]) pixels;
    for (int channel = 0; channel < COLOURS; channel++) {
      int shift = Byte.SIZE * (COLOURS - 1 - channel);
      byte[] values = new byte[colours.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = (byte) (colours[i] >> shift);
      }
      writer.write(slice * COLOURS + channel, values);
    }
  }

  @Override
  long offset(int slice) {
    return writer.offset(slice * COLOURS);
  }

  @Override
  void finish() throws IOException {
    writer.finish();
  }
}
