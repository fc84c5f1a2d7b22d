// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Three parts of something with a direction. */
final class FlowVector {
  private double x; // all are read and written by native code
  private double y;
  private double z;

  FlowVector() {}

  FlowVector(double x, double y, double z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  double[] parts() {
    return new double[] {x, y, z};
  }
}
