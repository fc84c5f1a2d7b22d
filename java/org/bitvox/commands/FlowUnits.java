// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Locale;
import org.bitvox.calls.Scale;

/** How long a voxel and a step are in a real fluid. */
final class FlowUnits {
  /** Of a voxel; 0 where the image has no unit of length that is known. */
  private final double metres;

  private final double seconds;
  private final Scale scale;

  /** Viscosities in voxels squared a step, and of the real fluid in square metres a second. */
  FlowUnits(Scale scale, double viscosity, double kinematic) {
    this.scale = scale;
    metres = scale.metres() * scale.x;
    seconds = viscosity * metres * metres / kinematic;
  }

  boolean known() {
    return metres > 0;
  }

  /** What is said of a unit that is not known; empty where voxels have no size in any. */
  String unknownUnit() {
    return scale.unknownUnit();
  }

  /** So many steps in seconds. */
  double seconds(double steps) {
    return steps * seconds;
  }

  /** A speed, which is given in voxels a step, in metres a second. */
  double speed(double speed) {
    return speed * metres / seconds;
  }

  /** "step 40" or "step 40, 0.00068 s". */
  String step(long step) {
    return "step " + step + (known() ? ", " + three(seconds(step)) + " s" : "");
  }

  /** "0.021 voxels a step", in metres a second too. */
  String words(double speed) {
    String real = known() ? " (" + three(speed(speed)) + " m/s)" : "";
    return three(speed) + " voxels a step" + real;
  }

  /** A number with three digits. */
  static String three(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
