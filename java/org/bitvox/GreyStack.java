// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The slices of a grey image in the Java heap, as they are.
 *
 * <p>Operations read the arrays in place, so they must not be written meanwhile.
 */
public final class GreyStack extends GreyImage {
  private final Object[] slices;

  /**
   * Wraps the first depth arrays of slices.
   *
   * @param slices width * height values a slice, x fastest: all byte[], all short[] or all float[],
   *     the first two unsigned; {@link ij.ImageStack#getImageArray()} will do
   * @throws IllegalArgumentException if a size is below 1, or a slice is missing or has the wrong
   *     size or type
   */
  public GreyStack(int width, int height, int depth, Object[] slices) {
    super(width, height, depth, bitDepth(slices));
    if (width < 1 || height < 1 || depth < 1 || slices.length < depth) {
      throw new IllegalArgumentException("a volume needs at least one voxel along each axis");
    }
    for (int z = 0; z < depth; z++) {
      if (slices[z] == null
          || slices[z].getClass() != slices[0].getClass()
          || length(slices[z]) != (long) width * height) {
        throw new IllegalArgumentException("slice and volume differ in size or type");
      }
    }
    this.slices = Arrays.copyOf(slices, depth);
  }

  private static int bitDepth(Object[] slices) {
    Object first = slices.length == 0 ? null : slices[0];
    if (first instanceof byte[]) {
      return 8;
    }
    if (first instanceof short[]) {
      return 16;
    }
    if (first instanceof float[]) {
      return 32;
    }
    throw new IllegalArgumentException("8-, 16- or 32-bit grey image required.");
  }

  private static int length(Object slice) {
    return Array.getLength(slice);
  }

  @Override
  <R> R use(Function<GreyInput, R> body) {
    return body.apply(new GreyInput(this, 0, slices));
  }
}
