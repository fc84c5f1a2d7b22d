// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bitvox.Material;
import org.bitvox.files.CsvFile;
import org.bitvox.files.InputFiles;
import org.bitvox.files.Messages;

/**
 * Reads what users call materials: bone_cortical, lung@0.26, Ca5(PO4)3OH@3.16, alloy.csv@2.7,
 * alloy.csv, mu:0.2 and vacuum.
 */
final class RadiographMaterials {
  private static final String ENERGY = RadiographTables.ENERGY;
  private static final String MASS = "Mass attenuation (cm2/g)";
  private static final String LINEAR = "Attenuation (1/cm|cm-1)";
  private static final String HOW =
      "use a name such as water, with a density in g/cm3 lung@0.26, a formula with its density"
          + " Ca5(PO4)3OH@3.16, a table alloy.csv@2.7, or a coefficient per unit of length mu:0.2";

  private RadiographMaterials() {}

  /**
   * Several, with commas between them.
   *
   * @throws IOException if a table cannot be read
   * @throws IllegalArgumentException if one is none, with a sentence
   */
  static List<Material> list(String words) throws IOException {
    List<Material> materials = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      materials.add(of(word.trim()));
    }
    return materials;
  }

  /** Whether all are coefficients per length, which need no unit that is known. */
  static boolean isConstant(String words) {
    return words.matches("([^,]*(mu:|vacuum)[^,]*,?)*");
  }

  /** Those that may be tables. */
  static List<String> files(String words) {
    List<String> files = new ArrayList<>();
    for (String word : words.split(",")) {
      String name = word.trim().replaceFirst("^[0-9]+:", "").replaceFirst("@[^@]*$", "");
      if (name.toLowerCase(Locale.ROOT).endsWith(".csv")) {
        files.add(name);
      }
    }
    return files;
  }

  /** One of them. */
  static Material of(String word) throws IOException {
    if (word.equals("vacuum")) {
      return Material.constant(0);
    }
    if (word.startsWith("mu:")) {
      return Material.constant(number(word.substring(3), word));
    }
    int at = word.lastIndexOf('@');
    String name = at < 0 ? word : word.substring(0, at);
    if (name.toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return at < 0 ? linear(name) : mass(name, number(word.substring(at + 1), word));
    }
    if (at < 0) {
      return known(name, word);
    }
    double density = number(word.substring(at + 1), word);
    return Material.names().contains(name)
        ? Material.named(name).withDensity(density)
        : compound(name, word, density);
  }

  private static Material known(String name, String word) {
    try {
      return Material.named(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(unknown(word), e);
    }
  }

  private static Material compound(String formula, String word, double density) {
    if (!formula.matches("[A-Z(].*+")) { // a name with a mistake
      throw new IllegalArgumentException(unknown(word));
    }
    return Material.formula(formula, density);
  }

  private static String unknown(String word) {
    return "there is no material " + Messages.quoted(word) + "; " + HOW;
  }

  private static double number(String text, String word) {
    try {
      if (text.matches("[-+0-9.eE]++")) {
        return Double.parseDouble(text);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "material "
            + Messages.quoted(word)
            + " has "
            + Messages.quoted(text)
            + " where a number is needed; "
            + HOW);
  }

  private static Material mass(String name, double density) throws IOException {
    CsvFile file = file(name, MASS, "with a density after @ its columns must be");
    return checked(
        file, () -> Material.table(name, column(file, ENERGY), column(file, MASS), density));
  }

  private static Material linear(String name) throws IOException {
    CsvFile file = file(name, LINEAR, "without a density after @ its columns must be");
    return checked(
        file, () -> Material.linearTable(name, column(file, ENERGY), column(file, LINEAR)));
  }

  private static CsvFile file(String name, String heading, String must) throws IOException {
    return RadiographTables.read(
        InputFiles.existing(name),
        name,
        must + " Energy and " + CsvFile.nameOf(heading),
        ENERGY,
        heading);
  }

  private static double[] column(CsvFile file, String heading) throws IOException {
    return RadiographTables.column(file, heading);
  }

  private static Material checked(CsvFile file, RadiographTables.Work<Material> work)
      throws IOException {
    return RadiographTables.checked(file, work);
  }
}
