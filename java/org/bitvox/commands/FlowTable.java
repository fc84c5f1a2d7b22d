// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Locale;
import org.bitvox.FlowExpectation;
import org.bitvox.FlowResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** What a flow came to, as a table of one row. */
final class FlowTable {
  /** Above it the fluid is compressible. */
  private static final double MOST_MACH = 0.1;

  /** Above it, of one voxel, flows become unstable. */
  private static final double MOST_CELL_REYNOLDS = 20;

  private final Scale scale;
  private final double viscosity;
  private final double kinematic;

  /** Viscosities in voxels squared a step, and of the real fluid in square metres a second. */
  FlowTable(Scale scale, double viscosity, double kinematic) {
    this.scale = scale;
    this.viscosity = viscosity;
    this.kinematic = kinematic;
  }

  Table of(Call call, FlowResult result) {
    Table table = new Table();
    Table.Row row = call.addRow(table, call.input().name());
    row.put("Reynolds number", result.reynolds()).put("Mach number", result.mach());
    row.put("Max speed (voxels/step)", result.maxSpeed());
    for (int i = 0; i < 3; i++) {
      row.put("Mean velocity " + "xyz".charAt(i) + " (voxels/step)", result.meanVelocity()[i]);
    }
    double metres = scale.metres() * scale.x;
    if (metres > 0) {
      double seconds = viscosity * metres * metres / kinematic;
      row.put("Step (s)", seconds);
      row.put("Max speed (m/s)", result.maxSpeed() * metres / seconds);
      row.put("Duration (s)", result.steps() * seconds);
    }
    row.put("Fluid (voxels)", result.fluid()).put("Length used (voxels)", result.length());
    row.put("Tau", result.tau()).put("Mass change", result.massChange());
    row.put("Seconds", result.seconds());
    row.putLast("Backend", result.run().backend());
    row.putLast("Note", note(result));
    return table;
  }

  /** What a user must know about the result: sentences, or empty. */
  String note(FlowResult result) {
    boolean fast = result.mach() > MOST_MACH;
    return Notes.of(
        fast ? "The Mach number reached " + two(result.mach()) + ": the fluid was compressed." : "",
        result.run().note());
  }

  /** What a user should know before it flows: sentences, or empty. */
  String warning(FlowExpectation expected) {
    boolean fast = expected.mach() > MOST_MACH;
    boolean rough = expected.cellReynolds() > MOST_CELL_REYNOLDS;
    return Notes.of(
        fast
            ? "The Mach number may reach "
                + two(expected.mach())
                + ", at which the fluid is compressed: above 0.1 use a smaller force or wall, or a"
                + " larger viscosity."
            : "",
        rough
            ? "The flow may become unstable: the Reynolds number of a voxel may reach "
                + two(expected.cellReynolds())
                + "; above 20 use a larger viscosity, or a smaller force or wall."
            : "");
  }

  private static String two(double value) {
    return String.format(Locale.ROOT, "%.2g", value);
  }
}
