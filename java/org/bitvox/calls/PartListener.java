// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import org.bitvox.ProgressListener;

/** Shows one of several pieces of work, one after the other, as a part of the whole. */
public final class PartListener implements ProgressListener {
  private static final long STEPS = 1000;

  private final ProgressListener whole;
  private final int first;
  private final int end;
  private final int parts;

  /** The part with this index, from 0, of parts that are equal. */
  public PartListener(ProgressListener whole, int index, int parts) {
    this(whole, index, index + 1, parts);
  }

  /** The parts from the first one to the one before the end, as one. */
  public PartListener(ProgressListener whole, int first, int end, int parts) {
    this.whole = whole;
    this.first = first;
    this.end = end;
    this.parts = parts;
  }

  @Override
  public boolean keepGoing(long done, long total) {
    if (parts == 1) {
      return whole.keepGoing(done, total);
    }
    long all = (end - first) * STEPS;
    long steps = total == 0 ? all : (long) ((double) done / total * all);
    return whole.keepGoing(first * STEPS + steps, parts * STEPS);
  }

  @Override
  public void say(String words) {
    whole.say(words);
  }

  @Override
  public boolean isStopped() {
    return whole.isStopped();
  }
}
