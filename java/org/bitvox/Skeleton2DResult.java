// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * The skeletons of the slices and how they were computed; numbers are summed over the slices. Close
 * it when done: it owns the skeleton.
 */
public final class Skeleton2DResult implements AutoCloseable {
  private final BitVolume skeleton;
  private final long[] numbers;
  private final String backend;
  private final String note;

  Skeleton2DResult(BitVolume skeleton, long[] numbers, String backend, String note) {
    this.skeleton = skeleton;
    this.numbers = numbers;
    this.backend = backend;
    this.note = note;
  }

  /** The skeleton, of the image's size. */
  public BitVolume skeleton() {
    return skeleton;
  }

  /** Foreground pixels of the image. */
  public long pixelsBefore() {
    return numbers[0];
  }

  /** Foreground pixels of the skeleton. */
  public long pixelsAfter() {
    return numbers[1];
  }

  /** 8-connected objects of the slices of the image. */
  public long objectsBefore() {
    return numbers[2];
  }

  /** 8-connected objects of the slices of the skeleton. */
  public long objectsAfter() {
    return numbers[3];
  }

  /**
   * How often the passes of the rule were repeated on the slowest slice, the last time without
   * effect.
   */
  public long iterations() {
    return numbers[4];
  }

  /** The backend that did the work: cuda, avx512, avx2 or scalar. */
  public String backend() {
    return backend;
  }

  /** A sentence about the computation for the user, or empty. */
  public String note() {
    return note;
  }

  /** Frees the skeleton. */
  @Override
  public void close() {
    skeleton.close();
  }
}
