// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.files.CsvFile;

/** Points that photons come from: a table with the columns X, Y, Z and Strength. */
final class RadiographSources {
  private final double[][] places; // x, y, z
  private final double[] strengths;

  private RadiographSources(double[][] places, double[] strengths) {
    this.places = places;
    this.strengths = strengths;
  }

  /**
   * Reads them.
   *
   * @param name what the user calls the file
   * @throws IOException with a sentence about the file if it has none
   */
  static RadiographSources read(Path path, String name) throws IOException {
    CsvFile file =
        RadiographTables.read(
            path,
            name,
            "its columns must be X, Y, Z and Strength (photons per second)",
            "X",
            "Y",
            "Z",
            "Strength");
    double[][] places = {
      RadiographTables.column(file, "X"),
      RadiographTables.column(file, "Y"),
      RadiographTables.column(file, "Z")
    };
    double[] strengths = RadiographTables.column(file, "Strength");
    for (int i = 0; i < strengths.length; i++) {
      if (strengths[i] < 0) {
        throw file.problem(
            "row "
                + (i + 1)
                + " has the strength "
                + file.text(i + 1, "Strength")
                + "; use 0 or more photons per second");
      }
    }
    return new RadiographSources(places, strengths);
  }

  int count() {
    return strengths.length;
  }

  /** Along an axis, 0 to 2, in the unit of the image or meshes. */
  double[] along(int axis) {
    return places[axis].clone();
  }

  /** In photons per second. */
  double[] strengths() {
    return strengths.clone();
  }
}
