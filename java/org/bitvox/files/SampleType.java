// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;

/**
 * The values in a file, and how they become pixels: byte[], short[] (both unsigned) or float[], as
 * ImageJ holds them.
 */
enum SampleType {
  /** One bit, eight to a byte, the highest first; 1 becomes 255. */
  BIT(1, 8) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      byte[] bytes = (byte[]) pixels;
      int start = from.position();
      for (int i = 0; i < count; i++) {
        boolean set = (from.get(start + (i >> 3)) << (i & 7) & 0x80) != 0;
        bytes[at + i] = (byte) (set ? 255 : 0);
      }
    }
  },
  BYTE(8, 8) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      from.get((byte[]) pixels, at, count);
    }
  },
  /** Two in three bytes, the highest bits first in every byte order. */
  TWELVE_BITS(12, 16) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      short[] shorts = (short[]) pixels;
      int start = from.position();
      for (int i = 0; i < count; i++) {
        int first = start + 3 * i / 2;
        int both = (from.get(first) & 0xff) << 8 | from.get(first + 1) & 0xff;
        shorts[at + i] = (short) (i % 2 == 0 ? both >> 4 : both & 0xfff);
      }
    }
  },
  UNSIGNED_SHORT(16, 16) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      from.asShortBuffer().get((short[]) pixels, at, count);
    }
  },
  /** ImageJ adds 32768 and keeps a calibration that subtracts it. */
  SIGNED_SHORT(16, 16) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      short[] shorts = (short[]) pixels;
      from.asShortBuffer().get(shorts, at, count);
      for (int i = at; i < at + count; i++) {
        shorts[i] ^= Short.MIN_VALUE;
      }
    }
  },
  UNSIGNED_INT(32, 32) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      for (int i = 0; i < count; i++) {
        floats[at + i] = Integer.toUnsignedLong(from.getInt());
      }
    }
  },
  INT(32, 32) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      for (int i = 0; i < count; i++) {
        floats[at + i] = from.getInt();
      }
    }
  },
  FLOAT(32, 32) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      from.asFloatBuffer().get((float[]) pixels, at, count);
    }
  },
  DOUBLE(64, 32) {
    @Override
    void put(ByteBuffer from, Object pixels, int at, int count) {
      float[] floats = (float[]) pixels;
      for (int i = 0; i < count; i++) {
        floats[at + i] = (float) from.getDouble();
      }
    }
  };

  /** Of a value in the file. */
  final int bits;

  /** Of a pixel: 8, 16 or 32. */
  final int bitDepth;

  SampleType(int bits, int bitDepth) {
    this.bits = bits;
    this.bitDepth = bitDepth;
  }

  /** Turns values at the buffer's position, in its byte order, into pixels from at on. */
  abstract void put(ByteBuffer from, Object pixels, int at, int count);

  /** Whether values begin at bytes. */
  final boolean wholeBytes() {
    return bits % 8 == 0;
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
}
