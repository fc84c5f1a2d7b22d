// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.Deflater;

/** Packs strips and tiles for the tests, written after the specification alone. */
final class TiffPacker {
  private TiffPacker() {}

  static byte[] pack(int compression, byte[] bytes) {
    switch (compression) {
      case 1:
        return bytes;
      case 5:
        return new Lzw().pack(bytes);
      case 32773:
        return packBits(bytes);
      default:
        return deflate(bytes);
    }
  }

  static byte[] deflate(byte[] bytes) {
    Deflater deflater = new Deflater();
    deflater.setInput(bytes);
    deflater.finish();
    byte[] out = new byte[bytes.length * 2 + 100];
    int length = deflater.deflate(out);
    deflater.end();
    return Arrays.copyOf(out, length);
  }

  static byte[] packBits(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; ) {
      int run = 1;
      while (i + run < bytes.length && run < 128 && bytes[i + run] == bytes[i]) {
        run++;
      }
      if (run > 1) {
        out.write(1 - run);
        out.write(bytes[i]);
      } else {
        while (i + run < bytes.length && run < 128 && bytes[i + run] != bytes[i + run - 1]) {
          run++;
        }
        out.write(run - 1);
        out.write(bytes, i, run);
      }
      i += run;
    }
    return out.toByteArray();
  }

  /** The encoder of TIFF 6.0, section 13. */
  static final class Lzw {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Integer, Integer> table = new HashMap<>();
    private long bits;
    private int bitCount;
    private int width = 9;
    private int next = 258;

    byte[] pack(byte[] bytes) {
      write(256);
      int string = -1;
      for (byte b : bytes) {
        int value = b & 255;
        Integer longer = string < 0 ? Integer.valueOf(value) : table.get(string << 8 | value);
        if (longer != null) {
          string = longer;
          continue;
        }
        write(string);
        table.put(string << 8 | value, next++);
        width = next > 2047 ? 12 : next > 1023 ? 11 : next > 511 ? 10 : 9;
        if (next == 4095) {
          write(256);
          table.clear();
          next = 258;
          width = 9;
        }
        string = value;
      }
      if (string >= 0) {
        write(string);
        next++;
        width = next > 2047 ? 12 : next > 1023 ? 11 : next > 511 ? 10 : 9;
      }
      write(257);
      if (bitCount > 0) {
        out.write((int) (bits << (8 - bitCount)));
      }
      return out.toByteArray();
    }

    private void write(int code) {
      bits = bits << width | code;
      bitCount += width;
      while (bitCount >= 8) {
        bitCount -= 8;
        out.write((int) (bits >>> bitCount));
      }
    }
  }
}
