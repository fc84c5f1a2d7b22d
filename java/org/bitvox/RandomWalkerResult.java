// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The labels that voxels were given, and how exactly their probabilities are known. */
public final class RandomWalkerResult {
  private final RunReport run = new RunReport();
  private int[] labels; // all that follows is written by native code
  private long[] seeds;
  private long[] voxels;
  private long[] iterations;
  private double error;
  private boolean converged;

  RandomWalkerResult() {}

  /** The labels of the seeds, in ascending order. */
  public int[] labels() {
    return labels.clone();
  }

  /** How many voxels are seeds of each label. */
  public long[] seeds() {
    return seeds.clone();
  }

  /** How many voxels got each label, seeds too. */
  public long[] voxels() {
    return voxels.clone();
  }

  /** Of the conjugate gradients for each label; 0 for the last one, which needs none. */
  public long[] iterations() {
    return iterations.clone();
  }

  /** The largest error of a probability, as estimated; 1 where any may be wrong. */
  public double error() {
    return error;
  }

  /** Whether that is at most the accuracy that was asked for. */
  public boolean converged() {
    return converged;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
