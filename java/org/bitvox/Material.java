// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What attenuates photons: a common material, a formula, or coefficients of one's own.
 *
 * <pre>{@code
 * Material.named("bone_cortical").massAttenuation(60); // cm2/g
 * Material.formula("Ca5(PO4)3OH", 3.16);
 * }</pre>
 *
 * <p>Those of elements are EPDL97's, as xraylib has them, with coherent scattering; those of a
 * mixture are their sum by mass.
 */
public final class Material {
  /** The photon energies of common materials and formulas, in keV. */
  public static final double LEAST_ENERGY = 1;

  /** The largest of them. */
  public static final double LARGEST_ENERGY = 1000;

  private static final double LARGEST_COEFFICIENT = 1e20; // whose products with lengths are finite

  private static final double DENSEST = 1000; // g/cm3: of nothing on Earth

  private static final double WEIGHT_OF_LIGHT = 41; // to calcium
  private static final double MOST_HEAVY = 0.001; // such as iron in blood

  private static final class Named {
    static final Map<String, Material> ALL = read();
  }

  private final String name;
  private final double density; // g/cm3; 0 for coefficients per length
  private final Map<String, Double> parts; // by mass; null for coefficients of one's own
  private final AttenuationCurve own; // cm2/g, or per cm without a density; null for elements
  private final double coefficient; // per unit of length, without either

  private Material(
      String name,
      double density,
      Map<String, Double> parts,
      AttenuationCurve own,
      double coefficient) {
    this.name = name;
    this.density = density;
    this.parts = parts;
    this.own = own;
    this.coefficient = coefficient;
  }

  /**
   * A common material by its name, or an element by its symbol, with its density.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Material named(String name) {
    Material material = Named.ALL.get(name);
    if (material != null) {
      return material;
    }
    Elements.Element element = Elements.of(name);
    if (element == null) {
      throw new IllegalArgumentException("there is no material '" + name + "'");
    }
    return formula(name, element.density);
  }

  /** The names of all common materials. */
  public static List<String> names() {
    return Collections.unmodifiableList(new ArrayList<>(Named.ALL.keySet()));
  }

  /**
   * A compound.
   *
   * @param formula such as Ca5(PO4)3OH
   * @param density in g/cm3
   * @throws IllegalArgumentException if it is no formula, or the density is out of range
   */
  public static Material formula(String formula, double density) {
    return new Material(formula, checked(density), ChemicalFormula.parts(formula), null, 0);
  }

  /**
   * Mass attenuation coefficients of one's own, between which they are powers of the energy.
   *
   * @param energies in keV, ascending; an edge is given twice
   * @param values in cm2/g, above 0
   * @param density in g/cm3
   * @throws IllegalArgumentException if they are not
   */
  public static Material table(String name, double[] energies, double[] values, double density) {
    return new Material(name, checked(density), null, curve(energies, values), 0);
  }

  /** The same of linear attenuation coefficients, in 1/cm. */
  public static Material linearTable(String name, double[] energies, double[] values) {
    return new Material(name, 0, null, curve(energies, values), 0);
  }

  /**
   * The same coefficient at every energy.
   *
   * @param perLength for a length of 1 of the image's unit
   * @throws IllegalArgumentException if it is negative, no number, or above 1e20
   */
  public static Material constant(double perLength) {
    if (!(perLength >= 0 && perLength <= LARGEST_COEFFICIENT)) {
      throw new IllegalArgumentException(
          "an attenuation coefficient is a number from 0 to 1e20, not " + perLength);
    }
    return new Material("mu:" + perLength, 0, null, null, perLength);
  }

  /** The same material with another density, in g/cm3. */
  public Material withDensity(double value) {
    if (density == 0) {
      throw new IllegalArgumentException(
          name + " has coefficients per length, which need no density");
    }
    return new Material(name, checked(value), parts, own, coefficient);
  }

  /** Its name or formula. */
  public String name() {
    return name;
  }

  /** In g/cm3; 0 if its coefficients are per length. */
  public double density() {
    return density;
  }

  /** Whether it is known per unit of the image's length alone, whatever that is. */
  public boolean isConstant() {
    return parts == null && own == null;
  }

