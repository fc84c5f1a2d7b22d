// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.BuildUp;
import org.bitvox.Spectrum;
import org.bitvox.files.CsvFile;

/** Tables that say what a beam of photons is, with a heading over each column. */
final class RadiographTables {
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
        read(path, name, "its columns must be Energy (keV) and Photons", "Energy", "Photons");
    return checked(file, () -> Spectrum.of(column(file, "Energy"), column(file, "Photons")));
  }

  /** Build-up coefficients: columns Energy, in keV, A and B. */
  static BuildUp buildUp(Path path, String name) throws IOException {
    CsvFile file =
        read(path, name, "its columns must be Energy (keV), A and B", "Energy", "A", "B");
    return checked(
        file, () -> BuildUp.of(column(file, "Energy"), column(file, "A"), column(file, "B")));
  }

  /** A file that has these columns, and rows. */
  static CsvFile read(Path path, String name, String must, String... headings) throws IOException {
    CsvFile file = CsvFile.read(path, name);
    for (String heading : headings) {
      if (!file.has(heading)) {
        throw file.problem("has no column '" + heading + "'; " + must);
      }
    }
    if (file.rows() == 0) {
      throw file.problem("has no rows below its headings");
    }
    return file;
  }

  /** All numbers of a column. */
  static double[] column(CsvFile file, String heading) throws IOException {
    double[] values = new double[file.rows()];
    for (int row = 1; row <= values.length; row++) {
      values[row - 1] = file.number(row, heading);
    }
    return values;
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
