// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What happened to {@link Agents}: numbers for each frame, of the steps since the frame before.
 * Frames count from 0.
 */
public final class AgentCounts {
  private long[] step = {}; // all are written by native code
  private long[] agents = {};
  private long[] asked = {};
  private long[] refusedWalls = {};
  private long[] refusedPlaces = {};
  private long[] refusedRequests = {};
  private long[] divisions = {};
  private double[] squaredDisplacement = {};

  AgentCounts() {}

  /** How many there are. */
  public int frames() {
    return step.length;
  }

  /** Steps before a frame. */
  public long step(int frame) {
    return step[frame];
  }

  /** Agents that are there in a frame. */
  public long agents(int frame) {
    return agents[frame];
  }

  /** Moves, or parts of moves, that were asked for. */
  public long asked(int frame) {
    return asked[frame];
  }

  /** Those refused because they led into a wall or out of the arena. */
  public long refusedWalls(int frame) {
    return refusedWalls[frame];
  }

  /** Those of the others refused because of where another agent was. */
  public long refusedPlaces(int frame) {
    return refusedPlaces[frame];
  }

  /** Those of the rest refused because of where another agent wanted to be. */
  public long refusedRequests(int frame) {
    return refusedRequests[frame];
  }

  /** All that were refused. */
  public long refused(int frame) {
    return refusedWalls[frame] + refusedPlaces[frame] + refusedRequests[frame];
  }

  /** Agents that divided. */
  public long divisions(int frame) {
    return divisions[frame];
  }

  /**
   * The mean of the squared distances from the first frame, over the agents of both; NaN if none is
   * in both.
   */
  public double squaredDisplacement(int frame) {
    return squaredDisplacement[frame];
  }
}
