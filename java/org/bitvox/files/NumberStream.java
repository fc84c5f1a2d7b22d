// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/** Numbers written as text, with white space or commas between them, as bytes of a type. */
final class NumberStream extends InputStream {
  private static final int LONGEST = 100;

  private final InputStream text;
  private final SampleType type;
  private final ByteBuffer value = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
  private final StringBuilder word = new StringBuilder();

  /** Makes little-endian bytes. */
  NumberStream(InputStream text, SampleType type) {
    this.text = text;
    this.type = type;
    value.limit(0);
  }

  @Override
  public int read() throws IOException {
    if (!value.hasRemaining() && !next()) {
      return -1;
    }
    return value.get() & 0xff;
  }

  /** As {@link InputStream} has it, but what is wrong behind the first byte is not passed over. */
  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    return TextStreams.read(this, to, offset, length);
  }

  private boolean next() throws IOException {
    word.setLength(0);
    for (int letter = text.read(); letter >= 0; letter = text.read()) {
      boolean between = letter <= ' ' || letter == ',';
      if (between && word.length() > 0) {
        break;
      }
      if (!between) {
        word.append((char) letter);
      }
      if (word.length() > LONGEST) {
        throw notANumber();
      }
    }
    if (word.length() == 0) {
      return false;
    }
    value.clear();
    boolean known = false;
    try {
      put(word.toString());
      known = true;
    } finally {
      value.limit(known ? value.capacity() : 0);
    }
    value.position(0);
    value.limit(type.bits / 8);
    return true;
  }

  private void put(String number) throws IOException {
    try {
      switch (type) {
        case FLOAT:
          value.putFloat(0, single(decimal(number)));
          break;
        case DOUBLE:
          value.putDouble(0, decimal(number));
          break;
        default:
          value.putLong(0, whole(number).longValue());
          break;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw notANumber();
    }
  }

  /** A number in decimal digits, or one of the words for what is none. */
  static double decimal(String number) {
    switch (number.toLowerCase(Locale.ROOT)) {
      case "nan":
      case "-nan":
        return Double.NaN;
      case "inf":
      case "+inf":
      case "infinity":
        return Double.POSITIVE_INFINITY;
      case "-inf":
      case "-infinity":
        return Double.NEGATIVE_INFINITY;
      default:
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
          throw new NumberFormatException(); // more than a double holds
        }
        return value;
    }
  }

  private static float single(double number) {
    if (Float.isInfinite((float) number) && !Double.isInfinite(number)) {
      throw new NumberFormatException(); // more than a float holds
    }
    return (float) number;
  }

  /** Of the type's range. */
  private BigInteger whole(String number) {
    BigDecimal exact = new BigDecimal(number);
    if (Math.abs((long) exact.scale()) > LONGEST) {
      throw new NumberFormatException();
    }
    BigInteger whole = exact.toBigIntegerExact();
    int bits = type.bits - (type.signed() ? 1 : 0);
    if (whole.bitLength() > bits || whole.signum() < 0 && !type.signed()) {
      throw new NumberFormatException();
    }
    return whole;
  }

  private BadTextException notANumber() {
    return new BadTextException(VolumeMessages.notANumber(word.toString(), type));
  }
}
