// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.Locale;

/** What is said of the place of a volume, and the same place in another space. */
final class PlacementWords {
  private static final double NEAR = 1e-4;
  private static final double NEARLY_RIGHT = 1e-3;

  private PlacementWords() {}

  /** The directions of axes along those of the space. */
  static double[] straight() {
    return new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
  }

  /** The same place in the words of another space, LPS or RAS. */
  static Placement in(Placement place, String space) {
    boolean ras = place.space.equals("RAS");
    if (ras == space.equals("RAS")) {
      return place;
    }
    double[] origin = place.origin.clone();
    double[] direction = place.direction.clone();
    for (int i = 0; i < 6; i++) {
      direction[i] = 0 - direction[i]; // of the first two rows; never -0
    }
    origin[0] = 0 - origin[0];
    origin[1] = 0 - origin[1];
    return new Placement(origin, direction, space);
  }

  /** What a user must know about it, of a file of this name; else empty. */
  static String note(Placement place, String name) {
    double[] d = place.direction;
    String[] along = {along(d, 0), along(d, 1), along(d, 2)};
    String kept = "; the voxels are in the order of the file.";
    if (!isRight(d)) {
      return "The axes of "
          + name
          + " are not at right angles, but are measured as if they were"
          + kept;
    }
    if (along[0] == null || along[1] == null || along[2] == null) {
      return "The axes of " + name + " are rotated in space" + kept;
    }
    if (along[0].equals("+x") && along[1].equals("+y") && along[2].equals("+z")) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "The axes x, y and z of %s run along %s, %s and %s in space%s",
        name,
        along[0],
        along[1],
        along[2],
        kept);
  }

  /** "-y", or null where it is oblique. */
  private static String along(double[] direction, int axis) {
    for (int row = 0; row < 3; row++) {
      double value = direction[3 * row + axis];
      if (Math.abs(Math.abs(value) - 1) <= NEAR) {
        return (value > 0 ? "+" : "-") + "xyz".charAt(row);
      }
    }
    return null;
  }

  /** Whether the columns are at right angles. */
  static boolean isRight(double[] direction) {
    for (int a = 0; a < 3; a++) {
      int b = (a + 1) % 3;
      double dot = 0;
      for (int row = 0; row < 3; row++) {
        dot += direction[3 * row + a] * direction[3 * row + b];
      }
      if (!(Math.abs(dot) <= NEARLY_RIGHT)) {
        return false;
      }
    }
    return true;
  }
}
