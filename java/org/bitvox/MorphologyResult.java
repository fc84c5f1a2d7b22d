// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The new volume and how it was computed. Close it when done: it owns the volume. */
public final class MorphologyResult implements AutoCloseable {
  private final BitVolume volume;
  private final RunReport run = new RunReport();
  private long voxelsBefore; // all that follows is written by native code
  private long voxelsAfter;

  MorphologyResult(BitVolume volume) {
    this.volume = volume;
  }

  /** The result, of the image's size. */
  public BitVolume volume() {
    return volume;
  }

  /** Foreground voxels of the image. */
  public long voxelsBefore() {
    return voxelsBefore;
  }

  /** Foreground voxels of the result. */
  public long voxelsAfter() {
    return voxelsAfter;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }

  /** Frees the volume. */
  @Override
  public void close() {
    volume.close();
  }
}
