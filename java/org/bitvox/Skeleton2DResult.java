// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * The skeletons of the slices and how they were computed; numbers are summed over the slices. Close
 * it when done: it owns the skeleton.
 */
public final class Skeleton2DResult implements AutoCloseable {
  private final BitVolume skeleton;
  private final RunReport run = new RunReport();
  private long pixelsBefore; // all that follows is written by native code
  private long pixelsAfter;
  private long objectsBefore;
  private long objectsAfter;
  private long iterations;

  Skeleton2DResult(BitVolume skeleton) {
    this.skeleton = skeleton;
  }

  /** The skeleton, of the image's size. */
  public BitVolume skeleton() {
    return skeleton;
  }

  /** Foreground pixels of the image. */
  public long pixelsBefore() {
    return pixelsBefore;
  }

  /** Foreground pixels of the skeleton. */
  public long pixelsAfter() {
    return pixelsAfter;
  }

  /** 8-connected objects of the slices of the image. */
  public long objectsBefore() {
    return objectsBefore;
  }

  /** 8-connected objects of the slices of the skeleton. */
  public long objectsAfter() {
    return objectsAfter;
  }

  /**
   * How often the passes of the rule were repeated on the slowest slice, the last time without
   * effect.
   */
  public long iterations() {
    return iterations;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }

  /** Frees the skeleton. */
  @Override
  public void close() {
    skeleton.close();
  }
}
