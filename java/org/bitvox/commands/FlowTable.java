// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/** What a flow came to, as a table of one row. */
final class FlowTable {
  private static final String NO_SIZE =
      "The image has no voxel size: there are no seconds and metres.";

  private FlowTable() {}

  static Table of(
      Call call, FlowExpectation expected, FlowResult result, FlowUnits units, String note) {
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    if (!call.values().has("force")) {
      row.putLast("Force", words(expected.force())); // the one that acted
    }
    row.put("Reynolds number", result.reynolds()).put("Mach number", result.mach());
    row.put("Mach number step", result.machStep());
    row.put("Mach number at the end", result.maxSpeed() * Math.sqrt(3));
    row.put("Max speed (voxels/step)", result.maxSpeed());
    for (int i = 0; i < 3; i++) {
      row.put("Mean velocity " + "xyz".charAt(i) + " (voxels/step)", result.meanVelocity()[i]);
    }
    row.put("Change at last", result.change());
    row.put("Steady at step", result.steadyStep() > 0 ? (Object) result.steadyStep() : "");
    row.put("Step (s)", real(units, units.seconds(1)));
    row.put("Max speed (m/s)", real(units, units.speed(result.maxSpeed())));
    for (int i = 0; i < 3; i++) {
      double speed = units.speed(result.meanVelocity()[i]);
      row.put("Mean velocity " + "xyz".charAt(i) + " (m/s)", real(units, speed));
    }
    row.put("Duration (s)", real(units, units.seconds(result.steps())));
    row.put("Fluid (voxels)", result.fluid()).put("Length used (voxels)", result.length());
    row.put("Tau", result.tau()).put("Mass change", result.massChange());
    row.put("Seconds", result.seconds());
    row.putLast("Backend", result.run().backend());
    row.putLast("Note", Notes.of(note, noteOfUnit(units)));
    return table;
  }

  /** Three numbers as a key has them. */
  private static String words(double[] vector) {
    return Arrays.stream(vector)
        .mapToObj(part -> BigDecimal.valueOf(part).stripTrailingZeros().toPlainString())
        .collect(Collectors.joining(","));
  }

  private static String noteOfUnit(FlowUnits units) {
    if (units.known()) {
      return "";
    }
    String unknown = units.unknownUnit();
    return unknown.isEmpty() ? NO_SIZE : unknown + ": there are no seconds and metres.";
  }

  /** Empty where it is not known: rows of other images have the column. */
  private static Object real(FlowUnits units, double value) {
    return units.known() ? (Object) value : "";
  }
}
