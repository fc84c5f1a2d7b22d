// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What can be said of a flow before anything flows. */
public final class FlowExpectation {
  private double fluid; // all of this is written by native code
  private double length;
  private double speed;
  private double mach;
  private double cellReynolds;
  private FlowVector force;
  private boolean deadEnd;

  FlowExpectation() {}

  /** In voxels, parts of them too. */
  public double fluid() {
    return fluid;
  }

  /** Of the Reynolds number, in voxels. */
  public double length() {
    return length;
  }

  /** At most, about: that in a pipe of the hydraulic diameter, and of the walls. */
  public double speed() {
    return speed;
  }

  /** The Mach number of that speed. */
  public double mach() {
    return mach;
  }

  /** The Reynolds number of one voxel: that speed over the viscosity. */
  public double cellReynolds() {
    return cellReynolds;
  }

  /** That acts on a voxel of fluid: x, y and z, which need not have been given. */
  public double[] force() {
    return force.parts();
  }

  /**
   * Whether nothing but a force drives it, and no fluid joins the ends along the force: it will
   * come to rest. False where sides are periodic, through which there may be a way.
   */
  public boolean deadEnd() {
    return deadEnd;
  }
}
