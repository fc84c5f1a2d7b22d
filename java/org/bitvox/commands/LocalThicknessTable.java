// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Collection;
import java.util.Map;
import org.bitvox.LocalThickness;
import org.bitvox.Phase;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** Statistics of thickness, a row a phase. */
final class LocalThicknessTable {
  private LocalThicknessTable() {}

  /** Missing says which phase could not be measured, or is empty. */
  static Table create(
      Call call, Map<Phase, LocalThickness.Result> results, String missing, Scale scale) {
    String unit = " (" + (scale.calibrated() ? scale.unit : "voxels") + ")";
    Table table = new Table();
    for (Map.Entry<Phase, LocalThickness.Result> one : results.entrySet()) {
      LocalThickness.Result result = one.getValue();
      Table.Row row = call.results().addRow(table, call.input().name());
      row.put("Phase", one.getKey() == Phase.FOREGROUND ? "foreground" : "background")
          .put("Known as", knownAs(one.getKey()))
          .put("Voxels", result.count())
          .put("Mean" + unit, result.mean())
          .put("Standard deviation" + unit, result.standardDeviation())
          .put("Median" + unit, result.median())
          .put("Largest" + unit, result.largest());
      if (results.size() > 1) {
        row.put("Tb.N (1/" + unit.substring(2), number(results.values()));
      }
      row.putLast("Backend", result.run().backend())
          .putLast("Note", Notes.of(missing, result.run().note()));
    }
    return table;
  }

  /** How many voxels have each thickness, one phase after the other. */
  static Table histogram(Map<Phase, LocalThickness.Result> results, Scale scale) {
    String heading = "Thickness (" + (scale.calibrated() ? scale.unit : "voxels") + ")";
    Table table = new Table();
    for (Map.Entry<Phase, LocalThickness.Result> one : results.entrySet()) {
      double[] thickness = one.getValue().thickness();
      long[] voxels = one.getValue().voxels();
      for (int i = 0; i < thickness.length; i++) {
        Table.Row row = table.addRow().put("Known as", knownAs(one.getKey()));
        row.put(heading, thickness[i]).put("Voxels", voxels[i]);
      }
    }
    return table;
  }

  /** Struts per length of a line across them: each takes its own thickness and the next gap. */
  private static double number(Collection<LocalThickness.Result> phases) {
    return 1 / phases.stream().mapToDouble(LocalThickness.Result::mean).sum();
  }

  /** The mean thickness of the solid is the trabecular thickness, of the pores the separation. */
  static String knownAs(Phase phase) {
    return phase == Phase.FOREGROUND ? "Tb.Th" : "Tb.Sp";
  }
}
