// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;

/** Values for TIFF files of every type, made from their place, and the pixels they become. */
final class TiffSample {
  private TiffSample() {}

  /** A pattern with runs and noise, the same in resources/make.py. */
  static long value(int x, int y, int z) {
    long run = (x / 5 + y / 3 + z) % 4 * 60;
    long noise = (x * 7 + y * 13L + z * 29L) * (x ^ y) % 23;
    return y % 4 == 3 ? run : run + noise;
  }

  /** The value there of a type that has no whole bytes. */
  static int bits(SampleType type, int x, int y, int z) {
    long value = value(x, y, z);
    return type == SampleType.BIT ? (value > 100 ? 1 : 0) : (int) (value * 17) & mask(type);
  }

  private static int mask(SampleType type) {
    return (1 << type.bits) - 1;
  }

  /** Appends the value at that place. */
  static void put(ByteBuffer to, SampleType type, int x, int y, int z) {
    long value = value(x, y, z);
    switch (type) {
      case BYTE:
        to.put((byte) value);
        break;
      case SIGNED_BYTE:
        to.put((byte) (value - 128));
        break;
      case HALF:
        to.putShort(half(value));
        break;
      case LONG:
        to.putLong((value - 100) << 40);
        break;
      case UNSIGNED_LONG:
        to.putLong(value << 56); // to 1.4e19
        break;
      case UNSIGNED_SHORT:
        to.putShort((short) (value * 257));
        break;
      case SIGNED_SHORT:
        to.putShort((short) (value * 257 - 32768));
        break;
      case UNSIGNED_INT:
        to.putInt((int) (value * 16843009)); // to 3.4e9
        break;
      case INT:
        to.putInt((int) (value * 16843009 - 1234567));
        break;
      case FLOAT:
        to.putFloat(floating(value));
        break;
      case DOUBLE:
        to.putDouble(value / 7.0 - 3);
        break;
      default:
        throw new IllegalArgumentException("" + type);
    }
  }

  /** Numbers from 1 to 2 and their opposites, and what is next to nothing. */
  private static short half(long value) {
    return (short) (value == 0 ? 1 : 0x3c00 + 4 * value + (value % 2 == 0 ? 0x8000 : 0));
  }

  private static float halves(long value) {
    return value == 0 ? 0x1p-24f : (1 + value / 256f) * (value % 2 == 0 ? -1 : 1);
  }

  private static float floating(long value) {
    return value == 60 ? Float.NaN : value == 61 ? Float.NEGATIVE_INFINITY : value / 7f - 3;
  }

  /** The pixels of a slice: byte[], short[] or float[]. */
  static Object pixels(SampleType type, int width, int height, int z) {
    byte[] bytes = new byte[width * height];
    short[] shorts = new short[width * height];
    float[] floats = new float[width * height];
    for (int i = 0; i < width * height; i++) {
      long value = value(i % width, i / width, z);
      int bits = type.wholeBytes() ? 0 : bits(type, i % width, i / width, z);
      bytes[i] = (byte) (type == SampleType.BIT ? -bits : type.wholeBytes() ? value : bits);
      shorts[i] = (short) (type.wholeBytes() ? value * 257 : bits);
      floats[i] = number(type, value);
    }
    return type.bitDepth == 8 ? bytes : type.bitDepth == 16 ? shorts : floats;
  }

  private static float number(SampleType type, long value) {
    switch (type) {
      case INT:
        return (int) (value * 16843009 - 1234567);
      case UNSIGNED_INT:
        return value * 16843009;
      case LONG:
        return (value - 100) * 0x1p40f;
      case UNSIGNED_LONG:
        return value * 0x1p56f;
      case HALF:
        return halves(value);
      case FLOAT:
        return floating(value);
      default:
        return (float) (value / 7.0 - 3);
    }
  }
}
