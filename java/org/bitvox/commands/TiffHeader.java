// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The directories of a TIFF stack, little-endian, and where everything is in the file. */
final class TiffHeader {
  /** The first directory with all that it refers to is shorter; the pixels begin here. */
  private static final int DATA = 4096;

  private static final int FIRST_DIRECTORY = 8;
  private static final int ENTRY_BYTES = 12;
  private static final int OTHER_ENTRIES = 10;

  private static final int SHORT = 3;
  private static final int LONG = 4;
  private static final int RATIONAL = 5;
  private static final int ASCII = 2;

  private final int width;
  private final int height;
  private final int depth;
  private final int bits;
  private final Calibration scale;
  private final byte[][] lut;

  private ByteBuffer out;
  private int extra;

  TiffHeader(int width, int height, int depth, int bits, Calibration scale, byte[][] lut) {
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.bits = bits;
    this.scale = scale;
    this.lut = lut;
  }

  int depth() {
    return depth;
  }

  long sliceBytes() {
    return (long) width * height * (bits / 8);
  }

  /** Where slice z begins. */
  long offset(int z) {
    return DATA + z * sliceBytes();
  }

  /** Where the directory of slice z begins. */
  long directory(int z) {
    long even = offset(depth) + (offset(depth) & 1);
    return z == 0 ? FIRST_DIRECTORY : even + (long) (z - 1) * otherBytes();
  }

  /** Where the file ends, if every slice has a directory. */
  long end() {
    return directory(depth);
  }

  /** What lies before the pixels; smallest and largest are the display range. */
  ByteBuffer first(double smallest, double largest) {
    byte[] description = description(smallest, largest).getBytes(StandardCharsets.US_ASCII);
    int entries = otherEntries() + 1 + (scale.scaled() ? 3 : 0) + (lut == null ? 0 : 1);
    begin(DATA);
    out.put(new byte[] {'I', 'I', 42, 0}).putInt(FIRST_DIRECTORY).putShort((short) entries);
    extra = FIRST_DIRECTORY + 2 + entries * ENTRY_BYTES + 4;
    sizes();
    entry(262, SHORT, 1, 1); // 0 is black
    entry(270, ASCII, description.length + 1, put(description, new byte[1]));
    strips(0);
    if (scale.scaled()) {
      entry(282, RATIONAL, 1, put(rational(1 / scale.pixelWidth)));
      entry(283, RATIONAL, 1, put(rational(1 / scale.pixelHeight)));
      entry(296, SHORT, 1, 1); // the description has the unit
    }
    if (lut != null) {
      entry(320, SHORT, 768, put(colours(lut[0]), colours(lut[1]), colours(lut[2])));
    }
    sampleFormat();
    boolean more = depth > 1 && end() <= 0xffffffffL;
    out.putInt(more ? (int) directory(1) : 0);
    out.position(0);
    return out;
  }

  /** The directory of slice z, from 1. */
  ByteBuffer other(int z) {
    begin(otherBytes());
    out.putShort((short) otherEntries());
    sizes();
    entry(262, SHORT, 1, 1);
    strips(z);
    sampleFormat();
    out.putInt(z + 1 < depth ? (int) directory(z + 1) : 0);
    out.flip();
    return out;
  }

  private int otherEntries() {
    return OTHER_ENTRIES + (bits == 32 ? 1 : 0);
  }

  private int otherBytes() {
    return 2 + otherEntries() * ENTRY_BYTES + 4;
  }

  private void sampleFormat() {
    if (bits == 32) {
      entry(339, SHORT, 1, 3); // floating point
    }
  }

  private void begin(int bytes) {
    out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void sizes() {
    entry(254, LONG, 1, 0);
    entry(256, LONG, 1, width);
    entry(257, LONG, 1, height);
    entry(258, SHORT, 1, bits);
    entry(259, SHORT, 1, 1); // not compressed
  }

  private void strips(int z) {
    entry(273, LONG, 1, (int) offset(z));
    entry(277, SHORT, 1, 1);
    entry(278, LONG, 1, height);
    entry(279, LONG, 1, (int) sliceBytes()); // unsigned
  }

  private void entry(int tag, int type, int count, int value) {
    out.putShort((short) tag).putShort((short) type).putInt(count).putInt(value);
  }

  /** Puts what does not fit an entry behind the directory and returns where. */
  private int put(byte[]... parts) {
    int start = extra;
    ByteBuffer behind = out.duplicate();
    behind.position(start);
    for (byte[] part : parts) {
      behind.put(part);
    }
    extra = behind.position() + (behind.position() & 1);
    return start;
  }

  private String description(double smallest, double largest) {
    String stack = depth > 1 ? "images=" + depth + "\nslices=" + depth + "\n" : "";
    String unit = scale.scaled() ? "unit=" + escaped(scale.getUnit()) + "\n" : "";
    String spacing = scale.scaled() ? "spacing=" + scale.pixelDepth + "\n" : "";
    return "ImageJ=1.54p\n"
        + stack
        + unit
        + spacing
        + ("loop=false\nmin=" + smallest + "\nmax=" + largest + "\n");
  }

  /** As in Java properties, which is how ImageJ reads the description. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(
          c >= 32 && c < 127 && c != '\\'
              ? "" + c
              : String.format(Locale.ROOT, "\\u%04X", (int) c));
    }
    return escaped.toString();
  }

  private static byte[] colours(byte[] entries) {
    byte[] colours = new byte[2 * entries.length];
    for (int i = 0; i < entries.length; i++) {
      colours[2 * i] = entries[i];
      colours[2 * i + 1] = entries[i];
    }
    return colours;
  }

  /** The best fraction of two ints, by continued fractions. */
  private static byte[] rational(double value) {
    double numerator = Math.min(Math.floor(value), Integer.MAX_VALUE);
    double denominator = 1;
    double lastNumerator = 1;
    double lastDenominator = 0;
    double rest = value - numerator;
    while (Math.abs(numerator / denominator - value) > 1e-15 * value) {
      double whole = Math.floor(1 / rest);
      rest = 1 / rest - whole;
      double nextNumerator = whole * numerator + lastNumerator;
      double nextDenominator = whole * denominator + lastDenominator;
      if (!(Math.max(nextNumerator, nextDenominator) <= Integer.MAX_VALUE)) {
        break;
      }
      lastNumerator = numerator;
      lastDenominator = denominator;
      numerator = nextNumerator;
      denominator = nextDenominator;
    }
    ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.putInt((int) numerator).putInt((int) denominator).array();
  }
}
