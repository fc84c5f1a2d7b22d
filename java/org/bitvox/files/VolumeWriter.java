// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.bitvox.ProgressListener;

/** Writes a header and behind it the slices of each channel and frame, the frames the faster. */
final class VolumeWriter extends SliceWriter {
  private final int headerBytes;

  VolumeWriter(ByteSink sink, StackFormat format, byte[] header, ProgressListener listener)
      throws IOException {
    super(sink, format, listener);
    headerBytes = header.length;
    writeFully(ByteBuffer.wrap(header), 0);
  }

  @Override
  long offset(int slice) {
    int channel = slice % format.channels();
    int z = slice / format.channels() % format.depth;
    long frame = slice / format.channels() / format.depth;
    long volume = (long) channel * format.frames() + frame;
    return headerBytes + (volume * format.depth + z) * format.sliceBytes();
  }

  @Override
  void finish() {}
}
