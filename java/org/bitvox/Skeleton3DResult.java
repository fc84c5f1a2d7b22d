// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/** A curve skeleton and how it was computed. Close it when done: it owns the skeleton. */
public final class Skeleton3DResult implements AutoCloseable {
  private static final int FIRST_ROUND = 8;

  private final BitVolume skeleton;
  private final long[] numbers;
  private final boolean verified;
  private final String backend;
  private final String note;

  Skeleton3DResult(
      BitVolume skeleton, long[] numbers, boolean verified, String backend, String note) {
    this.skeleton = skeleton;
    this.numbers = numbers;
    this.verified = verified;
    this.backend = backend;
    this.note = note;
  }

  /** The skeleton, of the image's size. */
  public BitVolume skeleton() {
    return skeleton;
  }

  /** Foreground voxels of the image. */
  public long voxelsBefore() {
    return numbers[0];
  }

  /** Voxels of the skeleton. */
  public long voxelsAfter() {
    return numbers[1];
  }

  /** The number of rounds of 12 subiterations; the last one deleted nothing. */
  public int rounds() {
    return numbers.length - FIRST_ROUND;
  }

  /** The voxels deleted in each round; the last number is 0. */
  public long[] deleted() {
    return Arrays.copyOfRange(numbers, FIRST_ROUND, numbers.length);
  }

  /** The topology of the image, or null unless it was asked for. */
  public Topology topologyBefore() {
    return verified ? new Topology(numbers[2], numbers[3], numbers[4]) : null;
  }

  /** The topology of the skeleton, or null unless it was asked for. */
  public Topology topologyAfter() {
    return verified ? new Topology(numbers[5], numbers[6], numbers[7]) : null;
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
