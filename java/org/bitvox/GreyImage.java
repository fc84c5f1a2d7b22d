// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.Function;

/**
 * A grey image or volume that the operations can read: a {@link GreyVolume} or a {@link GreyStack}.
 *
 * <p>Sizes are in voxels; a volume of depth 1 is an image. Values are raw: unsigned for 8 and 16
 * bits, without any calibration.
 */
public abstract class GreyImage {
  private final int width;
  private final int height;
  private final int depth;
  private final int bitDepth;

  GreyImage(int width, int height, int depth, int bitDepth) {
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.bitDepth = bitDepth;
  }

  /** Voxels along x. */
  public final int width() {
    return width;
  }

  /** Voxels along y. */
  public final int height() {
    return height;
  }

  /** Voxels along z: the number of slices. */
  public final int depth() {
    return depth;
  }

  /** 8, 16 or 32: byte[], short[] or float[] slices. */
  public final int bitDepth() {
    return bitDepth;
  }

  /** Runs body, which hands the input to a native method; the input is valid until it returns. */
  abstract <R> R use(Function<GreyInput, R> body);
}
