// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.List;

/**
 * A beam of photons by energy, what materials do to it, and what it is measured by: the numbers
 * that an attenuation follows from.
 */
public final class PhotonBeam {
  /** What a detector makes of a photon. */
  public enum Detector {
    /** It adds up the energies: flat panels with a scintillator. */
    ENERGY,
    /** It counts photons, all alike. */
    PHOTONS
  }

  /** Joules a keV, by grams a kilogram: of keV cm2/g it makes Gy cm2. */
  private static final double GRAY = 1.602176634e-13;

  private final double[] photons;
  private final double[] response;
  private final double[] attenuation;
  private final double[] buildUpA;
  private final double[] buildUpB;

  private PhotonBeam(
      Spectrum spectrum,
      double[] response,
      List<Material> materials,
      double centimetres,
      BuildUp buildUp) {
    double[] energies = spectrum.energies();
    this.photons = spectrum.photons();
    this.response = response;
    this.attenuation = new double[energies.length * materials.size()];
    int factors = buildUp == null ? 0 : energies.length;
    this.buildUpA = new double[factors];
    this.buildUpB = new double[factors];
    for (int k = 0; k < energies.length; k++) {
      for (int m = 0; m < materials.size(); m++) {
        Material material = materials.get(m);
        checkUnit(material, centimetres);
        attenuation[k * materials.size() + m] = material.attenuation(energies[k], centimetres);
      }
      if (buildUp != null) {
        buildUpA[k] = buildUp.a(energies[k]);
        buildUpB[k] = buildUp.b(energies[k]);
      }
    }
  }

  private static void checkUnit(Material material, double centimetres) {
    if (!material.isConstant() && !(centimetres > 0)) {
      throw new IllegalArgumentException(
          "the unit of length is not known, which the coefficients of "
              + material.name()
              + " need; give the image one, such as mm, or a coefficient per length, such as"
              + " mu:0.2");
    }
  }

  /**
   * In front of a detector.
   *
   * @param materials in the order of their lengths
   * @param centimetres a unit of length; 0 if it is not known
   * @param buildUp or null for a narrow beam
   * @throws IllegalArgumentException if a material has no coefficient at an energy, or the unit is
   *     not known and one needs it
   */
  public static PhotonBeam of(
      Spectrum spectrum,
      Detector detector,
      List<Material> materials,
      double centimetres,
      BuildUp buildUp) {
    double[] response = spectrum.energies();
    if (detector == Detector.PHOTONS) {
      Arrays.fill(response, 1);
    }
    return new PhotonBeam(spectrum, response, materials, centimetres, buildUp);
  }

  /**
   * At a point: the response is the kerma of a photon per cm2, in Gy cm2.
   *
   * @param absorber what the dose is in, such as air or water
   * @throws IllegalArgumentException as above, and if the absorber has no energy-transfer
   *     coefficients
   */
  public static PhotonBeam dose(
      Spectrum spectrum,
      Material absorber,
      List<Material> materials,
      double centimetres,
      BuildUp buildUp) {
    double[] response = spectrum.energies();
    for (int k = 0; k < response.length; k++) {
      response[k] *= absorber.massEnergyTransfer(response[k]) * GRAY;
    }
    return new PhotonBeam(spectrum, response, materials, centimetres, buildUp);
  }

  /** Photons of each energy. */
  public double[] photons() {
    return photons.clone();
  }

  /** The signal of one photon of each energy. */
  public double[] response() {
    return response.clone();
  }

  /** Coefficients per unit of length: all materials at the first energy, then at the next. */
  public double[] attenuation() {
    return attenuation.clone();
  }

  /** Of each energy; none for a narrow beam. */
  public double[] buildUpA() {
    return buildUpA.clone();
  }

  /** Of each energy; none for a narrow beam. */
  public double[] buildUpB() {
    return buildUpB.clone();
  }
}
