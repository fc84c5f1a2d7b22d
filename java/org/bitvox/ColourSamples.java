// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * Colours of which the class is known, gathered slice by slice: how often each colour has each
 * label. Close it when done.
 *
 * <p>Memory follows the colours that are there: at most 128 MiB for each label.
 */
public final class ColourSamples implements AutoCloseable {
  private final NativeOwner owner;

  /** Without samples. */
  public ColourSamples() {
    NativeLibrary.load();
    owner = NativeOwner.register(this, create(), ColourSamples::destroy, "the samples");
  }

  /**
   * Adds pixels.
   *
   * @param colours 0xRRGGBB, as ImageJ's RGB images have them; what lies above is ignored
   * @param labels byte[] or short[], unsigned, of the same length: 0 is no sample, any other one a
   *     class
   * @throws IllegalArgumentException if lengths differ, or there are more than 12 labels
   */
  public void add(int[] colours, Object labels) {
    if (labels instanceof byte[]) {
      owner.use(handle -> addBytes(handle, colours, (byte[]) labels));
    } else if (labels instanceof short[]) {
      owner.use(handle -> addShorts(handle, colours, (short[]) labels));
    } else {
      throw new IllegalArgumentException("labels must have 8 or 16 bits");
    }
  }

  /**
   * Distinct colours of a label as points of a colour space: all, or so many of them, which lie
   * apart.
   *
   * @return three columns of numbers as {@link ColourModel} has them
   */
  public double[][] points(int label, int most, ColourModel.Space space) {
    double[] all = owner.use(handle -> points(handle, label, most, space.ordinal()));
    int count = all.length / 3;
    double[][] columns = new double[3][];
    for (int d = 0; d < 3; d++) {
      columns[d] = Arrays.copyOfRange(all, d * count, (d + 1) * count);
    }
    return columns;
  }

  /**
   * Frees the memory; closing again does nothing.
   *
   * @throws IllegalStateException while an operation uses the samples
   */
  @Override
  public void close() {
    owner.close();
  }

  /** Runs body with the handle, which is not freed before it returns. */
  <R> R use(LongFunction<R> body) {
    return owner.use(body);
  }

  private static native long create();

  private static native void destroy(long handle);

  private static native double[] points(long handle, int label, int most, int space);

  private static native boolean addBytes(long handle, int[] colours, byte[] labels);

  private static native boolean addShorts(long handle, int[] colours, short[] labels);
}
