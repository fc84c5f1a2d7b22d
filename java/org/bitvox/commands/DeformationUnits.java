// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.calls.Scale;

/**
 * What the numbers of a deformation are in N, mJ and s: it is computed with lengths in the image's
 * unit, moduli in MPa and densities in g/cm^3.
 */
final class DeformationUnits {
  private static final double MILLIMETRES = 1000; // in a metre

  /** The root of g/cm^3 over MPa, in seconds per millimetre. */
  private static final double SECONDS = Math.sqrt(1e-9);

  private final Scale scale;
  private final double millimetres; // in the unit of lengths

  DeformationUnits(Scale scale) {
    this.scale = scale;
    millimetres = scale.metres() > 0 ? MILLIMETRES * scale.metres() : 1;
  }

  double newtons(double force) {
    return force * millimetres * millimetres;
  }

  double millijoules(double energy) {
    return energy * millimetres * millimetres * millimetres;
  }

  double seconds(double time) {
    return time * millimetres * SECONDS;
  }

  /** The way back. */
  double ofSeconds(double seconds) {
    return seconds / (millimetres * SECONDS);
  }

  /** Of a momentum, as force times time. */
  double newtonSeconds(double momentum) {
    return newtons(1) * seconds(1) * momentum;
  }

  /** The name of the unit of lengths. */
  String length() {
    return scale.calibrated() ? scale.unit : "voxels";
  }

  /** A sentence if the unit is not known; or empty. */
  String note() {
    if (scale.metres() > 0) {
      return "";
    }
    return scale.calibrated()
        ? scale.unknownUnit() + ": forces, energies and times are as if it were mm."
        : "The image has no voxel size: forces, energies and times are as if a voxel were 1 mm.";
  }
}
