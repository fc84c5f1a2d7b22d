// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.BuildUp;
import org.bitvox.Spectrum;
import org.bitvox.files.CsvFile;
import org.bitvox.files.LengthUnits;

/** Tables that say what a beam of photons is, with a heading over each column. */
final class RadiographTables {
  /** Of photons. */
  static final String ENERGY = "Energy (keV)";

  /** What may fail because of what a file says. */
  interface Work<T> {
    T run() throws IOException;
  }

  private RadiographTables() {}

  /**
   * A spectrum: columns Energy, in keV, and Photons.
   *
   * @param name what the user calls the file
   * @throws IOException with a sentence about the file if it is none
   */
  static Spectrum spectrum(Path path, String name) throws IOException {
    CsvFile file =
        read(path, name, "its columns must be Energy (keV) and Photons", ENERGY, "Photons");
    return checked(file, () -> Spectrum.of(column(file, ENERGY), column(file, "Photons")));
  }

  /** Build-up coefficients: columns Energy, in keV, A and B. */
  static BuildUp buildUp(Path path, String name) throws IOException {
    CsvFile file = read(path, name, "its columns must be Energy (keV), A and B", ENERGY, "A", "B");
    return checked(
        file, () -> BuildUp.of(column(file, ENERGY), column(file, "A"), column(file, "B")));
  }

  /**
   * A file that has these columns, and rows.
   *
   * @param columns their names, with the units that a heading may say in brackets, with | between
   *     them; one without is in whatever it says
   */
  static CsvFile read(Path path, String name, String must, String... columns) throws IOException {
    CsvFile file = CsvFile.read(path, name);
    for (String column : columns) {
      String heading = file.named(CsvFile.nameOf(column));
      if (heading == null) {
        throw file.problem("has no column '" + CsvFile.nameOf(column) + "'; " + must);
      }
      checkUnit(file, heading, CsvFile.unitOf(column));
    }
    if (file.rows() == 0) {
      throw file.problem("has no rows below its headings");
    }
    return file;
  }

  private static void checkUnit(CsvFile file, String heading, String units) throws IOException {
    String unit = CsvFile.unitOf(heading);
    boolean any = unit.isEmpty() || units.isEmpty();
    for (String one : units.split("\\|")) {
      any |= LengthUnits.same(unit, one) || plain(unit).equalsIgnoreCase(one);
    }
    if (!any) {
      throw file.problem(
          "has a column '" + heading + "', but its numbers must be in " + units.split("\\|")[0]);
    }
  }

  /** cm^2/g and cm²/g are cm2/g. */
  private static String plain(String unit) {
    return unit.replace("^", "").replace("\u00b2", "2").replace(" ", "");
  }

  /** All numbers of a column, named as for {@link #read}. */
  static double[] column(CsvFile file, String column) throws IOException {
    String heading = file.named(CsvFile.nameOf(column));
    double[] values = new double[file.rows()];
    for (int row = 1; row <= values.length; row++) {
      values[row - 1] = file.number(row, heading);
    }
    return values;
  }

  /** Coordinates of points, with the unit that they are in. */
  static String[] places(String unit) {
    return new String[] {"X (" + unit + ")", "Y (" + unit + ")", "Z (" + unit + ")"};
  }

  /** What is wrong with the numbers is a sentence about the file. */
  static <T> T checked(CsvFile file, Work<T> work) throws IOException {
    try {
      return work.run();
    } catch (IllegalArgumentException e) {
      throw (IOException) file.problem(e.getMessage()).initCause(e);
    }
  }
}
