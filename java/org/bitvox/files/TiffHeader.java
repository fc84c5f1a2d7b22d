// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.awt.image.IndexColorModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/** The directories of a TIFF stack, little-endian, and where everything is in the file. */
final class TiffHeader {
  /** The pixels begin at a multiple of this. */
  private static final int ALIGNMENT = 4096;

  private static final int MOST_ENTRIES = 18;

  private static final int FIRST_DIRECTORY = 8;
  private static final int ENTRY_BYTES = 12;
  private static final int OTHER_ENTRIES = 10;

  private static final int BYTE = 1;
  private static final int SHORT = 3;
  private static final int LONG = 4;
  private static final int RATIONAL = 5;
  private static final int ASCII = 2;

  private final StackFormat format;
  private final int slices;
  private final int samples; // of a pixel
  private final int bits; // of a sample
  private final Calibration scale;

  private final ImageText text;

  /** Where the pixels begin: behind the first directory and all that it refers to. */
  private final int data;

  private ByteBuffer out;
  private int extra;
  private int bitsOfAll; // where they are, of several samples

  /** A directory of a slice but the first; they differ in the place of a strip and of the next. */
  private ByteBuffer other;

  private int otherStrip;

  TiffHeader(StackFormat format) {
    this(format, new TiffText(format));
  }

  TiffHeader(StackFormat format, ImageText text) {
    if (sampleFormat(format.type) == 0) {
      throw new IllegalArgumentException(Messages.notOfImageJ(format.type));
    }
    this.format = format;
    this.text = text;
    slices = format.slices();
    samples = format.type == PixelType.RGB ? 3 : 1;
    bits = 8 * format.type.bytes / samples;
    scale = format.calibration();
    int colours = format.colours() == null ? 0 : 2 * 3 * 256;
    int[] blocks = TiffLooks.lengths(looks(0, 0));
    int looks = 4 * blocks.length + IntStream.of(blocks).sum() + 2;
    int most =
        FIRST_DIRECTORY + 6 + MOST_ENTRIES * ENTRY_BYTES + text.most() + 28 + colours + looks;
    data = (most + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Where a slice begins. */
  long offset(int slice) {
    return data + slice * format.sliceBytes();
  }

  /** Where the directory of a slice begins. */
  long directory(int slice) {
    long even = offset(slices) + (offset(slices) & 1);
    return slice == 0 ? FIRST_DIRECTORY : even + (long) (slice - 1) * otherBytes();
  }

  /** Where the file ends, if every slice has a directory. */
  long end() {
    return directory(slices);
  }

  /** What lies before the pixels; smallest and largest are the display range. */
  ByteBuffer first(double smallest, double largest) {
    byte[] description = text.of(smallest, largest).getBytes(StandardCharsets.US_ASCII);
    IndexColorModel lut = format.colours();
    Looks looks = looks(smallest, largest);
    int[] blocks = TiffLooks.lengths(looks);
    int entries = otherEntries() + 1 + (scale.scaled() ? 3 : 0) + (lut == null ? 0 : 1);
    entries += blocks.length > 0 ? 2 : 0;
    begin(data);
    out.put(new byte[] {'I', 'I', 42, 0}).putInt(FIRST_DIRECTORY).putShort((short) entries);
    extra = FIRST_DIRECTORY + 2 + entries * ENTRY_BYTES + 4;
    if (samples > 1) {
      bitsOfAll = put(new byte[] {8, 0, 8, 0, 8, 0});
    }
    sizes();
    blackOrWhite();
    entry(270, ASCII, description.length + 1, put(description, new byte[1]));
    strips(0);
    if (scale.scaled()) {
      entry(282, RATIONAL, 1, put(rational(1 / scale.pixelWidth)));
      entry(283, RATIONAL, 1, put(rational(1 / scale.pixelHeight)));
      entry(296, SHORT, 1, 1); // the description has the unit
    }
    if (lut != null) {
      entry(320, SHORT, 768, put(colours(lut)));
    }
    sampleFormat();
    if (blocks.length > 0) {
      ByteBuffer lengths = ByteBuffer.allocate(4 * blocks.length).order(out.order());
      lengths.asIntBuffer().put(blocks);
      byte[] bytes = TiffLooks.blocks(looks, out.order());
      entry(50838, LONG, blocks.length, put(lengths.array()));
      entry(50839, BYTE, bytes.length, put(bytes));
    }
    boolean more = slices > 1 && end() <= 0xffffffffL;
    out.putInt(more ? (int) directory(1) : 0);
    out.position(0);
    return out;
  }

  /** The directory of a slice, from 1; valid until the next one is asked for. */
  ByteBuffer other(int slice) {
    if (other == null) {
      begin(otherBytes());
      out.putShort((short) otherEntries());
      sizes();
      blackOrWhite();
      otherStrip = out.position() + ENTRY_BYTES - 4;
      strips(slice);
      sampleFormat();
      other = out;
    }
    other.clear();
    other.putInt(otherStrip, (int) offset(slice));
    other.putInt(otherBytes() - 4, slice + 1 < slices ? (int) directory(slice + 1) : 0);
    return other;
  }

  /** Where the range of values is the same for all channels, it is known at the end. */
  private Looks looks(double smallest, double largest) {
    return format.looks() == null && format.hasOneRange()
        ? Looks.ofColours(smallest, largest)
        : format.looks();
  }

  private int otherEntries() {
    return OTHER_ENTRIES + (sampleFormat(format.type) > 1 ? 1 : 0);
  }

  private int otherBytes() {
    return 2 + otherEntries() * ENTRY_BYTES + 4;
  }

  private void sampleFormat() {
    if (sampleFormat(format.type) > 1) {
      entry(339, SHORT, 1, sampleFormat(format.type));
    }
  }

  /** 1 for values without a sign, 2 with one, 3 for floats; 0 for what ImageJ reads wrong. */
  private static int sampleFormat(PixelType type) {
    switch (type) {
      case UINT8:
      case UINT16:
      case RGB:
        return 1;
      case INT16:
        return 2;
      case FLOAT32:
      case FLOAT64:
        return 3;
      default:
        return 0;
    }
  }

  private void begin(int bytes) {
    out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void sizes() {
    entry(254, LONG, 1, 0);
    entry(256, LONG, 1, format.width);
    entry(257, LONG, 1, format.height);
    entry(258, SHORT, samples, samples == 1 ? bits : bitsOfAll);
    entry(259, SHORT, 1, 1); // not compressed
  }

  private void blackOrWhite() {
    // What 0 is: 0 for white, 1 for black; 2 for colours.
    entry(262, SHORT, 1, samples > 1 ? 2 : format.invertedLut() ? 0 : 1);
  }

  private void strips(int slice) {
    entry(273, LONG, 1, (int) offset(slice));
    entry(277, SHORT, 1, samples);
    entry(278, LONG, 1, format.height);
    long bytes = format.sliceBytes();
    entry(279, LONG, 1, bytes > 0xffffffffL ? 0 : (int) bytes); // unsigned; 0 as ImageJ does it
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

  /** All reds, greens and blues, of two bytes each. */
  private static byte[] colours(IndexColorModel lut) {
    byte[] entries = new byte[3 * 256];
    for (int i = 0; i < 256; i++) {
      entries[i] = (byte) lut.getRed(i);
      entries[256 + i] = (byte) lut.getGreen(i);
      entries[512 + i] = (byte) lut.getBlue(i);
    }
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
