// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.stream.DoubleStream;

/** How many voxels have each thickness, and how it was computed. */
public final class LocalThicknessResult {
  private final RunReport run = new RunReport();
  private double[] thickness; // written by native code
  private long[] voxels;

  LocalThicknessResult() {}

  /** Has these voxels instead; false if there are none. */
  boolean countOnly(FloatCounts counts) {
    thickness = DoubleStream.of(thickness).filter(value -> counts.of((float) value) > 0).toArray();
    voxels = DoubleStream.of(thickness).mapToLong(value -> counts.of((float) value)).toArray();
    return thickness.length > 0;
  }

  /** The thicknesses that occur, ascending, in the unit of the voxel size. */
  public double[] thickness() {
    return thickness.clone();
  }

  /** How many voxels have each of them. */
  public long[] voxels() {
    return voxels.clone();
  }

  /** The voxels of the object. */
  public long count() {
    long sum = 0;
    for (long number : voxels) {
      sum += number;
    }
    return sum;
  }

  /** The mean over the voxels. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < thickness.length; i++) {
      sum += thickness[i] * voxels[i];
    }
    return sum / count();
  }

  /** The standard deviation over the voxels, of the population. */
  public double standardDeviation() {
    double mean = mean();
    double sum = 0;
    for (int i = 0; i < thickness.length; i++) {
      sum += (thickness[i] - mean) * (thickness[i] - mean) * voxels[i];
    }
    return Math.sqrt(sum / count());
  }

  /** The least thickness that at least half of the voxels do not exceed. */
  public double median() {
    long left = (count() + 1) / 2;
    int i = 0;
    while (left > voxels[i]) {
      left -= voxels[i++];
    }
    return thickness[i];
  }

  /** The largest thickness. */
  public double largest() {
    return thickness[thickness.length - 1];
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
