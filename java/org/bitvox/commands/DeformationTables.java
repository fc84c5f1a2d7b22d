// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Collections;
import org.bitvox.Deformation;
import org.bitvox.DeformationTable;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/** A deformation in numbers: a row per frame, and one for all. */
final class DeformationTables {
  private static final double BALANCED = 0.1;
  private static final double PERCENT = 100;
  private static final int FEW = 20; // nodes at a plate

  private final Call call;
  private final Deformation.Result result;
  private final DeformationTable frames;
  private final DeformationUnits units;
  private final String dropped;

  /**
   * Tables.
   *
   * @param dropped sentences about what is not written, or empty
   */
  DeformationTables(Call call, Deformation.Result result, DeformationUnits units, String dropped) {
    this.call = call;
    this.result = result;
    this.units = units;
    this.dropped = dropped;
    frames = result.table();
  }

  void give() throws IOException {
    call.results().longTable("save", perFrame());
    call.results().summary("summary", summary());
  }

  /** Frames count from 1, as ImageJ's do. */
  private Table perFrame() {
    return Table.ofRows(
        Collections.emptyList(),
        frames.frames(),
        i ->
            new Table.Row()
                .put("Frame", i + 1)
                .put("Step", frames.step(i))
                .put("Time (s)", units.seconds(frames.time(i)))
                .put("Strain (%)", PERCENT * frames.strain(i))
                .put("Displacement (" + units.length() + ")", frames.displacement(i))
                .put("Near force (N)", units.newtons(frames.nearForce(i)))
                .put("Far force (N)", units.newtons(frames.farForce(i)))
                .put("Elastic energy (mJ)", units.millijoules(frames.elasticEnergy(i)))
                .put("Kinetic energy (mJ)", units.millijoules(frames.kineticEnergy(i)))
                .put("Momentum x (N s)", units.newtonSeconds(frames.momentum(i, 0)))
                .put("Momentum y (N s)", units.newtonSeconds(frames.momentum(i, 1)))
                .put("Momentum z (N s)", units.newtonSeconds(frames.momentum(i, 2))));
  }

  private Table summary() {
    int last = frames.frames() - 1;
    Table table = new Table();
    call.results()
        .addRow(table, call.input().name())
        .put("Displacement (" + units.length() + ")", frames.displacement(last))
        .put("Near force (N)", units.newtons(frames.nearForce(last)))
        .put("Far force (N)", units.newtons(frames.farForce(last)))
        .put("Elastic energy (mJ)", units.millijoules(frames.elasticEnergy(last)))
        .put("Kinetic energy (mJ)", units.millijoules(frames.kineticEnergy(last)))
        .put("Number of nodes", result.nodes())
        .put("Node spacing (" + units.length() + ")", result.nodeSpacing())
        .put("Held by plates", result.held())
        .put("Without neighbours", result.isolated())
        .put("Mean neighbours", result.neighbours())
        .put("One-sided (%)", PERCENT * result.oneSided())
        .put("Poisson of the method", Double.isNaN(result.poisson()) ? "" : result.poisson())
        .put("Step (s)", units.seconds(result.timeStep()))
        .put("Steps per frame", result.steps())
        .putLast("Backend", result.run().backend())
        .putLast("Note", note());
    return table;
  }

  /** What a user must know about the result: sentences, or empty. */
  String note() {
    return Notes.of(
        result.run().note(),
        dropped,
        noteOfPoisson(),
        noteOfForces(),
        noteOfPlates(),
        noteOfNodes(),
        units.note());
  }

  /** A body at rest pushes as much on one end as on the other. */
  private String noteOfForces() {
    int last = frames.frames() - 1;
    double near = Math.abs(frames.nearForce(last));
    double far = Math.abs(frames.farForce(last));
    if (call.values().text("load").equals("ball") && far == 0) {
      return "The ball touches no node: push it in farther, or use more nodes, a larger ball, or"
          + " another place.";
    }
    return Math.abs(near - far) <= BALANCED * Math.max(near, far)
        ? ""
        : "The forces at the two ends differ, so the body is not at rest: use more steps, or see"
            + " whether it joins the two ends.";
  }

  private String noteOfPoisson() {
    double asked = call.values().decimal("poisson");
    if (Double.isNaN(result.poisson()) || result.poisson() == asked) {
      return "";
    }
    return "method="
        + call.values().text("method")
        + " has the Poisson's ratio "
        + Table.text(result.poisson())
        + ", not "
        + call.values().text("poisson")
        + ".";
  }

  private String noteOfPlates() {
    long held = result.leastHeld();
    return held >= FEW
        ? ""
        : "A plate holds only "
            + held
            + (held == 1 ? " node" : " nodes")
            + ": forces depend on where they are; use more nodes, or crop the image so that more of"
            + " the body is at the plate.";
  }

  private String noteOfNodes() {
    return result.isolated() == 0
        ? ""
        : result.isolated()
            + (result.isolated() == 1 ? " node has" : " nodes have")
            + " no neighbour and do not move with the body; use more nodes.";
  }
}
