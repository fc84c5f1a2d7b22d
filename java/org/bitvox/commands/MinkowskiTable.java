// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.List;
import org.bitvox.Minkowski;
import org.bitvox.MinkowskiNumbers;
import org.bitvox.RunReport;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** Shape numbers as a table: one row for a volume, or one a slice. */
final class MinkowskiTable {
  private static final String NO_WINDOW =
      "No window of 2 x 2 x 2 voxels (in slices 2 x 2) lies wholly inside the mask: with"
          + " edges=clipped nothing is measured but voxels.";

  private final List<MinkowskiNumbers> numbers;
  private final RunReport run;
  private final boolean perSlice;
  private final boolean ofSlices;
  private final boolean thirteen;
  private final boolean masked;
  private final String unit;

  /** Masked says that only the object in a mask is measured. */
  MinkowskiTable(
      Minkowski.Result result, boolean perSlice, boolean thirteen, Scale scale, boolean masked) {
    this.masked = masked;
    numbers = result.each();
    run = result.run();
    this.perSlice = perSlice;
    this.thirteen = thirteen;
    ofSlices = perSlice || scale.flat;
    unit = scale.calibrated() ? scale.unit : "voxel";
  }

  Table of(Call call) {
    Table table = perSlice ? new Table().printedAsCsv() : new Table();
    for (int i = 0; i < numbers.size(); i++) {
      Table.Row row = call.results().addRow(table, call.input().name());
      if (ofSlices) {
        row.put("Slice", i + 1);
        putSlice(row, numbers.get(i));
      } else {
        putVolume(row, numbers.get(i));
      }
      row.putLast("Backend", run.backend()).putLast("Note", note());
    }
    return ofSlices ? table.ofSlices() : table;
  }

  /** What a user must know about the result: sentences, or empty. */
  String note() {
    long voxels = numbers.stream().mapToLong(MinkowskiNumbers::voxels).sum();
    String nothing = masked ? Notes.ofMask(voxels) : Notes.ofForeground(voxels);
    return Notes.of(nothing, noteOfWindows(), noteOfEllipsoid(), run.note());
  }

  private String noteOfWindows() {
    long none =
        numbers.stream().filter(n -> n.totalVolume() > 0 && n.measuredVolume() == 0).count();
    if (none == 0) {
      return "";
    }
    if (none == numbers.size()) {
      return NO_WINDOW;
    }
    return none
        + (none == 1 ? " slice has" : " slices have")
        + " no window of 2 x 2 pixels wholly inside the mask: nothing is measured there but pixels.";
  }

  private String noteOfEllipsoid() {
    MinkowskiNumbers first = numbers.get(0);
    if (ofSlices || !thirteen || !(first.surface() > 0)) {
      return "";
    }
    if (Double.isNaN(first.anisotropy())) {
      return "No ellipsoid fits the mean intercept lengths: they differ too much, or not as those"
          + " of an ellipsoid do, so DA and MIL are NaN.";
    }
    return Double.isInfinite(first.intercepts()[0])
        ? "The ellipsoid of mean intercept lengths has no end along one axis or two, so DA is 1."
        : "";
  }

  private void putVolume(Table.Row row, MinkowskiNumbers r) {
    row.put("BV/TV", r.volumeFraction()).put("DA", r.anisotropy()); // what is asked for most
    row.put("Conn.D (1/" + unit + "^3)", r.connectivityDensity());
    row.put("Voxels", r.voxels()).put("BV (" + unit + "^3)", r.volume());
    row.put("TV (" + unit + "^3)", r.totalVolume());
    row.put("Measured volume (" + unit + "^3)", r.measuredVolume());
    row.put("Surface area BS (" + unit + "^2)", r.surface());
    row.put("BS/TV (1/" + unit + ")", r.surface() / r.measuredVolume());
    row.put("Mean breadth (" + unit + ")", r.meanBreadth());
    row.put("Mean breadth/TV (1/" + unit + "^2)", r.meanBreadth() / r.measuredVolume());
    row.put("Euler number (6)", r.eulerFaces()).put("Euler number (26)", r.eulerAll());
    row.put("Connectivity (26)", r.connectivity());
    for (int axis = 0; axis < 3; axis++) {
      String name = "MIL " + (axis + 1);
      row.put(name + " (" + unit + ")", r.intercepts()[axis]);
      for (int i = 0; i < 3; i++) {
        row.put(name + " " + "xyz".charAt(i), r.interceptAxes()[3 * axis + i]);
      }
    }
  }

  private void putSlice(Table.Row row, MinkowskiNumbers r) {
    row.put("Pixels", r.voxels()).put("Area (" + unit + "^2)", r.volume());
    row.put("Total area (" + unit + "^2)", r.totalVolume());
    row.put("Area fraction", r.volumeFraction());
    row.put("Measured area (" + unit + "^2)", r.measuredVolume());
    row.put("Perimeter (" + unit + ")", r.surface());
    row.put("Perimeter/area (1/" + unit + ")", r.surface() / r.measuredVolume());
    row.put("Euler number (4)", r.eulerFaces()).put("Euler number (8)", r.eulerAll());
    row.put("Euler number (8)/area (1/" + unit + "^2)", r.eulerAll() / r.measuredVolume());
  }
}
