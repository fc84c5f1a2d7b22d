// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import org.bitvox.ProgressListener;

/**
 * Writes an uncompressed TIFF stack slice by slice, as ImageJ does: one directory with ImageJ's
 * description first, the slices behind one another, then the directories of the other slices unless
 * the file passes 4 GB.
 */
final class TiffWriter extends SliceWriter {
  private static final long LARGEST_OFFSET = 0xffffffffL;

  private final TiffHeader header;
  private final DisplayRange range;

  /**
   * Begins a stack.
   *
   * @throws IllegalArgumentException for types that ImageJ cannot read
   */
  TiffWriter(ByteSink sink, StackFormat format, ImageText text, ProgressListener listener) {
    super(sink, format, listener);
    header = new TiffHeader(format, text);
    range = new DisplayRange(format);
  }

  @Override
  void write(int slice, Object pixels) throws IOException {
    super.write(slice, pixels);
    range.add(slice, pixels);
  }

  @Override
  long offset(int slice) {
    return header.offset(slice);
  }

  /** Writes the directories. */
  @Override
  void finish() throws IOException {
    writeFully(header.first(range.smallest(), range.largest()), 0);
    if (header.end() <= LARGEST_OFFSET) {
      for (int slice = 1; slice < format.slices(); slice++) {
        writeFully(header.other(slice), header.directory(slice));
      }
    }
  }
}
