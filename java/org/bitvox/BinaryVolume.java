// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.Function;

/**
 * A binary volume that the operations can read: a {@link BitVolume} or a {@link PixelStack}.
 *
 * <p>Sizes are in voxels; a volume of depth 1 is an image.
 */
public abstract class BinaryVolume {
  private final int width;
  private final int height;
  private final int depth;

  BinaryVolume(int width, int height, int depth) {
    this.width = width;
    this.height = height;
    this.depth = depth;
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

  /** Runs body, which hands the input to a native method; the input is valid until it returns. */
  abstract <R> R use(Function<VolumeInput, R> body);
}
