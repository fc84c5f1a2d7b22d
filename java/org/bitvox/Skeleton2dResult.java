// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What a thinning did, summed over the slices. */
public final class Skeleton2dResult {
  private final long[] numbers;
  private final String backend;
  private final String note;

  Skeleton2dResult(long[] numbers, String backend, String note) {
    this.numbers = numbers;
    this.backend = backend;
    this.note = note;
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
}
