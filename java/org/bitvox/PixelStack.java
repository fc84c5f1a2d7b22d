// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The slices of an image in the Java heap, as they are, and which of their values are foreground.
 *
 * <p>Operations read the arrays in place, so they must not be written meanwhile.
 */
public final class PixelStack extends BinaryVolume {
  private final Object[] slices;
  private final Foreground foreground;

  /**
   * Wraps the first depth arrays of slices.
   *
   * @param slices width * height values a slice, x fastest: all byte[], all short[] or all float[],
   *     the first two unsigned; {@link ij.ImageStack#getImageArray()} will do
   * @throws IllegalArgumentException if a size is below 1, a slice is missing or has the wrong size
   *     or type, or the binary foreground is asked of other than byte[]
   */
  public PixelStack(int width, int height, int depth, Object[] slices, Foreground foreground) {
    super(width, height, depth);
    if (width < 1 || height < 1 || depth < 1 || slices.length < depth) {
      throw new IllegalArgumentException("a volume needs at least one voxel along each axis");
    }
    for (int z = 0; z < depth; z++) {
      if (length(slices[z]) != (long) width * height || type(slices[z]) != type(slices[0])) {
        throw new IllegalArgumentException("slice and volume differ in size or type");
      }
    }
    if (foreground.isBinary() && !(slices[0] instanceof byte[])) {
      throw new UnsuitableImageException(BitVolume.BINARY_REQUIRED);
    }
    this.slices = Arrays.copyOf(slices, depth);
    this.foreground = foreground;
  }

  private static Class<?> type(Object slice) {
    return slice == null ? null : slice.getClass();
  }

  private static long length(Object slice) {
    if (slice instanceof byte[]) {
      return ((byte[]) slice).length;
    }
    if (slice instanceof short[]) {
      return ((short[]) slice).length;
    }
    return slice instanceof float[] ? ((float[]) slice).length : -1;
  }

  @Override
  public void readSlice(int z, byte[] pixels, BooleanSupplier stopped) {
    SlicePieces.each(
        width(),
        height(),
        stopped,
        (first, rows) -> read(slices[z], pixels, first * width(), (first + rows) * width()));
  }

  private void read(Object slice, byte[] pixels, int from, int to) {
    for (int i = from; i < to; i++) {
      double value =
          slice instanceof byte[]
              ? ((byte[]) slice)[i] & 0xff
              : slice instanceof short[] ? ((short[]) slice)[i] & 0xffff : ((float[]) slice)[i];
      pixels[i] = (byte) (foreground.contains(value) ? 255 : 0);
    }
  }

  @Override
  <R> R use(Function<VolumeInput, R> body) {
    return body.apply(VolumeInput.ofSlices(this, slices, foreground));
  }
}
