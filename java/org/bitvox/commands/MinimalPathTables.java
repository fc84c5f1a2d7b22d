// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bitvox.MinimalPath;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Table;

/** The tables of paths, and of the image. */
final class MinimalPathTables {
  private final MinimalPath.Result result;
  private final MinimalPathEnds ends;
  private final String unit;
  private final String pieces;
  private final List<String> axes;

  MinimalPathTables(MinimalPath.Result result, MinimalPathEnds ends, InputImage input) {
    this.result = result;
    this.ends = ends;
    unit = GeodesicKeys.unit(input.usableScale());
    pieces = GeodesicKeys.pieces(input.scale());
    axes = GeodesicKeys.axes(input.scale());
  }

  /** A row per path; the lengths and costs of those that there are not stay empty. */
  Table paths(ProgressListener listener) {
    Table table = new Table();
    for (int path = 0; path < result.paths(); path++) {
      listener.throwIfStopped();
      Table.Row row = table.addRow().put("Path", path + 1);
      putPoint(row, "Start", ends.start(path));
      putPoint(row, "End", ends.end(path));
      boolean found = result.voxels(path) > 0;
      row.put(lengthHeading(), found ? (Object) result.length(path) : "")
          .put(costHeading(), found ? (Object) result.cost(path) : "")
          .put(axes.size() == 2 ? "Pixels" : "Voxels", result.voxels(path))
          .put("Note", ends.whyNot(path));
    }
    return table;
  }

  private void putPoint(Table.Row row, String which, int point) {
    row.put(which, point + 1);
    for (int axis = 0; axis < axes.size(); axis++) {
      String name = axes.get(axis).toUpperCase(Locale.ROOT);
      row.put(which + " " + name + " (" + pieces + ")", ends.coordinate(point, axis));
    }
  }

  private String lengthHeading() {
    return "Length (" + unit + ")";
  }

  private String costHeading() {
    return "Cost (cost x " + unit + ")";
  }

  Table summary(Call call, MinimalPathPoints points, String note) {
    int[] found =
        IntStream.range(0, result.paths()).filter(path -> result.voxels(path) > 0).toArray();
    Table table = new Table();
    call.results()
        .addRow(table, call.input().name())
        .put("Number of points", points.count())
        .put("Number of paths", found.length)
        .put("No path", result.paths() - found.length)
        .put(lengthHeading(), IntStream.of(found).mapToDouble(result::length).sum())
        .put(costHeading(), IntStream.of(found).mapToDouble(result::cost).sum())
        .put("Walls (" + pieces + ")", result.walls())
        .put("Unit of cost", result.costUnit())
        .put("Unit of length (" + unit + ")", result.lengthUnit())
        .put(
            "Reference value",
            GeodesicKeys.reference(call.values(), call.input(), result.reference()))
        .putLast("Points", points.name())
        .putLast("Backend", result.run().backend())
        .putLast("Note", note);
    return table;
  }
}
