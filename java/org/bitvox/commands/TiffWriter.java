// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bitvox.SliceReceiver;

/**
 * Writes an uncompressed TIFF stack slice by slice, as ImageJ does: one directory with ImageJ's
 * description first, the slices behind one another, then the directories of the other slices unless
 * the file passes 4 GB.
 */
final class TiffWriter implements SliceReceiver, AutoCloseable {
  private static final long LARGEST_OFFSET = 0xffffffffL;

  private final FileChannel channel;
  private final TiffHeader header;
  private final ByteBuffer slice;
  private int largest;

  /**
   * Begins a stack.
   *
   * @param lut red, green and blue of 256 entries each, or null for grey
   */
  TiffWriter(Path path, int width, int height, int depth, int bits, Calibration scale, byte[][] lut)
      throws IOException {
    header = new TiffHeader(width, height, depth, bits, scale, lut);
    slice = ByteBuffer.allocateDirect(header.sliceBytes()).order(ByteOrder.LITTLE_ENDIAN);
    channel = FileChannel.open(path, StandardOpenOption.WRITE);
  }

  /** Writes slice z of an 8-bit stack. */
  void write(int z, byte[] pixels) throws IOException {
    slice.clear();
    slice.put(pixels).flip();
    writeSlice(z);
    largest = 255;
  }

  /** Writes slice z of a 16-bit stack. */
  @Override
  public void accept(int z, short[] pixels) {
    slice.clear();
    slice.asShortBuffer().put(pixels);
    try {
      writeSlice(z);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (short pixel : pixels) {
      largest = Math.max(largest, pixel & 0xffff);
    }
  }

  private void writeSlice(int z) throws IOException {
    writeFully(slice, header.offset(z));
  }

  /** Writes the directories: the stack is complete. */
  void finish() throws IOException {
    writeFully(header.first(largest), 0);
    if (header.end() <= LARGEST_OFFSET) {
      for (int z = 1; z < header.depth(); z++) {
        writeFully(header.other(z), header.directory(z));
      }
    }
  }

  private void writeFully(ByteBuffer buffer, long position) throws IOException {
    long at = position;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
