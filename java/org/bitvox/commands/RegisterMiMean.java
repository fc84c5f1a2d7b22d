// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.ProgressListener;
import org.bitvox.RegisterMi;
import org.bitvox.RegisterMiMotion;
import org.bitvox.calls.InputImage;
import org.bitvox.files.Pixels;

/** The mean of the frames of a series that lie on one another already: less noise than each has. */
final class RegisterMiMean {
  /** Bytes of a voxel. */
  static final double BYTES = 3 * Float.BYTES;

  private final InputImage input;
  private final RegisterMi shapes;
  private final float[][] sums;
  private final float[][] counts;
  private final float[][] means;
  private final GreyImage everywhere; // 1 where a frame has voxels

  /**
   * Without a frame.
   *
   * @param shapes moves the shape of a frame, which is 0 outside
   */
  RegisterMiMean(InputImage input, RegisterMi shapes) {
    this.input = input;
    this.shapes = shapes;
    int pixels = Math.multiplyExact(input.width(), input.height());
    sums = new float[input.depth()][pixels];
    counts = new float[input.depth()][pixels];
    means = new float[input.depth()][pixels];
    byte[] ones = new byte[pixels];
    Arrays.fill(ones, (byte) 1);
    Object[] slices = new Object[input.depth()];
    Arrays.fill(slices, ones);
    everywhere = new GreyStack(input.width(), input.height(), input.depth(), slices);
  }

  /** Where the next frame has voxels after its motion, of which all slices follow. */
  void begin(RegisterMiMotion motion, ProgressListener listener) {
    shapes.apply(
        everywhere,
        motion,
        input.width(),
        input.height(),
        input.depth(),
        (z, pixels) -> {
          byte[] inside = (byte[]) pixels;
          for (int i = 0; i < inside.length; i++) {
            means[z][i] = inside[i]; // until the mean is asked for
          }
        },
        listener);
  }

  /** A slice of the moved frame. */
  void add(int z, Object pixels) {
    for (int i = 0; i < sums[z].length; i++) {
      double value = Pixels.value(pixels, i);
      if (means[z][i] != 0 && Double.isFinite(value)) {
        sums[z][i] += (float) value;
        counts[z][i]++;
      }
    }
  }

  /** The mean; NaN where no frame has a value. */
  GreyImage image() {
    for (int z = 0; z < means.length; z++) {
      for (int i = 0; i < means[z].length; i++) {
        means[z][i] = sums[z][i] / counts[z][i];
      }
    }
    return new GreyStack(input.width(), input.height(), input.depth(), means);
  }
}