  /**
   * The attenuation coefficient of a narrow beam, per unit of length.
   *
   * @param energy in keV
   * @param centimetres the length of a unit
   * @throws IllegalArgumentException if the energy is not in the table
   */
  public double attenuation(double energy, double centimetres) {
    if (isConstant()) {
      return coefficient;
    }
    return (density == 0 ? own.at(within(energy)) : density * massAttenuation(energy))
        * centimetres;
  }

  /**
   * The mass attenuation coefficient, in cm2/g, with coherent scattering.
   *
   * @param energy in keV
   * @throws IllegalArgumentException if the energy is not in the table, or there is no density
   */
  public double massAttenuation(double energy) {
    if (density == 0) {
      throw new IllegalArgumentException(name + " has coefficients per length");
    }
    within(energy);
    if (own != null) {
      return own.at(energy);
    }
    double sum = 0;
    for (Map.Entry<String, Double> part : parts.entrySet()) {
      sum += part.getValue() * Elements.of(part.getKey()).total.at(energy);
    }
    return sum;
  }

  /**
   * The mass energy-transfer coefficient, in cm2/g: what electrons get of the photons' energy.
   * Without what they lose as bremsstrahlung and fluorescence, so that it is for light elements, of
   * which the error is at most 2 %.
   *
   * @param energy in keV
   * @throws IllegalArgumentException if the energy is not in the table, or this is not a material
   *     of known elements up to calcium
   */
  public double massEnergyTransfer(double energy) {
    if (parts == null || heavyPart() > MOST_HEAVY) {
      throw new IllegalArgumentException(
          "a dose in "
              + name
              + " is not known; choose one of light elements, such as air or water");
    }
    within(energy);
    double sum = 0;
    for (Map.Entry<String, Double> part : parts.entrySet()) {
      sum += part.getValue() * Elements.of(part.getKey()).transfer.at(energy);
    }
    return sum;
  }

  private double heavyPart() {
    return parts.entrySet().stream()
        .filter(part -> Elements.of(part.getKey()).weight > WEIGHT_OF_LIGHT)
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private double within(double energy) {
    double least = own != null ? own.first() : LEAST_ENERGY;
    double largest = own != null ? own.last() : LARGEST_ENERGY;
    if (!(energy >= least && energy <= largest)) {
      throw new IllegalArgumentException(
          name
              + " has coefficients from "
              + shortened(least)
              + " to "
              + shortened(largest)
              + " keV, not at "
              + shortened(energy)
              + " keV");
    }
    return energy;
  }

  static String shortened(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? String.valueOf(value)
        : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static double checked(double density) {
    if (!(density > 0 && density <= DENSEST)) {
      throw new IllegalArgumentException(
          "a density is above 0 and at most 1000 g/cm3, not " + density);
    }
    return density;
  }

  private static AttenuationCurve curve(double[] energies, double[] values) {
    if (energies.length < 2 || energies.length != values.length) {
      throw new IllegalArgumentException("a table has 2 energies or more, with a value each");
    }
    for (int i = 0; i < energies.length; i++) {
      if (!(energies[i] > 0 && energies[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("energies are above 0, not " + energies[i]);
      }
      if (!(values[i] > 0 && values[i] <= LARGEST_COEFFICIENT)) {
        throw new IllegalArgumentException(
            "coefficients are above 0 and at most 1e20, not " + values[i]);
      }
      boolean third = i > 1 && energies[i] == energies[i - 2];
      if (i > 0 && energies[i] < energies[i - 1] || third) {
        throw new IllegalArgumentException(
            "energies must ascend, and an edge has two rows: " + energies[i] + " is out of order");
      }
    }
    if (energies[0] == energies[energies.length - 1]) {
      throw new IllegalArgumentException("a table has 2 energies or more, with a value each");
    }
    return new AttenuationCurve(energies.clone(), values.clone());
  }

  private static Map<String, Material> read() {
    Map<String, Material> all = new LinkedHashMap<>();
    for (String line : Elements.lines("materials.txt")) {
      String[] words = line.split(" ");
      double density = Double.parseDouble(words[1]);
      Map<String, Double> parts = new LinkedHashMap<>();
      if (words[2].contains("=")) {
        for (String part : Arrays.asList(words).subList(2, words.length)) {
          String[] two = part.split("=");
          parts.put(two[0], Double.parseDouble(two[1]));
        }
      } else {
        parts.putAll(ChemicalFormula.parts(words[2]));
      }
      all.put(words[0], new Material(words[0], density, parts, null, 0));
    }
    return all;
  }
}
