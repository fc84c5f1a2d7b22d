// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** How many photons of which energies leave a source. */
public final class Spectrum {
  /** The most energies of one. */
  public static final int MOST_ENERGIES = 10_000;

  private static final double MOST_PHOTONS = 1e100;

  private final double[] energies; // keV
  private final double[] photons;

  private Spectrum(double[] energies, double[] photons) {
    this.energies = energies;
    this.photons = photons;
  }

  /**
   * Photons of one energy, in keV.
   *
   * @throws IllegalArgumentException if it is not above 0
   */
  public static Spectrum of(double energy) {
    return of(new double[] {energy}, new double[] {1});
  }

  /**
   * Photons of several energies.
   *
   * @param energies in keV, each once
   * @param photons as many numbers from 0, in any unit
   * @throws IllegalArgumentException if they are not, or there are no photons
   */
  public static Spectrum of(double[] energies, double[] photons) {
    if (energies.length < 1
        || energies.length > MOST_ENERGIES
        || energies.length != photons.length) {
      throw new IllegalArgumentException(
          "a spectrum has 1 to " + MOST_ENERGIES + " energies, with a number of photons each");
    }
    double all = 0;
    for (int i = 0; i < energies.length; i++) {
      if (!(energies[i] > 0 && energies[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("photon energies are above 0, not " + energies[i]);
      }
      if (!(photons[i] >= 0 && photons[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("numbers of photons are 0 or more, not " + photons[i]);
      }
      all += photons[i];
    }
    if (!(all > 0)) {
      throw new IllegalArgumentException("a spectrum has photons of one energy at least");
    }
    if (!(all <= MOST_PHOTONS)) {
      throw new IllegalArgumentException(
          "the photons of a spectrum add up to " + all + "; up to 1e100 are allowed, in any unit");
    }
    return new Spectrum(energies.clone(), photons.clone());
  }

  /** In keV. */
  public double[] energies() {
    return energies.clone();
  }

  /** Of each energy. */
  public double[] photons() {
    return photons.clone();
  }

  /** Of a photon, in keV. */
  public double meanEnergy() {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < energies.length; i++) {
      sum += photons[i] * energies[i];
      all += photons[i];
    }
    return sum / all;
  }
}
