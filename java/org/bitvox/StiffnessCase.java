// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * One load case. Moduli are in the unit of the materials' moduli, lengths in that of the voxel
 * size: with MPa and mm forces are in newtons. Of a tensor, which has no plates, there are no
 * forces and no stiffness.
 */
public final class StiffnessCase {
  private int axis; // all of this is written by native code
  private long elements;
  private double modulus;
  private double stiffness;
  private double[] force;
  private double failureForce;
  private double hashinShtrikmanUpper;
  private double hashinShtrikmanLower;
  private long iterations;
  private double error;
  private double residual;
  private boolean converged;
  private double seconds;

  StiffnessCase() {}

  /**
   * The axis across the plates: 0, 1, 2 for x, y, z. Of a tensor 0 to 2 stretch along x, y, z, and
   * 3 to 5 shear yz, xz, xy.
   */
  public int axis() {
    return axis;
  }

  /** Voxels that carry the load: joined to both plates by faces. */
  public long elements() {
    return elements;
  }

  /** The stress on the plates over the strain; 0 if nothing joins the plates. */
  public double modulus() {
    return modulus;
  }

  /** The force along the load over the distance that the plates have moved. */
  public double stiffness() {
    return stiffness;
  }

  /** On the far plate along x, y and z, at the strain of the options. */
  public double[] force() {
    return force.clone();
  }

  /** The size of the force along the load at which the body fails, by Pistoia's rule. */
  public double failureForce() {
    return failureForce;
  }

  /**
   * The largest modulus of an isotropic body of two materials, or of one and nothing, with as much
   * of them as carries the load, by Hashin and Shtrikman. Of more materials, and of densities, it
   * is Voigt's bound.
   */
  public double hashinShtrikmanUpper() {
    return hashinShtrikmanUpper;
  }

  /** The smallest modulus of such a body; of more materials it is Reuss's bound. */
  public double hashinShtrikmanLower() {
    return hashinShtrikmanLower;
  }

  /** Of the conjugate gradients. */
  public long iterations() {
    return iterations;
  }

  /** Of the modulus, as a part of it, as estimated. */
  public double error() {
    return error;
  }

  /** The norm of the forces that are not balanced, over that at the start. */
  public double residual() {
    return residual;
  }

  /** False if the largest number of iterations came first. */
  public boolean converged() {
    return converged;
  }

  /** How long it took. */
  public double seconds() {
    return seconds;
  }
}
