// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** All {@link Agents} that ever were, by their ids, which count from 1. Frames count from 0. */
public final class AgentLives {
  private long[] first = {}; // all are written by native code
  private long[] last = {};
  private long[] parent = {};

  AgentLives() {}

  /** The largest id. */
  public int count() {
    return first.length;
  }

  /** The first frame in which an agent is there; -1 for none. */
  public long first(int id) {
    return first[id - 1];
  }

  /** The last frame in which it is there; -1 for none. */
  public long last(int id) {
    return last[id - 1];
  }

  /** The id of the agent that divided; 0 for none. */
  public long parent(int id) {
    return parent[id - 1];
  }
}
