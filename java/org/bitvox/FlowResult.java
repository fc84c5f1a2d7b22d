// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What a flow came to. */
public final class FlowResult {
  private RunReport run; // all of this is written by native code
  private double fluid;
  private long steps;
  private double seconds;
  private double tau;
  private double length;
  private FlowVector meanVelocity;
  private double maxSpeed;
  private double massChange;
  private double reynolds;
  private double mach;
  private long machStep;
  private double change;
  private long steadyStep;
  private double steadyChange;
  private double overlap;
  private long overlapSteps;

  FlowResult() {}

  /** In voxels, parts of them too. */
  public double fluid() {
    return fluid;
  }

  /** All that were asked for, those through a steady flow too. */
  public long steps() {
    return steps;
  }

  /** That it took. */
  public double seconds() {
    return seconds;
  }

  /** The relaxation time: 3 viscosity + 1/2. */
  public double tau() {
    return tau;
  }

  /** Of the Reynolds number, in voxels. */
  public double length() {
    return length;
  }

  /** At the end, over the fluid: x, y and z, in voxels a step. */
  public double[] meanVelocity() {
    return meanVelocity.parts();
  }

  /** At the end, of the fluid or of a moving face. */
  public double maxSpeed() {
    return maxSpeed;
  }

  /** How much more there is of the fluid than at the beginning, relative. */
  public double massChange() {
    return massChange;
  }

  /** The largest speed at the end, times the length, over the viscosity. */
  public double reynolds() {
    return reynolds;
  }

  /** Of the largest speed that was seen, every 50 steps. */
  public double mach() {
    return mach;
  }

  /** The step at which it was seen; 0 where it is that of moving faces, from the beginning. */
  public long machStep() {
    return machStep;
  }

  /**
   * Of the mean velocity in the last tenth of the steps, or in the last third of those up to {@link
   * #steadyStep} if it was reached, relative: small where it is steady.
   */
  public double change() {
    return change;
  }

  /** The step at which the flow was found to be steady; 0 where it was not, or not looked for. */
  public long steadyStep() {
    return steadyStep;
  }

  /**
   * Where a steady flow was looked for: the largest change of velocities in the last third of the
   * steps that was looked at as a whole, as {@link Flow#steady} has it; else 0.
   */
  public double steadyChange() {
    return steadyChange;
  }

  /** The largest overlap of a free body at the end of any step, in voxels. */
  public double overlap() {
    return overlap;
  }

  /** How many steps ended with an overlap of more than 0.05 voxels. */
  public long overlapSteps() {
    return overlapSteps;
  }

  /** The backend that did the work, and a note about it. */
  public RunReport run() {
    return run;
  }
}
