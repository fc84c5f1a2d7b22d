// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bitvox.PermeabilityFlow;
import org.bitvox.PermeabilityResult;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** Permeabilities as a table: one row a flow. */
final class PermeabilityTable {
  /** In square metres, by its definition. */
  private static final double DARCY = 9.869232667160130e-13;

  private static final String IN_VOXELS = "The image has no voxel size: k is in voxels squared.";

  private final PermeabilityResult result;
  private final Scale scale;

  PermeabilityTable(PermeabilityResult result, Scale scale) {
    this.result = result;
    this.scale = scale;
  }

  Table of(Call call) {
    Table table = new Table();
    for (PermeabilityFlow flow : result.flows()) {
      Table.Row row = call.addRow(table, call.input().name());
      row.put("Along", "xyz".substring(flow.axis(), flow.axis() + 1));
      row.put("k (voxel^2)", flow.along());
      if (scale.calibrated()) {
        row.put("k (" + scale.unit + "^2)", flow.along() * scale.x * scale.x);
      }
      double metres = metres(scale.unit);
      if (metres > 0) {
        double area = scale.x * scale.x * metres * metres;
        row.put("k (m^2)", flow.along() * area);
        row.put("k (darcy)", flow.along() * area / DARCY);
      }
      row.put("Porosity", result.porosity());
      row.put("Connected porosity", result.connectedPorosity(flow));
      row.put("Kozeny-Carman k (voxel^2)", result.kozenyCarman());
      for (int i = 0; i < 3; i++) {
        row.put("k to " + "xyz".charAt(i) + " (voxel^2)", flow.permeability()[i]);
      }
      row.put("Mean velocity (voxel^2)", flow.meanVelocity());
      row.put("Max velocity (voxel^2)", flow.maxVelocity());
      row.put("Mirrored ends", flow.mirroredEnds() ? "yes" : "no");
      row.put("Steps", flow.steps()).put("Seconds", flow.seconds()).put("Tau used", flow.tau());
      row.put("Flux spread", flow.spread()).put("k change", flow.change());
      row.put("k change steps", flow.changeSteps());
      row.put("Backend", result.run().backend());
      row.put("Note", Notes.of(note(), scale.calibrated() ? "" : IN_VOXELS));
    }
    return table;
  }

  /** What a user must know about the result: sentences, or empty. */
  String note() {
    return Notes.of(
        axes("No pores join the two ends along ", flow -> flow.connected() == 0),
        axes("The flow was not steady when max_steps ended it along ", flow -> !flow.steady()),
        result.run().note());
  }

  private String axes(String words, Predicate<PermeabilityFlow> chosen) {
    String axes =
        result.flows().stream()
            .filter(chosen)
            .map(flow -> "xyz".substring(flow.axis(), flow.axis() + 1))
            .collect(Collectors.joining(", "));
    return axes.isEmpty() ? "" : words + axes + ".";
  }

  /** The length of a unit, or 0 if it is not known. */
  private static double metres(String unit) {
    switch (unit == null ? "" : unit) {
      case "m":
      case "meter":
      case "metre":
        return 1;
      case "cm":
        return 1e-2;
      case "mm":
        return 1e-3;
      case "um":
      case "µm":
      case "\u03bcm":
      case "micron":
      case "microns":
      case "micrometer":
        return 1e-6;
      case "nm":
        return 1e-9;
      default:
        return 0;
    }
  }
}
