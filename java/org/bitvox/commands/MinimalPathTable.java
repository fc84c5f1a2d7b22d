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
import org.bitvox.files.LengthUnits;

/** A table of points: columns x, y and, of stacks, z. */
final class MinimalPathTable {
  /** Of a voxel: what is lost where coordinates in a unit are rounded. */
  private static final double ROUNDING = 1e-3;

  /** In voxels: farther than any image goes, and near enough for whole numbers. */
  private static final double FARTHEST = 1e12;

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
    return new MinimalPathTable(file, units, input.usableScale()).read(input.depth());
  }

  private List<long[]> read(int depth) throws IOException {
    boolean flat = depth == 1;
    Column x = column("x", scale.x);
    Column y = column("y", scale.y);
    Column z = column("z", scale.z);
    Column slice = z == null ? column("slice", 1) : null; // from 1, as ImageJ's tables have it
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
            x.voxel(row),
            y.voxel(row),
            z != null ? z.voxel(row) : slice != null ? slice(row, slice.heading, depth) - 1 : 0
          });
    }
    return places;
  }

  /** From 1. */
  private long slice(int row, String heading, int depth) throws IOException {
    double slice = file.number(row, heading);
    if (!(slice >= 1 && slice <= depth && slice == Math.rint(slice))) {
      throw file.problem(
          "row "
              + row
              + " has the "
              + heading
              + " "
              + file.text(row, heading)
              + "; slices are whole numbers from 1 to "
              + depth);
    }
    return (long) slice;
  }

  /** "X", "X (voxels)" and "Centroid x (um)" are x. The first one; null if there is none. */
  private Column column(String name, double size) throws IOException {
    for (String heading : file.headings()) {
      String plain = CsvFile.nameOf(heading).toLowerCase(Locale.ROOT);
      boolean isCentroid = plain.equals("centroid " + name);
      if ((plain.equals(name) || isCentroid) && file.has(heading)) {
        return new Column(heading, isCentroid, isInUnits(heading) ? size : 1);
      }
    }
    return null;
  }

  /** As its brackets say, or coordinates= where there are none. */
  private boolean isInUnits(String heading) throws IOException {
    String unit = CsvFile.unitOf(heading);
    if (unit.isEmpty()) {
      return units && scale.calibrated();
    }
    if (unit.equals("voxels") || unit.equals("pixels")) {
      return false;
    }
    if (!scale.calibrated() || !LengthUnits.same(unit, scale.unit)) {
      throw file.problem(
          "has a column '"
              + heading
              + "', but the image's unit is "
              + (scale.calibrated() ? scale.unit : "voxels"));
    }
    return true;
  }

  /** Coordinates along one axis. */
  private final class Column {
    final String heading;
    private final boolean ofCentres;
    private final double size;

    /**
     * Of a table.
     *
     * @param ofCentres whether 0 is the centre of the first voxel, as centroids have it; else the
     *     voxel begins there, as pixels of ImageJ do
     * @param size of a voxel, in the unit of the coordinates
     */
    Column(String heading, boolean ofCentres, double size) {
      this.heading = heading;
      this.ofCentres = ofCentres;
      this.size = size;
    }

    /** That in which the coordinate lies. */
    long voxel(int row) throws IOException {
      double place = file.number(row, heading) / size + (ofCentres ? 0.5 : 0);
      if (!(Math.abs(place) < FARTHEST)) {
        throw file.problem(
            "row "
                + row
                + " has "
                + file.text(row, heading)
                + " as "
                + heading
                + ", which lies outside of the image");
      }
      return (long) Math.floor(size == 1 ? place : place + ROUNDING);
    }
  }
}
