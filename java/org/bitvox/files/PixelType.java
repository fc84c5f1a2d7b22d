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
  /** int[] slices; for raw files alone, as ImageJ has no such images. */
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
