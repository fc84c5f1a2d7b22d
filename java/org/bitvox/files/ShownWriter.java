// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;

/** Writes the values that pixels stand for. */
final class ShownWriter extends SliceWriter {
  private final ShownPixels shown;
  private final SliceWriter writer;

  /** The writer has the format of what is shown. */
  ShownWriter(ShownPixels shown, SliceWriter writer) {
    super(writer);
    this.shown = shown;
    this.writer = writer;
  }

  @Override
  void write(int slice, Object pixels) throws IOException {
    writer.write(slice, shown.of(pixels));
  }

  @Override
  long offset(int slice) {
    return writer.offset(slice);
  }

  @Override
  void finish() throws IOException {
    writer.finish();
  }
}
