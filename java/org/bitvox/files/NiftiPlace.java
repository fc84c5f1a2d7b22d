// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Where a NIfTI volume lies, by the rows of a matrix or by a quaternion. */
final class NiftiPlace {
  private static final double NEAR = 1e-5;
  private static final double LONGER = 1e-2;

  private NiftiPlace() {}

  /** Three rows of four numbers; its columns are as long as a voxel. */
  static void ofAffine(VolumeHeader header, double[] rows) {
    double[] direction = new double[9];
    for (int axis = 0; axis < 3; axis++) {
      double length = 0;
      for (int row = 0; row < 3; row++) {
        length = Math.hypot(length, rows[4 * row + axis]);
      }
      if (!(length > 0) || Double.isInfinite(length)) {
        header.notes.add(header.name + ": its sform is no matrix and is left out.");
        return;
      }
      for (int row = 0; row < 3; row++) {
        direction[3 * row + axis] = rows[4 * row + axis] / length;
      }
      header.alsoSpacing(axis, ShortestDecimal.ofComputed(length), "pixdim", "sform");
    }
    place(header, new double[] {rows[3], rows[7], rows[11]}, direction);
  }

  /** Three numbers of a quaternion of length 1, and three of the place. */
  static void ofQuaternion(VolumeHeader header, double[] numbers, int handedness) {
    double b = numbers[0];
    double c = numbers[1];
    double d = numbers[2];
    double rest = 1 - (b * b + c * c + d * d);
    if (rest < -LONGER) {
      header.notes.add(header.name + ": its qform is no rotation and is left out.");
      return;
    }
    double a = Math.sqrt(Math.max(0, rest));
    if (rest < NEAR) { // a half turn, whose numbers were rounded
      double length = Math.sqrt(b * b + c * c + d * d);
      b /= length;
      c /= length;
      d /= length;
      a = 0;
    }
    double[] direction = {
      a * a + b * b - c * c - d * d,
      2 * (b * c - a * d),
      2 * (b * d + a * c) * handedness,
      2 * (b * c + a * d),
      a * a + c * c - b * b - d * d,
      2 * (c * d - a * b) * handedness,
      2 * (b * d - a * c),
      2 * (c * d + a * b),
      (a * a + d * d - b * b - c * c) * handedness
    };
    place(header, new double[] {numbers[3], numbers[4], numbers[5]}, direction);
  }

  private static void place(VolumeHeader header, double[] origin, double[] direction) {
    header.place(origin, direction, "RAS");
  }
}
