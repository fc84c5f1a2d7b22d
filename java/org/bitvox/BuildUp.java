// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/**
 * What scattered photons add where a beam is broad, in Berger's form: at an optical depth of x the
 * signal is B(x) = 1 + a x exp(b x) times that of a narrow beam.
 *
 * <p>Literature: M. J. Berger, "Energy dissipation and its measurement in dose units", USNRDL,
 * 1956; A. B. Chilton, J. K. Shultis, R. E. Faw, "Principles of Radiation Shielding", 1984.
 */
public final class BuildUp {
  private final double[] energies; // keV, ascending; null: one for all
  private final double[] a;
  private final double[] b;

  private BuildUp(double[] energies, double[] a, double[] b) {
    this.energies = energies;
    this.a = a;
    this.b = b;
  }

  /** The same at every energy. */
  public static BuildUp of(double a, double b) {
    check(0, 1, a, b);
    return new BuildUp(null, new double[] {a}, new double[] {b});
  }

  /**
   * By energy: between two a straight line over the logarithm of the energy, outside the first and
   * the last nothing.
   *
   * @param energies in keV, ascending
   * @param a from 0
   * @param b above -1 and below 1
   * @throws IllegalArgumentException if they are not
   */
  public static BuildUp of(double[] energies, double[] a, double[] b) {
    if (energies.length < 1 || a.length != energies.length || b.length != energies.length) {
      throw new IllegalArgumentException("every energy has two build-up coefficients");
    }
    for (int i = 0; i < energies.length; i++) {
      check(i == 0 ? 0 : energies[i - 1], energies[i], a[i], b[i]);
    }
    return new BuildUp(energies.clone(), a.clone(), b.clone());
  }

  private static void check(double before, double energy, double a, double b) {
    if (!(energy > before && energy < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "energies are above 0 and ascend; " + energy + " does not");
    }
    if (!(a >= 0 && a < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the build-up coefficient a is 0 or more, not " + a);
    }
    if (!(b > -1 && b < 1)) {
      throw new IllegalArgumentException(
          "the build-up coefficient b is above -1 and below 1, not " + b);
    }
  }

  /**
   * a at an energy in keV.
   *
   * @throws IllegalArgumentException if the table does not reach there
   */
  public double a(double energy) {
    return at(energy, a);
  }

  /** b at an energy in keV. */
  public double b(double energy) {
    return at(energy, b);
  }

  private double at(double energy, double[] values) {
    if (energies == null) {
      return values[0];
    }
    int found = Arrays.binarySearch(energies, energy);
    if (found >= 0) {
      return values[found];
    }
    int next = -found - 1;
    if (next == 0 || next == energies.length) {
      throw new IllegalArgumentException(
          "the build-up table has energies from "
              + Material.shortened(energies[0])
              + " to "
              + Material.shortened(energies[energies.length - 1])
              + " keV, but there are photons of "
              + Material.shortened(energy)
              + " keV");
    }
    double low = StrictMath.log(energies[next - 1]);
    double width = StrictMath.log(energies[next]) - low; // 0 if rounding cannot tell them apart
    double part = width > 0 ? (StrictMath.log(energy) - low) / width : 0;
    return values[next - 1] + part * (values[next] - values[next - 1]);
  }
}
