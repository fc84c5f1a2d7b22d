// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Whether discs or spheres of recorded tracks ever overlap, as {@link Agents#check} finds it. */
public final class AgentOverlaps {
  private long rows; // all are written by native code
  private long frames;
  private long tracks;
  private long mostInFrame;
  private long overlaps;
  private double nearest;
  private long firstFrame;
  private String firstOne;
  private String firstOther;

  AgentOverlaps() {}

  /** Places in the table. */
  public long rows() {
    return rows;
  }

  /** Frames that have one. */
  public long frames() {
    return frames;
  }

  /** Different tracks. */
  public long tracks() {
    return tracks;
  }

  /** The most places in a frame. */
  public long mostInFrame() {
    return mostInFrame;
  }

  /** Pairs in a frame that are nearer to one another than two radii, less a millionth. */
  public long overlaps() {
    return overlaps;
  }

  /** The least distance of two in a frame; infinite if no frame has two. */
  public double nearest() {
    return nearest;
  }

  /** The frame of the first pair that overlaps, as the table has it; -1 for none. */
  public long firstFrame() {
    return firstFrame;
  }

  /** The track of one of that pair. */
  public String firstOne() {
    return firstOne;
  }

  /** The track of the other. */
  public String firstOther() {
    return firstOther;
  }
}
