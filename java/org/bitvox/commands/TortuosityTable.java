// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Locale;
import java.util.Map;
import org.bitvox.Tortuosity;
import org.bitvox.Tortuosity.Direction;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/**
 * How well pores conduct, a row a direction. The columns are the same for pores and for labels,
 * whose diffusivities have the unit of their table: rows of both fit into one table.
 */
final class TortuosityTable {
  private TortuosityTable() {}

  static Table create(
      Call call, Map<Direction, Tortuosity.Result> results, Map<Direction, Double> seconds) {
    Table table = new Table();
    boolean ofLabels = call.file("diffusivities") != null;
    results.forEach(
        (direction, result) -> {
          call.results()
              .addRow(table, call.input().name())
              .put("Direction", TortuosityCommand.name(direction))
              .put("Tortuosity factor", result.tortuosity())
              .put("Porosity", result.porosity())
              .put("Connected porosity", result.connectedPorosity())
              .put("Effective diffusivity", ofLabels ? "" : (Object) result.diffusivity())
              .put("Mean D of labels", ofLabels ? (Object) result.meanDiffusivity() : "")
              .put("Effective D of labels", ofLabels ? (Object) result.diffusivity() : "")
              .put("Formation factor", result.formationFactor())
              .put("Estimated error (%)", 100 * result.error())
              .put("Flux in", result.fluxIn())
              .put("Flux out", result.fluxOut())
              .put("Spread of flux (%)", 100 * result.spread())
              .put("Residual", result.residual())
              .put("Iterations", result.iterations())
              .put("Seconds", seconds.get(direction))
              .putLast("Backend", result.run().backend())
              .putLast("Note", note(call.input(), direction, result));
        });
    return table;
  }

  /** What a user must know of a result, or nothing. */
  static String note(InputImage image, Direction direction, Tortuosity.Result result) {
    return Notes.of(flat(image, direction), of(direction, result), result.run().note());
  }

  private static String flat(InputImage image, Direction direction) {
    return direction == Direction.Z && image.depth() == 1
        ? "One slice thick along z: the factor is 1 whatever the pores are; measure x or y."
        : "";
  }

  private static String of(Direction direction, Tortuosity.Result result) {
    if (result.diffusivity() == 0) {
      return "No pore joins both faces along " + TortuosityCommand.name(direction) + ".";
    }
    if (result.converged()) {
      return "";
    }
    String error =
        Double.isInfinite(result.error())
            ? "by how much the diffusivity is too large is not known"
            : "the diffusivity may be " + percent(result.error()) + " too large";
    return "Along "
        + TortuosityCommand.name(direction)
        + " the accuracy was not reached in "
        + result.iterations()
        + " iterations: "
        + error
        + ", and the flux differs by "
        + percent(result.spread())
        + " from layer to layer, where 10 times the accuracy is allowed.";
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.2g %%", 100 * part);
  }
}
