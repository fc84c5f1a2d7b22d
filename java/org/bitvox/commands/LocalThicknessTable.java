// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.List;
import org.bitvox.LocalThicknessResult;
import org.bitvox.Phase;
import org.bitvox.calls.Call;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** Statistics of thickness, a row a phase. */
final class LocalThicknessTable {
  private LocalThicknessTable() {}

  static Table create(
      Call call, List<Phase> phases, List<LocalThicknessResult> results, Scale scale) {
    String unit = " (" + (scale.calibrated() ? scale.unit : "voxels") + ")";
    Table table = new Table();
    for (int i = 0; i < phases.size(); i++) {
      LocalThicknessResult result = results.get(i);
      boolean solid = phases.get(i) == Phase.FOREGROUND;
      call.addRow(table, call.input().name())
          .put("Phase", solid ? "foreground" : "background")
          .put("Known as", solid ? "Tb.Th" : "Tb.Sp")
          .put("Voxels", result.count())
          .put("Mean" + unit, result.mean())
          .put("Standard deviation" + unit, result.standardDeviation())
          .put("Median" + unit, result.median())
          .put("Largest" + unit, result.largest())
          .put("Backend", result.run().backend())
          .put("Note", result.run().note());
    }
    return phases.size() > 1 ? table.printedAsCsv() : table;
  }
}
