// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** A curve skeleton and how it was computed. Close it when done: it owns the skeleton. */
public final class Skeleton3DResult implements AutoCloseable {
  private final BitVolume skeleton;
  private final RunReport run = new RunReport();
  private long voxelsBefore; // all that follows is written by native code
  private long voxelsAfter;
  private long[] deleted;
  private Topology topologyBefore;
  private Topology topologyAfter;

  Skeleton3DResult(BitVolume skeleton) {
    this.skeleton = skeleton;
  }

  /** The skeleton, of the image's size. */
  public BitVolume skeleton() {
    return skeleton;
  }

  /** Foreground voxels of the image. */
  public long voxelsBefore() {
    return voxelsBefore;
  }

  /** Voxels of the skeleton. */
  public long voxelsAfter() {
    return voxelsAfter;
  }

  /** The number of rounds of 12 subiterations; the last one deleted nothing. */
  public int rounds() {
    return deleted.length;
  }

  /** The voxels deleted in each round; the last number is 0. */
  public long[] deleted() {
    return deleted.clone();
  }

  /** The topology of the image, or null unless it was asked for. */
  public Topology topologyBefore() {
    return topologyBefore;
  }

  /** The topology of the skeleton, or null unless it was asked for. */
  public Topology topologyAfter() {
    return topologyAfter;
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
