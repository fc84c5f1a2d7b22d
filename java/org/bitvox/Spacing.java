// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The size of a voxel along each axis, in any unit. */
final class Spacing {
  double x = 1; // all are read by native code
  double y = 1;
  double z = 1;

  Spacing() {}

  Spacing(double x, double y, double z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
}
