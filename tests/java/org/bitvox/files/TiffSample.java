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
    return type == SampleType.BIT ? (value > 100 ? 1 : 0) : (int) (value * 17);
  }

  /** Appends the value at that place. */
  static void put(ByteBuffer to, SampleType type, int x, int y, int z) {
    long value = value(x, y, z);
    switch (type) {
      case BYTE:
        to.put((byte) value);
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
      bytes[i] = (byte) (type == SampleType.BIT ? (value > 100 ? 255 : 0) : value);
      shorts[i] = (short) (value * (type == SampleType.TWELVE_BITS ? 17 : 257));
      floats[i] =
          type == SampleType.INT
              ? (int) (value * 16843009 - 1234567)
              : type == SampleType.UNSIGNED_INT
                  ? value * 16843009
                  : type == SampleType.FLOAT ? floating(value) : (float) (value / 7.0 - 3);
    }
    return type.bitDepth == 8 ? bytes : type.bitDepth == 16 ? shorts : floats;
  }
}
