// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.bitvox.ProgressListener;

/** Writes a MetaImage file, in which the values of a voxel lie side by side. */
final class MetaWriter extends SliceWriter {
  private final int headerBytes;
  private final Map<Integer, Object[]> begun = new HashMap<>();

  MetaWriter(ByteSink sink, StackFormat format, byte[] header, ProgressListener listener)
      throws IOException {
    super(sink, format, listener);
    headerBytes = header.length;
    writeFully(ByteBuffer.wrap(header), 0);
  }

  /** A slice of several channels is written when the last of them has come. */
  @Override
  void write(int slice, Object pixels) throws IOException {
    int channels = format.channels();
    if (channels == 1) {
      super.write(slice, pixels);
      return;
    }
    int place = slice / channels;
    Object[] all = begun.computeIfAbsent(place, z -> new Object[channels]);
    all[slice % channels] = pixels;
    for (Object channel : all) {
      if (channel == null) {
        return;
      }
    }
    begun.remove(place);
    together(place, all);
  }

  private void together(int place, Object[] all) throws IOException {
    int bytes = format.type.bytes;
    int step = bytes * all.length;
    long start = headerBytes + place * format.sliceBytes() * all.length;
    ByteBuffer one = ByteBuffer.allocate(bytes * format.width).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer row = ByteBuffer.allocate(step * format.width);
    for (int y = 0; y < format.height; y++) {
      row.clear();
      for (int channel = 0; channel < all.length; channel++) {
        one.clear();
        format.type.put(one, all[channel], y * format.width, format.width);
        for (int i = 0; i < one.capacity(); i++) {
          row.put(i / bytes * step + channel * bytes + i % bytes, one.get(i));
        }
      }
      row.position(0);
      writeFully(row, start + (long) y * row.capacity());
    }
  }

  @Override
  long offset(int slice) {
    return headerBytes + slice * format.sliceBytes();
  }

  @Override
  void finish() {}
}
