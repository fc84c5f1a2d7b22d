// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A synthetic foam to try the operations on: balls with random centres and radii, joined until they
 * fill a fraction of the volume.
 *
 * <p>The same parameters give the same voxels on every machine.
 */
public final class SampleFoam {
  private SampleFoam() {}

  /**
   * Fills the volume.
   *
   * @param radiusMin smallest radius of a ball, in voxels
   * @param radiusMax largest radius of a ball, in voxels
   * @param fraction foreground over all voxels to stop at
   * @param seed of the random numbers
   * @throws IllegalArgumentException for impossible values
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public static void fill(
      BitVolume volume,
      int radiusMin,
      int radiusMax,
      double fraction,
      long seed,
      ProgressListener listener) {
    volume.useHandle(
        handle -> {
          fill(handle, radiusMin, radiusMax, fraction, seed, listener);
          return null;
        });
  }

  private static native void fill(
      long volume,
      int radiusMin,
      int radiusMax,
      double fraction,
      long seed,
      ProgressListener listener);
}
