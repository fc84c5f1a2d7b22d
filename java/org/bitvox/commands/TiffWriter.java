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
import org.bitvox.GreySliceReceiver;
import org.bitvox.SliceReceiver;

/**
 * Writes an uncompressed TIFF stack slice by slice, as ImageJ does: one directory with ImageJ's
 * description first, the slices behind one another, then the directories of the other slices unless
 * the file passes 4 GB.
 */
final class TiffWriter implements SliceReceiver, AutoCloseable {
  private static final long LARGEST_OFFSET = 0xffffffffL;
  private static final int BAND_BYTES = 1 << 20;

  private final FileChannel channel;
  private final TiffHeader header;
  private final ByteBuffer band;
  private double smallest;
  private double largest;

  /**
   * Begins a stack.
   *
   * @param lut red, green and blue of 256 entries each, or null for grey
   */
  TiffWriter(Path path, int width, int height, int depth, int bits, Calibration scale, byte[][] lut)
      throws IOException {
    header = new TiffHeader(width, height, depth, bits, scale, lut);
    band = ByteBuffer.allocateDirect(BAND_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    channel = FileChannel.open(path, StandardOpenOption.WRITE);
  }

  /** Writes slice z of an 8-bit stack. */
  void write(int z, byte[] pixels) throws IOException {
    for (int from = 0; from < pixels.length; from += BAND_BYTES) {
      band.clear();
      band.put(pixels, from, Math.min(BAND_BYTES, pixels.length - from)).flip();
      writeFully(band, header.offset(z) + from);
    }
    largest = 255;
  }

  /** Writes slice z of a 16-bit stack. */
  @Override
  public void accept(int z, short[] pixels) {
    int most = BAND_BYTES / Short.BYTES;
    for (int from = 0; from < pixels.length; from += most) {
      int length = Math.min(most, pixels.length - from);
      band.clear();
      band.asShortBuffer().put(pixels, from, length);
      band.limit(length * Short.BYTES);
      try {
        writeFully(band, header.offset(z) + (long) from * Short.BYTES);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    for (short pixel : pixels) {
      largest = Math.max(largest, pixel & 0xffff);
    }
  }

  /** Writes slice z of a 32-bit stack; the display range is that of the finite values. */
  void write(int z, float[] pixels) throws IOException {
    int most = BAND_BYTES / Float.BYTES;
    for (int from = 0; from < pixels.length; from += most) {
      int length = Math.min(most, pixels.length - from);
      band.clear();
      band.asFloatBuffer().put(pixels, from, length);
      band.limit(length * Float.BYTES);
      writeFully(band, header.offset(z) + (long) from * Float.BYTES);
    }
    for (float pixel : pixels) {
      if (!Float.isInfinite(pixel) && !Float.isNaN(pixel)) {
        smallest = Math.min(smallest, pixel);
        largest = Math.max(largest, pixel);
      }
    }
  }

  /** Writes slice z of a stack of the pixels' type: byte[], short[] or float[]. */
  void writePixels(int z, Object pixels) throws IOException {
    if (pixels instanceof byte[]) {
      write(z, (byte[]) pixels);
    } else if (pixels instanceof short[]) {
      accept(z, (short[]) pixels);
    } else {
      write(z, (float[]) pixels);
    }
  }

  /**
   * Writes the slices that an operation hands over.
   *
   * @param also gets them too, or null
   */
  GreySliceReceiver receiver(GreySliceReceiver also) {
    return (z, pixels) -> {
      try {
        writePixels(z, pixels);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (also != null) {
        also.accept(z, pixels);
      }
    };
  }

  /** Writes the directories: the stack is complete. */
  void finish() throws IOException {
    writeFully(header.first(smallest, largest), 0);
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
