// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bitvox.files.CsvFile;

/** A table with the diffusivity of every label. */
final class TortuosityLabelsFile {
  private static final String LABEL = "Label";
  private static final String DIFFUSIVITY = "Diffusivity";

  private TortuosityLabelsFile() {}

  /**
   * The diffusivities by label.
   *
   * @param name what the user calls the file
   * @throws IOException with a sentence about the file if it does not have them
   */
  static Map<Integer, Double> read(Path path, String name) throws IOException {
    CsvFile file = CsvFile.read(path, name);
    for (String heading : new String[] {LABEL, DIFFUSIVITY}) {
      if (!file.has(heading)) {
        throw file.problem(
            "has no column '" + heading + "'; its columns must be Label and Diffusivity");
      }
    }
    Map<Integer, Double> diffusivities = new LinkedHashMap<>();
    for (int row = 1; row <= file.rows(); row++) {
      double label = file.number(row, LABEL);
      if (label != (int) label || label < 0) {
        throw file.problem(
            "row "
                + row
                + " has the label "
                + file.text(row, LABEL)
                + "; use whole numbers from 0");
      }
      double diffusivity = file.number(row, DIFFUSIVITY);
      if (diffusivity < 0) {
        throw file.problem(
            "row "
                + row
                + " has the diffusivity "
                + file.text(row, DIFFUSIVITY)
                + "; use 0, which insulates, or more");
      }
      if (diffusivities.put((int) label, diffusivity) != null) {
        throw file.problem("row " + row + " has label " + (int) label + " again");
      }
    }
    return diffusivities;
  }
}
