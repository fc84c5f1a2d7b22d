// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * A bit-packed binary volume in native memory, an eighth of a byte per voxel. Close it when done.
 *
 * <p>Different slices may be packed or unpacked by several threads at once.
 */
public final class BitVolume extends BinaryVolume implements AutoCloseable {
  static final String BINARY_REQUIRED = "8-bit binary (0 and 255 only) image required.";

  private final NativeOwner owner;

  /**
   * Creates a volume that is all background; sizes in voxels.
   *
   * @throws IllegalArgumentException if a size is below 1
   * @throws OutOfMemoryError without native memory for it
   */
  public BitVolume(int width, int height, int depth) {
    this(width, height, depth, Content.BACKGROUND);
  }

  private BitVolume(int width, int height, int depth, Content content) {
    super(width, height, depth);
    NativeLibrary.load();
    owner = NativeOwner.register(this, create(this, content), BitVolume::destroy);
  }

  /** What a new volume holds. */
  private enum Content {
    BACKGROUND,
    ANY
  }

  /** A volume of this size of any content, for native code that sets every voxel. */
  static BitVolume unset(BinaryVolume size) {
    return new BitVolume(size.width(), size.height(), size.depth(), Content.ANY);
  }

  /**
   * Replaces slice z (from 0) by the pixels.
   *
   * @param pixels width * height values, x fastest: byte[], short[] (both unsigned) or float[]
   * @throws IllegalArgumentException if the slice does not exist, the array has another length or
   *     type, or the foreground is binary and a value is neither 0 nor 255; the slice is then
   *     unspecified
   */
  public void packSlice(int z, Object pixels, Foreground foreground) {
    packSlice(z, pixels, foreground, () -> false);
  }

  /**
   * The same, for slices so large that who wants to stop does not wait for them.
   *
   * @param stopped is asked every few milliseconds; true ends it with a CancellationException, and
   *     the slice is then unspecified
   */
  public void packSlice(int z, Object pixels, Foreground foreground, BooleanSupplier stopped) {
    packSlices(z, 1, pixels, foreground, stopped);
  }

  /** The same of several small slices from z on, behind one another in the pixels. */
  public void packSlices(
      int z, int slices, Object pixels, Foreground foreground, BooleanSupplier stopped) {
    SlicePieces.each(
        width(),
        Math.multiplyExact(height(), slices),
        stopped,
        (first, rows) ->
            useHandle(
                handle -> {
                  packRows(handle, z, slices, first, rows, pixels, foreground);
                  return null;
                }));
  }

  /**
   * Writes slice z (from 0) to the pixels: 255 is foreground, 0 background.
   *
   * @throws IllegalArgumentException if the slice does not exist or the array's length is not width
   *     * height
   */
  public void unpackSlice(int z, byte[] pixels) {
    unpack(z, 1, Before.ANY, pixels);
  }

  /** The same of several small slices from z on, behind one another in the pixels. */
  public void unpackSlices(int z, int slices, byte[] pixels) {
    unpack(z, slices, Before.ANY, pixels);
  }

  /** What the pixels are before a slice is written to them. */
  private enum Before {
    ANY,
    ZERO
  }

  private void unpack(int z, int slices, Before before, byte[] pixels) {
    useHandle(
        handle -> {
          unpackSlices(handle, z, slices, before, pixels);
          return null;
        });
  }

  /**
   * Replaces a box of voxels by those of a chunk. Several threads may pack different boxes at once,
   * even if these share words of 64 voxels: such words are changed atomically.
   *
   * @param part the part of the chunk that is packed
   * @param foreground which values become foreground, as numbers of the chunk's type; of no effect
   *     on bits
   * @param x the place of the part's first voxel in this volume
   * @param y likewise
   * @param z likewise
   * @throws IllegalArgumentException if the part is not within the chunk or its place not within
   *     the volume, or the foreground is binary and a value is neither 0 nor 255, or not of 8 bits;
   *     the box is then unspecified
   */
  public void packBox(VoxelChunk chunk, Box part, Foreground foreground, int x, int y, int z) {
    useHandle(
        handle -> {
          packBox(handle, chunk, part, foreground, x, y, z);
          return null;
        });
  }

  /**
   * Writes a box of voxels to a part of a chunk; the other voxels of the chunk stay. Several
   * threads may do so at once, with chunks of their own.
   *
   * @param x the place of the part's first voxel in this volume
   * @param y likewise
   * @param z likewise
   * @param chunk of bits, or of unsigned 8-bit values, which become 255 and 0
   * @param part the part of the chunk that is written
   * @throws IllegalArgumentException if the part is not within the chunk or its place not within
   *     the volume, or the chunk is of another type
   */
  public void unpackBox(int x, int y, int z, VoxelChunk chunk, Box part) {
    useHandle(
        handle -> {
          unpackBox(handle, x, y, z, chunk, part);
          return null;
        });
  }

  /** The slices as pixels, 255 for foreground and 0 for background; uses all cores. */
  public byte[][] toSlices() {
    return toSlices(0, depth());
  }

  /** The same of {@code count} slices from {@code first} on. */
  public byte[][] toSlices(int first, int count) {
    byte[][] slices = new byte[count][];
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              slices[i] = new byte[Math.multiplyExact(width(), height())];
              unpack(first + i, 1, Before.ZERO, slices[i]);
            });
    return slices;
  }

  /** The number of foreground voxels; threads is 0 for all cores. */
  public long countForeground(int threads) {
    return countForeground(threads, ProgressListener.NONE);
  }

  /**
   * The same, which can be stopped.
   *
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public long countForeground(int threads, ProgressListener listener) {
    return useHandle(handle -> countForeground(handle, threads, listener));
  }

  /**
   * Frees the memory; closing again does nothing.
   *
   * @throws IllegalStateException while an operation uses the volume
   */
  @Override
  public void close() {
    owner.close();
  }

  @Override
  public void readSlice(int z, byte[] pixels, BooleanSupplier stopped) {
    unpackSlice(z, pixels); // gigabytes a second
  }

  @Override
  <R> R use(Function<VolumeInput, R> body) {
    return useHandle(handle -> body.apply(VolumeInput.ofHandle(this, handle)));
  }

  /** Runs body with the native handle, which stays alive until it returns. */
  <R> R useHandle(LongFunction<R> body) {
    return owner.use(body);
  }

  private static native long create(BinaryVolume size, Content content);

  private static native void destroy(long handle);

  private static native void packRows(
      long handle, int z, int slices, int first, int rows, Object pixels, Foreground foreground);

  private static native void unpackSlices(
      long handle, int z, int slices, Before before, byte[] pixels);

  private static native void packBox(
      long handle, VoxelChunk chunk, Box part, Foreground foreground, int x, int y, int z);

  private static native void unpackBox(
      long handle, int x, int y, int z, VoxelChunk chunk, Box part);

  private static native long countForeground(long handle, int threads, ProgressListener listener);
}
