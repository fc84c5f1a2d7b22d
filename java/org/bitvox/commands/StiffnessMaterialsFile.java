// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bitvox.Stiffness.Elasticity;
import org.bitvox.files.CsvFile;

/** A table with the material of every label. */
final class StiffnessMaterialsFile {
  private static final String MODULUS = "Modulus (MPa)";

  private StiffnessMaterialsFile() {}

  /**
   * The materials by label.
   *
   * @param name what the user calls the file
   * @throws IOException with a sentence about the file if it does not have them
   */
  static Map<Integer, Elasticity> read(Path path, String name) throws IOException {
    CsvFile file =
        RadiographTables.read(
            path,
            name,
            "its columns must be Label, Modulus (MPa) and Poisson",
            "Label",
            MODULUS,
            "Poisson");
    Map<Integer, Elasticity> materials = new LinkedHashMap<>();
    for (int row = 1; row <= file.rows(); row++) {
      double label = file.number(row, file.named("Label"));
      double modulus = file.number(row, file.named("Modulus"));
      double poisson = file.number(row, file.named("Poisson"));
      check(label == (int) label && label > 0, file, row, "label", label, "whole numbers from 1");
      check(
          modulus > 0 && modulus <= 1e15,
          file,
          row,
          "modulus",
          modulus,
          "more than 0, and 1e15 at most");
      check(
          poisson >= -0.99 && poisson <= 0.499,
          file,
          row,
          "Poisson's ratio",
          poisson,
          "-0.99 to 0.499");
      if (materials.put((int) label, new Elasticity(modulus, poisson)) != null) {
        throw file.problem("row " + row + " has label " + (int) label + " again");
      }
    }
    return materials;
  }

  private static void check(
      boolean fine, CsvFile file, int row, String what, double value, String allowed)
      throws IOException {
    if (!fine) {
      throw file.problem(
          "row "
              + row
              + (" has the " + what + " " + StiffnessTable.number(value))
              + ("; use " + allowed));
    }
  }
}
