// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;

/**
 * The values in a file, and how they become pixels: byte[], short[] (both unsigned) or float[], as
 * ImageJ holds them.
 */
public enum SampleType {
  /** One bit, eight to a byte, the highest first; 1 becomes 255. */
  BIT(1, 8, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      byte[] bytes = (byte[]) pixels;
      int start = from.position();
      for (int i = 0; i < count; i++) {
        boolean set = (from.get(start + (i >> 3)) << (i & 7) & 0x80) != 0;
        bytes[at + i] = (byte) (set ? 255 : 0);
      }
      return 0;
    }
  },
  TWO_BITS(2, 8, 0),
  THREE_BITS(3, 8, 0),
  FOUR_BITS(4, 8, 0),
  FIVE_BITS(5, 8, 0),
  SIX_BITS(6, 8, 0),
  SEVEN_BITS(7, 8, 0),
  BYTE(8, 8, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      from.get((byte[]) pixels, at, count);
      return 0;
    }
  },
  /** 128 is added, and a calibration subtracts it: as ImageJ does it with 16 bits. */
  SIGNED_BYTE(8, 8, -128) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      byte[] bytes = (byte[]) pixels;
      from.get(bytes, at, count);
      for (int i = at; i < at + count; i++) {
        bytes[i] ^= Byte.MIN_VALUE;
      }
      return 0;
    }
  },
  NINE_BITS(9, 16, 0),
  TEN_BITS(10, 16, 0),
  ELEVEN_BITS(11, 16, 0),
  TWELVE_BITS(12, 16, 0),
  THIRTEEN_BITS(13, 16, 0),
  FOURTEEN_BITS(14, 16, 0),
  FIFTEEN_BITS(15, 16, 0),
  UNSIGNED_SHORT(16, 16, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      from.asShortBuffer().get((short[]) pixels, at, count);
      return 0;
    }
  },
  /** ImageJ adds 32768 and keeps a calibration that subtracts it. */
  SIGNED_SHORT(16, 16, -32768) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      short[] shorts = (short[]) pixels;
      from.asShortBuffer().get(shorts, at, count);
      for (int i = at; i < at + count; i++) {
        shorts[i] ^= Short.MIN_VALUE;
      }
      return 0;
    }
  },
  /** Floats of 16 bits. */
  HALF(16, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      for (int i = 0; i < count; i++) {
        floats[at + i] = HalfFloat.value(from.getShort());
      }
      return 0;
    }
  },
  UNSIGNED_INT(32, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      int rounded = 0;
      for (int i = 0; i < count; i++) {
        long value = Integer.toUnsignedLong(from.getInt());
        floats[at + i] = value;
        rounded += (long) floats[at + i] == value ? 0 : 1;
      }
      return rounded;
    }
  },
  INT(32, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      int rounded = 0;
      for (int i = 0; i < count; i++) {
        int value = from.getInt();
        floats[at + i] = value;
        rounded += (long) floats[at + i] == value ? 0 : 1;
      }
      return rounded;
    }
  },
  FLOAT(32, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      from.asFloatBuffer().get((float[]) pixels, at, count);
      return 0;
    }
  },
  UNSIGNED_LONG(64, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      int rounded = 0;
      for (int i = 0; i < count; i++) {
        long value = from.getLong();
        floats[at + i] = WideNumbers.unsigned(value);
        rounded += WideNumbers.isExact(value) ? 0 : 1;
      }
      return rounded;
    }
  },
  LONG(64, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      int rounded = 0;
      for (int i = 0; i < count; i++) {
        long value = from.getLong();
        floats[at + i] = value;
        rounded += WideNumbers.isExact(Math.abs(value)) ? 0 : 1;
      }
      return rounded;
    }
  },
  DOUBLE(64, 32, 0) {
    @Override
    int put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      int rounded = 0;
      for (int i = 0; i < count; i++) {
        double value = from.getDouble();
        floats[at + i] = (float) value;
        rounded += floats[at + i] == value || value != value ? 0 : 1;
      }
      return rounded;
    }
  };

  /** Of a value in the file. */
  final int bits;

  /** Of a pixel: 8, 16 or 32. */
  final int bitDepth;

  /** What the pixel 0 stands for: pixels of 8 and 16 bits have no sign. */
  final int offset;

  SampleType(int bits, int bitDepth, int offset) {
    this.bits = bits;
    this.bitDepth = bitDepth;
    this.offset = offset;
  }

  /**
   * Turns values at the buffer's position, in its byte order, into pixels from at on. Those that do
   * not begin at bytes have the highest bit first in every byte order.
   *
   * @return how many of them are no longer what they were
   */
  int put(ByteBuffer from, Object pixels, int at, int count) {
    PackedBits.put(from, bits, pixels, at, count);
    return 0;
  }

  /** The same without a change: into an array of {@link #values}. */
  final void keep(ByteBuffer from, Object values, int at, int count) {
    if (!wholeBytes() || this == HALF) {
      put(from, values, at, count); // which changes none
    } else if (values instanceof byte[]) {
      from.get((byte[]) values, at, count);
    } else if (values instanceof short[]) {
      from.asShortBuffer().get((short[]) values, at, count);
    } else if (values instanceof int[]) {
      from.asIntBuffer().get((int[]) values, at, count);
    } else if (values instanceof long[]) {
      from.asLongBuffer().get((long[]) values, at, count);
    } else if (values instanceof float[]) {
      from.asFloatBuffer().get((float[]) values, at, count);
    } else {
      from.asDoubleBuffer().get((double[]) values, at, count);
    }
  }

  /** "16-bit signed whole numbers". */
  final String words() {
    String kind = floating() ? "floats" : signed() ? "signed whole numbers" : "whole numbers";
    return bits + "-bit " + kind;
  }

  /** Whether values begin at bytes. */
  final boolean wholeBytes() {
    return bits % 8 == 0;
  }

  /** Whether they are floats of any size. */
  final boolean floating() {
    return this == HALF || this == FLOAT || this == DOUBLE;
  }

  /** Whether they are whole numbers of 64 bits. */
  final boolean isLong() {
    return this == LONG || this == UNSIGNED_LONG;
  }

  /** Whether they may be below 0. */
  final boolean signed() {
    return offset < 0 || this == INT || this == LONG || floating();
  }

  /** Bytes of so many values in a row. */
  final long bytes(long count) {
    return (count * bits + 7) / 8;
  }

  /** Bytes of Java heap of so many pixels. */
  final long heap(long pixels) {
    return pixels * (bitDepth / 8);
  }

  /** An array for so many pixels. */
  final Object pixels(int count) {
    switch (bitDepth) {
      case 8:
        return new byte[count];
      case 16:
        return new short[count];
      default:
        return new float[count];
    }
  }

  /** The pixels of so many values, from the buffer's position on, in its byte order. */
  public final Object pixelsOf(ByteBuffer values, int count) {
    Object pixels = pixels(count);
    put(values, pixels, 0, count);
    return pixels;
  }

  /** An array for so many values as they are: byte[], short[], int[], long[], float[], double[]. */
  final Object values(int count) {
    switch (this) {
      case UNSIGNED_INT:
      case INT:
        return new int[count];
      case UNSIGNED_LONG:
      case LONG:
        return new long[count];
      case DOUBLE:
        return new double[count];
      default:
        return pixels(count);
    }
  }
}
