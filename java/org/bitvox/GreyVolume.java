// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A grey volume in native memory. Close it when done. */
public final class GreyVolume extends GreyImage implements AutoCloseable {
  private final NativeOwner owner;

  /**
   * Creates a volume that is all zero; sizes in voxels.
   *
   * @param bitDepth 8, 16 or 32
   * @throws IllegalArgumentException if a size is below 1 or the bit depth is another
   * @throws OutOfMemoryError without native memory for it
   */
  public GreyVolume(int width, int height, int depth, int bitDepth) {
    super(width, height, depth, bitDepth);
    NativeLibrary.load();
    owner = NativeOwner.register(this, create(this), GreyVolume::destroy);
  }

  /**
   * Replaces slice z (from 0); different slices may be set by several threads at once.
   *
   * @param pixels width * height values, x fastest: byte[], short[] (both unsigned) or float[]
   * @throws IllegalArgumentException if the slice does not exist or the array has another length or
   *     type
   */
  public void setSlice(int z, Object pixels) {
    setSlice(z, pixels, () -> false);
  }

  /**
   * The same, for slices so large that who wants to stop does not wait for them.
   *
   * @param stopped is asked every few milliseconds; true ends it with a CancellationException, and
   *     the slice is then unspecified
   */
  public void setSlice(int z, Object pixels, BooleanSupplier stopped) {
    setSlices(z, 1, pixels, stopped);
  }

  /** The same of several small slices from z on, behind one another in the pixels. */
  public void setSlices(int z, int slices, Object pixels, BooleanSupplier stopped) {
    SlicePieces.each(
        width(),
        Math.multiplyExact(height(), slices),
        stopped,
        (first, rows) ->
            owner.use(
                handle -> {
                  setRows(handle, z, slices, first, rows, pixels);
                  return null;
                }));
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
  <R> R use(Function<GreyInput, R> body) {
    return owner.use(handle -> body.apply(new GreyInput(this, handle, null)));
  }

  private static native long create(GreyImage size);

  private static native void destroy(long handle);

  private static native void setRows(
      long handle, int z, int slices, int first, int rows, Object pixels);
}
