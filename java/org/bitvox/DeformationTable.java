// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * Forces, energies and momentum of a {@link Deformation}, for each frame from 0. With millimetres,
 * megapascals and tonnes per cubic millimetre, forces are in N, energies in mJ, momentum is in N s,
 * and times are in s.
 */
public final class DeformationTable {
  private long[] step = {}; // all are written by native code
  private double[] time = {};
  private double[] strain = {};
  private double[] displacement = {};
  private double[] nearForce = {};
  private double[] farForce = {};
  private double[] elasticEnergy = {};
  private double[] kineticEnergy = {};
  private double[] momentumX = {};
  private double[] momentumY = {};
  private double[] momentumZ = {};

  DeformationTable() {}

  /** How many there are. */
  public int frames() {
    return step.length;
  }

  /** Steps before a frame. */
  public long step(int frame) {
    return step[frame];
  }

  /** The time that these steps take. */
  public double time(int frame) {
    return time[frame];
  }

  /** The far plate's or the ball's way so far over the length of the body. */
  public double strain(int frame) {
    return strain[frame];
  }

  /** This way. */
  public double displacement(int frame) {
    return displacement[frame];
  }

  /** With which the body pushes on the near plate, along the load; positive if it resists it. */
  public double nearForce(int frame) {
    return nearForce[frame];
  }

  /** The same on the far plate, or on the ball. */
  public double farForce(int frame) {
    return farForce[frame];
  }

  /** Stored in the deformed body. */
  public double elasticEnergy(int frame) {
    return elasticEnergy[frame];
  }

  /** Of the motion of all nodes. */
  public double kineticEnergy(int frame) {
    return kineticEnergy[frame];
  }

  /**
   * The momentum of all nodes.
   *
   * @param axis 0, 1 or 2: x, y or z
   */
  public double momentum(int frame, int axis) {
    return (axis == 0 ? momentumX : axis == 1 ? momentumY : momentumZ)[frame];
  }
}
