// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import org.bitvox.LabelObjects;
import org.bitvox.calls.Scale;

/**
 * The axes of the ellipsoid, or ellipse, that has the same second moments as an object's voxel
 * centres: full lengths, longest first, and directions. One voxel has none.
 */
final class LabelAxes {
  private static final int SWEEPS = 30; // it converges quadratically: six are enough

  private static final double SMALL = 1e-9; // of the largest variance; rounding leaves 1e-15 or so

  private static final double ROUNDING = 1e-12; // less of a unit vector is what rounding left

  private final double[] lengths = new double[3];
  private final double[][] directions = new double[3][3];

  /** By Jacobi's rotations, of object `index`. */
  LabelAxes(LabelObjects objects, int index, Scale scale, boolean flat) {
    double[] covariances = objects.covariances(index);
    double[] size = {scale.x, scale.y, flat ? 0 : scale.z};
    double[][] m = new double[3][3];
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        double covariance = covariances[a == b ? a : 6 - a - b];
        m[a][b] = covariance * size[a] * size[b];
      }
    }
    double[][] axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; // columns
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      rotate(m, axes, 0, 1);
      rotate(m, axes, 0, 2);
      rotate(m, axes, 1, 2);
    }
    Integer[] order = flat ? new Integer[] {0, 1} : new Integer[] {0, 1, 2};
    Arrays.sort(order, (a, b) -> Double.compare(m[b][b], m[a][a]));
    double factor = flat ? 4 : Math.sqrt(20);
    for (int i = 0; i < order.length; i++) {
      int from = order[i];
      double variance = m[from][from];
      // What is so small may be what rounding left of 0; then whole numbers decide.
      boolean none = variance < SMALL * m[order[0]][order[0]] && i >= objects.dimensions(index);
      lengths[i] = none ? 0 : factor * Math.sqrt(Math.max(0, variance));
      for (int k = 0; k < 3; k++) {
        directions[i][k] = Math.abs(axes[k][from]) < ROUNDING ? 0 : axes[k][from];
      }
      makePositive(directions[i]);
    }
  }

  /** Of two opposite vectors, the one whose first coordinate of note is positive. */
  private static void makePositive(double[] vector) {
    for (double coordinate : vector) {
      if (Math.abs(coordinate) > 1e-9) {
        for (int k = 0; k < 3 && coordinate < 0; k++) {
          vector[k] = 0 - vector[k];
        }
        return;
      }
    }
  }

  private static void rotate(double[][] m, double[][] axes, int p, int q) {
    if (m[p][q] == 0) {
      return;
    }
    double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int i = 0; i < 3; i++) {
      turn(m[i], p, q, c, s);
    }
    for (int i = 0; i < 3; i++) {
      double a = m[p][i];
      double b = m[q][i];
      m[p][i] = c * a - s * b;
      m[q][i] = s * a + c * b;
    }
    for (double[] row : axes) {
      turn(row, p, q, c, s);
    }
  }

  private static void turn(double[] row, int p, int q, double c, double s) {
    double a = row[p];
    double b = row[q];
    row[p] = c * a - s * b;
    row[q] = s * a + c * b;
  }

  /** Of axis 0, the longest, 1 or 2; 0 where there is none. */
  double length(int axis) {
    return lengths[axis];
  }

  /** A unit vector along it. */
  double[] direction(int axis) {
    return directions[axis].clone();
  }
}
