// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** Rotations as four numbers. */
final class Quaternions {
  private Quaternions() {}

  /**
   * Of three columns of length 1 at right angles, row by row.
   *
   * @return four numbers of which the first is not negative, and -1 if z runs the other way, else 1
   */
  static double[] of(double[] m) {
    double determinant =
        m[0] * (m[4] * m[8] - m[5] * m[7])
            - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6]);
    double hand = determinant < 0 ? -1 : 1;
    double[] r = m.clone();
    for (int row = 0; row < 3; row++) {
      r[3 * row + 2] *= hand;
    }
    double[] squares = {
      1 + r[0] + r[4] + r[8], 1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8], 1 - r[0] - r[4] + r[8]
    };
    int largest = 0;
    for (int i = 1; i < 4; i++) {
      largest = squares[i] > squares[largest] ? i : largest;
    }
    double[][] products = { // four times those of the largest with the others
      {squares[0], r[7] - r[5], r[2] - r[6], r[3] - r[1]},
      {r[7] - r[5], squares[1], r[1] + r[3], r[2] + r[6]},
      {r[2] - r[6], r[1] + r[3], squares[2], r[5] + r[7]},
      {r[3] - r[1], r[2] + r[6], r[5] + r[7], squares[3]}
    };
    double[] quaternion = new double[5];
    double twice = Math.sqrt(squares[largest]);
    double sign = products[largest][0] < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
      quaternion[i] = sign * products[largest][i] / (2 * twice);
    }
    quaternion[4] = hand;
    return quaternion;
  }
}
