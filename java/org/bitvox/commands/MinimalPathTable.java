// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.CsvFile;

/** A table of points: columns x, y and, of stacks, z. */
final class MinimalPathTable {
  /** Of a voxel: what is lost where coordinates in a unit are rounded. */
  private static final double ROUNDING = 1e-3;

  private final CsvFile file;
  private final boolean units;
  private final Scale scale;

  private MinimalPathTable(CsvFile file, boolean units, Scale scale) {
    this.file = file;
    this.units = units;
    this.scale = scale;
  }

  /**
   * X, y and z of each row, in voxels from 0.
   *
   * @param units whether the coordinates are in the image's unit
   */
  static List<long[]> read(Path path, InputImage input, boolean units) throws IOException {
    CsvFile file = CsvFile.read(path, path.getFileName().toString());
    return new MinimalPathTable(file, units, input.usableScale()).read(input.depth() == 1);
  }

  private List<long[]> read(boolean flat) throws IOException {
    String x = column("x");
    String y = column("y");
    String z = column("z");
    String slice = z == null ? column("slice") : null; // from 1, as ImageJ's tables have it
    if (x == null || y == null || z == null && slice == null && !flat) {
      throw file.problem(
          "has no column "
              + (x == null ? "x" : y == null ? "y" : "z, nor Slice")
              + "; columns x, y and z are needed, in slices x and y");
    }
    List<long[]> places = new ArrayList<>();
    for (int row = 1; row <= file.rows(); row++) {
      places.add(
          new long[] {
            voxel(file.number(row, x), scale.x),
            voxel(file.number(row, y), scale.y),
            z != null
                ? voxel(file.number(row, z), scale.z)
                : slice != null ? (long) Math.floor(file.number(row, slice)) - 1 : 0
          });
    }
    return places;
  }

  /**
   * What is before brackets counts: "X (voxels)" and "Centroid x (um)" are x. Of several columns
   * those in voxels are the first. Null if there is none.
   */
  private String column(String name) throws IOException {
    String found = null;
    for (String heading : file.headings()) {
      String plain = heading.replaceFirst("\\(.*", "").trim().toLowerCase(Locale.ROOT);
      if ((plain.equals(name) || plain.equals("centroid " + name)) && file.has(heading)) {
        found = found == null || units ? heading : found;
      }
    }
    return found;
  }

  /** That in which a coordinate lies: voxel 0 reaches from 0 to 1, as pixels of ImageJ do. */
  private long voxel(double coordinate, double size) {
    return (long)
        Math.floor(units && scale.calibrated() ? coordinate / size + ROUNDING : coordinate);
  }
}
