// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;

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
  };

  /** Bytes a voxel. */
  final int bytes;

  PixelType(int bytes) {
    this.bytes = bytes;
  }

  /** The type of an image of ImageJ with 8, 16 or 32 bits. */
  public static PixelType ofBits(int bitDepth) {
    return bitDepth == 8 ? UINT8 : bitDepth == 16 ? UINT16 : FLOAT32;
  }

  /** Puts count of the pixels at the buffer's position, which is unspecified afterwards. */
  abstract void put(ByteBuffer to, Object pixels, int from, int count);
}
