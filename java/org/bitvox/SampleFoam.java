// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A synthetic foam to try the operations on: balls with random centres and radii, joined until they
 * fill a fraction of the volume.
 *
 * <p>The same options give the same voxels on every machine. An instance holds them:
 *
 * <pre>{@code
 * new SampleFoam().radii(5, 20).seed(7).fill(volume, ProgressListener.NONE);
 * }</pre>
 */
public final class SampleFoam {
  private int radiusMin = 5; // all are read by native code
  private int radiusMax = 25;
  private double fraction = 0.5;
  private long seed = 1;

  /** The smallest and the largest radius of a ball, in voxels: 1 to 1000; 5 and 25 by default. */
  public SampleFoam radii(int smallest, int largest) {
    radiusMin = smallest;
    radiusMax = largest;
    return this;
  }

  /** Foreground over all voxels to stop at, above 0 and at most 0.95; 0.5 by default. */
  public SampleFoam fraction(double value) {
    fraction = value;
    return this;
  }

  /** Of the random numbers: 0 to 2^53; 1 by default. */
  public SampleFoam seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Fills the volume.
   *
   * @throws IllegalArgumentException if an option is out of range
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed
   */
  public void fill(BitVolume volume, ProgressListener listener) {
    volume.useHandle(
        handle -> {
          fill(handle, listener);
          return null;
        });
  }

  /** Reads the options of this object by name. */
  private native void fill(long volume, ProgressListener listener);
}
