// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;
import java.util.Locale;

/** What a voxel of a new image is. */
public enum PixelType {
  /** byte[] slices, unsigned. */
  UINT8(1) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      to.put((byte[]) pixels, from, count);
    }
  },
  /** short[] slices, unsigned. */
  UINT16(2) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      to.asShortBuffer().put((short[]) pixels, from, count);
    }
  },
  /** int[] slices; ImageJ shows them as floats. */
  INT32(4) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      to.asIntBuffer().put((int[]) pixels, from, count);
    }
  },
  /** float[] slices. */
  FLOAT32(4) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      to.asFloatBuffer().put((float[]) pixels, from, count);
    }
  },
  /** byte[] slices, signed. */
  INT8(1) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      UINT8.put(to, pixels, from, count);
    }
  },
  /** short[] slices, signed. */
  INT16(2) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      UINT16.put(to, pixels, from, count);
    }
  },
  /** int[] slices, unsigned. */
  UINT32(4) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      INT32.put(to, pixels, from, count);
    }
  },
  /** long[] slices, unsigned. */
  UINT64(8) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      INT64.put(to, pixels, from, count);
    }
  },
  /** long[] slices. */
  INT64(8) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      to.asLongBuffer().put((long[]) pixels, from, count);
    }
  },
  /** double[] slices. */
  FLOAT64(8) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      to.asDoubleBuffer().put((double[]) pixels, from, count);
    }
  },
  /** int[] slices, 0xRRGGBB whatever is above; files have three bytes. */
  RGB(3) {
    @Override
    void put(ByteBuffer to, Object pixels, int from, int count) {
      int[] colours = (int[]) pixels;
      for (int i = from; i < from + count; i++) {
        to.put((byte) (colours[i] >> 16)).put((byte) (colours[i] >> 8)).put((byte) colours[i]);
      }
    }
  };

  /** Bytes a voxel, in files. */
  final int bytes;

  PixelType(int bytes) {
    this.bytes = bytes;
  }

  /** The type of an image of ImageJ with 8, 16 or 32 bits. */
  public static PixelType ofBits(int bitDepth) {
    return bitDepth == 8 ? UINT8 : bitDepth == 16 ? UINT16 : FLOAT32;
  }

  /** That of a word such as int16. */
  public static PixelType named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** That of values as a file has them. */
  public static PixelType of(SampleType type) {
    switch (type) {
      case SIGNED_BYTE:
        return INT8;
      case SIGNED_SHORT:
        return INT16;
      case UNSIGNED_INT:
        return UINT32;
      case INT:
        return INT32;
      case UNSIGNED_LONG:
        return UINT64;
      case LONG:
        return INT64;
      case DOUBLE:
        return FLOAT64;
      default:
        return ofBits(type.bitDepth);
    }
  }

  /** The word for it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** An array for so many pixels. */
  final Object pixels(int count) {
    switch (this) {
      case UINT8:
      case INT8:
        return new byte[count];
      case UINT16:
      case INT16:
        return new short[count];
      case UINT32:
      case INT32:
      case RGB:
        return new int[count];
      case UINT64:
      case INT64:
        return new long[count];
      case FLOAT32:
        return new float[count];
      default:
        return new double[count];
    }
  }

  /** Puts count of the pixels at the buffer's position, which is unspecified afterwards. */
  abstract void put(ByteBuffer to, Object pixels, int from, int count);
}
