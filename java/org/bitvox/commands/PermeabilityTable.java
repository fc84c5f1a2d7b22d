// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bitvox.Permeability;
import org.bitvox.PermeabilityFlow;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Values;

/** Permeabilities as a table: one row a flow. */
final class PermeabilityTable {
  /** In square metres, by its definition. */
  private static final double DARCY = 9.869232667160130e-13;

  private static final String IN_VOXELS = "The image has no voxel size: k is in voxels squared.";

  /** A spread of the flux from plane to plane from which on it is not that of one flow. */
  private static final double UNEVEN = 0.5;

  /** A difference, relative, from which on voxels are called coarse. */
  private static final double COARSE = 0.1;

  /** What rounding to 16 bits leaves uncertain of k: `change` is that at least. */
  private static final double NOISE_OF_HALVES = 1e-3;

  private final Permeability.Result result;
  private final Scale scale;
  private final double metres;
  private final Values values;
  private final boolean refine;

  PermeabilityTable(Permeability.Result result, Scale scale, Values values) {
    this.result = result;
    this.scale = scale;
    metres = scale.metres() * scale.x;
    this.values = values;
    refine = values.flag("refine");
  }

  Table of(Call call) {
    Table table = new Table();
    for (PermeabilityFlow flow : result.flows()) {
      Table.Row row = call.results().addRow(table, call.input().name());
      row.put("Along", "xyz".substring(flow.axis(), flow.axis() + 1));
      row.put("k (voxel^2)", flow.along());
      if (scale.calibrated() && metres == 0) {
        row.put("k (" + scale.unit + "^2)", flow.along() * scale.x * scale.x);
      }
      row.put("k (\u00b5m^2)", inUnit(flow.along(), 1e-12));
      row.put("k (m^2)", inUnit(flow.along(), 1));
      row.put("k (darcy)", inUnit(flow.along(), DARCY));
      if (refine) {
        boolean half = !isFreeAtHalf(flow);
        row.put("k at half size (voxel^2)", half ? (Object) flow.halfAlong() : "");
        row.put("k at half size (darcy)", half ? inUnit(flow.halfAlong(), DARCY) : "");
      }
      row.put("Porosity", result.porosity());
      row.put("Connected porosity", result.connectedPorosity(flow));
      if (refine) {
        row.put("Connected porosity at half size", flow.halfPorosity());
      }
      row.put("Kozeny-Carman k (voxel^2)", flow.kozenyCarman());
      row.put("Kozeny-Carman k (darcy)", inUnit(flow.kozenyCarman(), DARCY));
      for (int i = 0; i < 3; i++) {
        row.put("k to " + "xyz".charAt(i) + " (voxel^2)", flow.permeability()[i]);
      }
      for (int i = 0; i < 3; i++) {
        row.put("k to " + "xyz".charAt(i) + " (darcy)", inUnit(flow.permeability()[i], DARCY));
      }
      row.put("Mean velocity (voxel^2)", flow.meanVelocity());
      row.put("Max velocity (voxel^2)", flow.maxVelocity());
      row.put("Mirrored ends", flow.mirroredEnds() ? "yes" : "no");
      row.put("Steps", flow.steps()).put("Seconds", flow.seconds()).put("Tau used", flow.tau());
      row.put("Flux spread", flow.spread());
      // Over 0 steps nothing can change, and 0 would look like a steady flow.
      row.put("k change", flow.changeSteps() > 0 ? (Object) flow.change() : "");
      row.put("k change steps", flow.changeSteps());
      if (isNoisy()) {
        row.putLast("Change", NOISE_OF_HALVES);
      }
      row.putLast("Backend", result.run().backend());
      row.putLast(
          "Note", Notes.of(note(Collections.singletonList(flow)), noteOfUnit(), noteOfWalls(flow)));
    }
    return table;
  }

  /** Squares of voxels in a unit of so many square metres; empty where that is not known. */
  private Object inUnit(double voxels, double unit) {
    return metres > 0 ? (Object) (voxels * metres * metres / unit) : "";
  }

  private String noteOfUnit() {
    if (!scale.calibrated()) {
      return IN_VOXELS;
    }
    return metres > 0 ? "" : scale.unknownUnit() + ": there are no square metres and darcys.";
  }

  /** Of a piece of something larger; where solid is all around there are walls anyway. */
  private String noteOfWalls(PermeabilityFlow flow) {
    return values.text("sides").equals("walls")
            && flow.connected() > 0
            && flow.poresAtSides() >= PermeabilityCommand.OPEN
        ? String.format(
            Locale.ROOT,
            "sides=walls closes the sides, %.0f %% of which are pores: if this is a piece of"
                + " something larger, k is too small; use sides=mirrored.",
            100 * flow.poresAtSides())
        : "";
  }

  /** What a user must know about the result: sentences, or empty. */
  String note() {
    return note(result.flows());
  }

  private String note(List<PermeabilityFlow> flows) {
    boolean closed = flows.stream().anyMatch(flow -> flow.connected() == 0);
    return Notes.of(
        axes(flows, "No pores join the two ends along ", flow -> flow.connected() == 0),
        closed ? "Is phase=" + values.text("phase") + " right?" : "",
        axes(
            flows,
            "The flow was not steady when max_steps ended it along ",
            flow -> !flow.steady()),
        axes(
            flows,
            "It had hardly begun, and k says nothing yet, along ",
            flow -> !flow.steady() && flow.spread() > UNEVEN),
        refine ? noteOfHalf(flows) : "",
        noteOfNoise(),
        result.run().note());
  }

  /** Whether the limit of change is out of reach, so that a larger one was taken. */
  private boolean isNoisy() {
    return values.text("precision").equals("16") && values.decimal("change") < NOISE_OF_HALVES;
  }

  /** Says so; empty where no limit was given. */
  private String noteOfNoise() {
    return values.given("change") && isNoisy()
        ? "change=" + values.text("change") + " was raised to 0.001, the least with precision=16."
        : "";
  }

  /** Whether there is no solid at half the resolution, so that nothing resists the flow. */
  private static boolean isFreeAtHalf(PermeabilityFlow flow) {
    return Double.isInfinite(flow.halfAlong());
  }

  private static String noteOfHalf(List<PermeabilityFlow> flows) {
    return Notes.of(
        axes(
            flows,
            "No solid is left at half the resolution, and nothing resists the flow along ",
            PermeabilityTable::isFreeAtHalf),
        axes(
            flows,
            "At half the resolution no pores join the two ends along ",
            flow -> flow.connected() > 0 && flow.halfPorosity() == 0),
        axes(
            flows,
            "At half the resolution pores join the two ends, as what closes them is thinner than two"
                + " voxels, along ",
            flow -> flow.connected() == 0 && flow.halfPorosity() > 0),
        axes(
            flows,
            "At half the resolution max_steps ended the flow, which was not steady, along ",
            flow -> !flow.halfSteady()),
        axes(
            flows,
            "k at half the resolution differs by more than 10 %: the voxels are large for these"
                + " pores along ",
            flow ->
                flow.connected() > 0
                    && flow.halfPorosity() > 0
                    && !isFreeAtHalf(flow)
                    && Math.abs(flow.halfAlong() - flow.along()) > COARSE * flow.along()));
  }

  private static String axes(
      List<PermeabilityFlow> flows, String words, Predicate<PermeabilityFlow> chosen) {
    String axes =
        flows.stream()
            .filter(chosen)
            .map(flow -> "xyz".substring(flow.axis(), flow.axis() + 1))
            .collect(Collectors.joining(", "));
    return axes.isEmpty() ? "" : words + axes + ".";
  }
}
