// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.function.ToDoubleFunction;
import org.bitvox.Stiffness;
import org.bitvox.StiffnessCase;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Values;

/** The stiffness tensor: its 6 x 6 numbers, and what is known of its best orthotropic axes. */
final class StiffnessTensorTable {
  private static final String[] STRAINS = {"xx", "yy", "zz", "yz", "xz", "xy"};
  private static final String[] CONSTANTS = {
    "E1 (MPa)",
    "E2 (MPa)",
    "E3 (MPa)",
    "nu23",
    "nu13",
    "nu12",
    "G23 (MPa)",
    "G13 (MPa)",
    "G12 (MPa)"
  };

  private final Stiffness.Result result;
  private final Values values;

  StiffnessTensorTable(Stiffness.Result result, Values values) {
    this.result = result;
    this.values = values;
  }

  /** One row an image: constants and axes. */
  Table constants(Call call) {
    Table table = new Table();
    Table.Row row = call.results().addRow(table, call.input().name());
    double[] constants = result.orthotropic();
    for (int i = 0; i < CONSTANTS.length; i++) {
      row.put(CONSTANTS[i], constants[i]);
    }
    double[] axes = result.axes();
    for (int i = 0; i < axes.length; i++) {
      row.put("Axis " + (1 + i / 3) + " " + "xyz".charAt(i % 3), axes[i]);
    }
    StiffnessCase first = result.cases().get(0);
    row.put("Not orthotropic (%)", 100 * result.unorthotropic());
    row.put("Volume fraction", result.volumeFraction());
    row.put("Removed (%)", 100 * result.removed(first));
    row.put("Lower bound (MPa)", first.hashinShtrikmanLower());
    row.put("Upper bound (MPa)", first.hashinShtrikmanUpper());
    row.put("Estimated error (%)", 100 * most(StiffnessCase::error));
    row.put("Residual", most(StiffnessCase::residual));
    row.put("Iterations", sum(StiffnessCase::iterations));
    row.put("Seconds", sum(StiffnessCase::seconds));
    row.putLast("Backend", result.run().backend());
    row.putLast("Note", note());
    return table;
  }

  private double most(ToDoubleFunction<StiffnessCase> of) {
    return result.cases().stream().mapToDouble(of).max().orElse(0);
  }

  private double sum(ToDoubleFunction<StiffnessCase> of) {
    return result.cases().stream().mapToDouble(of).sum();
  }

  /** Six rows an image: a stress of each strain. */
  Table tensor(Call call) {
    Table table = new Table();
    double[] tensor = result.tensor();
    for (int i = 0; i < 6; i++) {
      Table.Row row = table.addRow().put("Image", call.input().name()).put("Stress", STRAINS[i]);
      for (int j = 0; j < 6; j++) {
        row.put("of strain " + STRAINS[j] + " (MPa)", tensor[6 * i + j]);
      }
    }
    return table;
  }

  /** What a user must know about the result: sentences, or empty. */
  String note() {
    boolean converged = result.cases().stream().allMatch(StiffnessCase::converged);
    return Notes.of(
        converged
            ? ""
            : "max_iterations=" + values.text("max_iterations") + " came before the accuracy.",
        noteOfAxes(),
        StiffnessTable.noteOfMaterials(result, values),
        StiffnessTable.noteOfPoisson(values),
        result.run().note());
  }

  private String noteOfAxes() {
    StringBuilder axes = new StringBuilder();
    for (int axis = 0; axis < 3; axis++) {
      if (result.cases().get(axis).modulus() == 0) {
        axes.append(axes.length() == 0 ? "" : ", ").append("xyz".charAt(axis));
      }
    }
    return axes.length() == 0 ? "" : "Nothing goes on along " + axes + ": its stiffness is 0.";
  }
}
