// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Voxels as files of chunks have them, to be packed into a part of a {@link BitVolume}, or unpacked
 * from one: bytes in the Java heap, little-endian, x fastest, then y, then z.
 */
public final class VoxelChunk {
  /** What a voxel is. */
  public enum Type {
    /** Unsigned, 8 bits. */
    UINT8(8),
    /** Signed, 8 bits. */
    INT8(8),
    /** Unsigned, 16 bits. */
    UINT16(16),
    /** Signed, 16 bits. */
    INT16(16),
    /** Unsigned, 32 bits. */
    UINT32(32),
    /** Signed, 32 bits. */
    INT32(32),
    /** Floating point, 32 bits; NaN is background. */
    FLOAT32(32),
    /**
     * Bits, 8 voxels a byte, of which the first is the lowest bit; rows begin at whole bytes. They
     * are foreground as they are.
     */
    BITS(1);

    private final int bits;

    Type(int bits) {
      this.bits = bits;
    }

    /** The bytes that a row of so many voxels has. */
    public int rowBytes(int width) {
      return Math.toIntExact(((long) width * bits + 7) / 8);
    }

    private int alignment() {
      return Math.max(1, bits / 8);
    }
  }

  private final Type type; // native code reads all by name
  private final byte[] bytes;
  private final int start;
  private final int width;
  private final int height;
  private final int depth;

  /** Voxels that begin at the first byte; see the other constructor. */
  public VoxelChunk(Type type, int width, int height, int depth, byte[] bytes) {
    this(type, width, height, depth, bytes, 0);
  }

  /**
   * Wraps the bytes, which are not copied.
   *
   * @param start the byte at which the first voxel begins, a multiple of a voxel's bytes
   * @throws IllegalArgumentException if a size is below 1, the first voxel begins elsewhere, or
   *     there are too few bytes
   */
  public VoxelChunk(Type type, int width, int height, int depth, byte[] bytes, int start) {
    if (width < 1 || height < 1 || depth < 1) {
      throw new IllegalArgumentException("a chunk needs at least one voxel along each axis");
    }
    long needed = Math.multiplyExact((long) type.rowBytes(width) * height, (long) depth);
    if (start < 0 || start % type.alignment() != 0 || bytes.length - start < needed) {
      throw new IllegalArgumentException(
          ("a chunk of " + width + " x " + height + " x " + depth + " voxels has " + needed)
              + (" bytes, not " + bytes.length + " from byte " + start + " on"));
    }
    this.type = type;
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.bytes = bytes;
    this.start = start;
  }

  /** All of it, as a box. */
  public Box box() {
    return Box.whole(width, height, depth);
  }
}
