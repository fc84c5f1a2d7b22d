// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * One flow through a pore space. Velocities are multiplied by the viscosity and divided by the
 * pressure gradient: they are in voxels squared, as is the permeability, their mean over all
 * voxels. Without pores that carry fluid all but Kozeny and Carman's estimate is 0.
 */
public final class PermeabilityFlow {
  private int axis; // all of this is written by native code
  private boolean mirroredEnds;
  private double kozenyCarman;
  private long connected;
  private double[] permeability;
  private double poresAtSides;
  private double meanVelocity;
  private double maxVelocity;
  private long steps;
  private double seconds;
  private double tau;
  private double spread;
  private double change;
  private long changeSteps;
  private boolean steady;
  private double halfPermeability;
  private double halfPorosity;
  private boolean halfSteady;

  PermeabilityFlow() {}

  /** Of the pressure gradient: 0, 1, 2 for x, y, z. */
  public int axis() {
    return axis;
  }

  /** Whether its mirror image is beyond the ends of the volume. */
  public boolean mirroredEnds() {
    return mirroredEnds;
  }

  /**
   * The permeability that Kozeny and Carman expect, in voxels squared: porosity^3 / (5 S^2), where
   * S is the surface of the pores over the volume, with the walls beside this flow. Infinite
   * without a surface.
   */
  public double kozenyCarman() {
    return kozenyCarman;
  }

  /** Pore voxels that carry fluid. */
  public long connected() {
    return connected;
  }

  /** Along x, y and z, in voxels squared: a column of the permeability tensor. */
  public double[] permeability() {
    return permeability.clone();
  }

  /** The permeability along the axis, in voxels squared. */
  public double along() {
    return permeability[axis];
  }

  /** The part of the four sides that pores touch, 0 to 1. */
  public double poresAtSides() {
    return poresAtSides;
  }

  /** The mean velocity along the axis in the pores that carry fluid. */
  public double meanVelocity() {
    return meanVelocity;
  }

  /** The largest speed. */
  public double maxVelocity() {
    return maxVelocity;
  }

  /** Steps on the given voxels; before them came some on coarser ones. */
  public long steps() {
    return steps;
  }

  /** How long it took. */
  public double seconds() {
    return seconds;
  }

  /** The relaxation time. */
  public double tau() {
    return tau;
  }

  /** Of the flux through the planes across the flow, root mean square over mean: mass balance. */
  public double spread() {
    return spread;
  }

  /** Of k over the last {@link #changeSteps}, relative. */
  public double change() {
    return change;
  }

  /** Steps over which the change of k was looked at. */
  public long changeSteps() {
    return changeSteps;
  }

  /** False if the most steps that were allowed came first. */
  public boolean steady() {
    return steady;
  }

  /**
   * With {@link Permeability#refine}, the permeability along the axis of the pores at half the
   * resolution, in the given voxels squared; 0 where they join nothing, and infinite where no solid
   * is left and the sides are no walls.
   */
  public double halfAlong() {
    return halfPermeability;
  }

  /** The part of the volume that carries fluid at half the resolution. */
  public double halfPorosity() {
    return halfPorosity;
  }

  /** False if the most steps that were allowed came first at half the resolution. */
  public boolean halfSteady() {
    return halfSteady;
  }
}
