// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.files.CsvFile;

/** Points that photons come from: a table with the columns X, Y, Z and Strength. */
final class RadiographSources {
  /** Decays, in Bq, are not photons. */
  private static final String STRENGTH = "Strength (photons/s|1/s|s-1|photonspersecond)";

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
   * @param unit of its coordinates
   * @throws IOException with a sentence about the file if it has none
   */
  static RadiographSources read(Path path, String name, String unit) throws IOException {
    String[] places = RadiographTables.places(unit);
    CsvFile file =
        RadiographTables.read(
            path,
            name,
            "its columns must be X, Y, Z and Strength (photons per second)",
            places[0],
            places[1],
            places[2],
            STRENGTH);
    double[][] at = {
      RadiographTables.column(file, places[0]),
      RadiographTables.column(file, places[1]),
      RadiographTables.column(file, places[2])
    };
    double[] strengths = RadiographTables.column(file, STRENGTH);
    for (int i = 0; i < strengths.length; i++) {
      if (strengths[i] < 0) {
        throw file.problem(
            "row "
                + (i + 1)
                + " has the strength "
                + file.text(i + 1, file.named(CsvFile.nameOf(STRENGTH)))
                + "; use 0 or more photons per second");
      }
    }
    return new RadiographSources(at, strengths);
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
