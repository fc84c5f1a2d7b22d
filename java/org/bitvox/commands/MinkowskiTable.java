// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.List;
import org.bitvox.MinkowskiResult;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Values;

/** Shape numbers as a table: one row for a volume, or one a slice. */
final class MinkowskiTable {
  private MinkowskiTable() {}

  static Table of(List<MinkowskiResult> results, InputImage input, Values values) {
    boolean perSlice = values.flag("per_slice");
    Scale scale = input.scale();
    String unit = scale.calibrated() ? scale.unit : "voxel";
    Table table = perSlice ? new Table().printedAsCsv() : new Table();
    for (int i = 0; i < results.size(); i++) {
      MinkowskiResult result = results.get(i);
      Table.Row row = table.addRow().put("Image", input.name());
      if (perSlice) {
        row.put("Slice", i + 1);
      }
      if (perSlice || scale.flat) {
        putSlice(row, result, unit);
      } else {
        putVolume(row, result, unit);
      }
      row.put("Directions", values.text("directions")).put("Edges", values.text("edges"));
      row.put("Backend", result.run().backend()).put("Note", result.run().note());
    }
    return table;
  }

  private static void putVolume(Table.Row row, MinkowskiResult r, String unit) {
    row.put("Voxels", r.voxels()).put("BV (" + unit + "^3)", r.volume());
    row.put("TV (" + unit + "^3)", r.totalVolume()).put("BV/TV", r.volumeFraction());
    row.put("Measured volume (" + unit + "^3)", r.measuredVolume());
    row.put("Surface area BS (" + unit + "^2)", r.surface());
    row.put("BS/TV (1/" + unit + ")", r.surface() / r.measuredVolume());
    row.put("Mean breadth (" + unit + ")", r.meanBreadth());
    row.put("Mean breadth/TV (1/" + unit + "^2)", r.meanBreadth() / r.measuredVolume());
    row.put("Euler number (6)", r.eulerFaces()).put("Euler number (26)", r.eulerAll());
    row.put("Connectivity (26)", r.connectivity());
    row.put("Conn.D (1/" + unit + "^3)", r.connectivityDensity());
    row.put("DA", r.anisotropy());
    for (int axis = 0; axis < 3; axis++) {
      String name = "MIL " + (axis + 1);
      row.put(name + " (" + unit + ")", r.intercepts()[axis]);
      for (int i = 0; i < 3; i++) {
        row.put(name + " " + "xyz".charAt(i), r.interceptAxes()[3 * axis + i]);
      }
    }
  }

  private static void putSlice(Table.Row row, MinkowskiResult r, String unit) {
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
