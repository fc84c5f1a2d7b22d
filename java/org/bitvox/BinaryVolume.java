// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
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

  /**
   * Whether there is no foreground voxel at all.
   *
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public boolean isEmpty(ProgressListener listener) {
    byte[] pixels = new byte[Math.multiplyExact(width, height)];
    for (int z = 0; z < depth; z++) {
      listener.throwIfStopped();
      readSlice(z, pixels, listener::isStopped);
      for (byte pixel : pixels) {
        if (pixel != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Lays the volume on another, voxel on voxel.
   *
   * @throws IllegalArgumentException unless both have the same size
   */
  final void requireSizeOf(BinaryVolume other) {
    if (width != other.width || height != other.height || depth != other.depth) {
      throw new IllegalArgumentException(
          ("the mask has " + width + " x " + height + " x " + depth + " voxels, the volume ")
              + (other.width + " x " + other.height + " x " + other.depth)
              + "; they must have the same size");
    }
  }

  /**
   * Writes slice z (from 0) to the pixels: 255 is foreground, 0 background.
   *
   * @param stopped is asked every few milliseconds; true ends it with a CancellationException
   */
  public abstract void readSlice(int z, byte[] pixels, BooleanSupplier stopped);

  /** Runs body, which hands the input to a native method; the input is valid until it returns. */
  abstract <R> R use(Function<VolumeInput, R> body);

  /**
   * The same with a mask.
   *
   * @param mask or null, as is its input then
   * @throws IllegalArgumentException if the mask is of another size
   */
  final void useWithin(BinaryVolume mask, BiConsumer<VolumeInput, VolumeInput> body) {
    if (mask != null) {
      mask.requireSizeOf(this);
    }
    use(
        input -> {
          if (mask == null) {
            body.accept(input, null);
            return null;
          }
          return mask.use(
              within -> {
                body.accept(input, within);
                return null;
              });
        });
  }
}
