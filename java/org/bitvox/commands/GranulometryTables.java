// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.Element;
import org.bitvox.Granulometry;
import org.bitvox.GranulometryCurve;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Values;

/**
 * The curve and the summary of a granulometry as tables. Sizes are n and element widths, in voxels
 * of the scale; for balls it is one of cubes as large as a step.
 */
final class GranulometryTables {
  private static final int[] PERCENTILES = {10, 50, 90};

  private GranulometryTables() {}

  /** One row for each n from 0. */
  static Table curve(GranulometryCurve curve, Scale scale, Values values) {
    Table table = new Table();
    for (int n = 0; n < curve.length(); n++) {
      Table.Row row = table.addRow();
      row.put("n", n).put("V(n) (voxels)", curve.count(n));
      row.put("V(n)/V(0)", curve.fraction(n)).put("s(n)", curve.spectrum(n));
      if (values.constant("element", Element.class) == Element.BALL) {
        row.put("Radius (" + scale.unit + ")", n * scale.x);
      } else {
        row.put("Width (voxels)", 2 * n + 1);
      }
      if (scale.calibrated()) {
        putSize(row, "Width", scale, 2 * n + 1);
      }
      row.put("Edges", values.text("edges"));
    }
    return table;
  }

  /** One row for an image. */
  static Table summary(Call call, Granulometry.Result result, Scale scale, String note) {
    GranulometryCurve curve = result.curve();
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    boolean balls = call.values().constant("element", Element.class) == Element.BALL;
    String unit = scale.calibrated() ? scale.unit : "voxels";
    row.putLast("Step (" + unit + ")", balls ? (Object) result.step() : "");
    row.put("V(0) (voxels)", curve.count(0));
    row.put("Predominant size (n)", curve.predominantSize()).put("Mean size (n)", curve.mean());
    row.put("Standard deviation (n)", curve.standardDeviation());
    for (int percent : PERCENTILES) {
      row.put("D" + percent + " (n)", curve.percentile(percent));
    }
    putSize(row, "Predominant width", scale, 2.0 * curve.predominantSize() + 1);
    putSize(row, "Mean width", scale, 2 * curve.mean() + 1);
    putSize(row, "Standard deviation of width", scale, 2 * curve.standardDeviation());
    for (int percent : PERCENTILES) {
      putSize(row, "D" + percent + " width", scale, 2.0 * curve.percentile(percent) + 1);
    }
    row.putLast("Backend", result.run().backend()).putLast("Note", note);
    return table;
  }

  /** A size in the image's unit; along each axis if voxels are not cubes. */
  private static void putSize(Table.Row row, String name, Scale scale, double voxels) {
    if (!scale.calibrated()) {
      row.put(name + " (voxels)", voxels);
    } else if (!scale.anisotropic()) {
      row.put(name + " (" + scale.unit + ")", voxels * scale.x);
    } else {
      row.put(name + " x (" + scale.unit + ")", voxels * scale.x);
      row.put(name + " y (" + scale.unit + ")", voxels * scale.y);
      if (!scale.flat) {
        row.put(name + " z (" + scale.unit + ")", voxels * scale.z);
      }
    }
  }

  /** What a user must know about the result: sentences, or empty. */
  static String note(Granulometry.Result result, Scale scale, Values values) {
    String max = values.text("max_radius");
    return Notes.of(
        result.curve().endedByMaxRadius()
            ? "Ended by max_radius=" + max + ": what is left counts at n=" + max + "."
            : "",
        result.run().note(),
        Notes.ofVoxels(scale, "the element acts in voxels, so its width differs along the axes."));
  }
}
