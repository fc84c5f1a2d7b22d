// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Collections;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.bitvox.AgentCounts;
import org.bitvox.Agents;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/** What happened to agents: a row per frame, and one for all. */
final class AgentsTables {
  private static final double PERCENT = 100;

  private final Call call;
  private final AgentsSpace space;
  private final Agents.Result result;
  private final AgentCounts counts;
  private final String undrawn;

  /**
   * Tables.
   *
   * @param undrawn a sentence about the plot, or empty
   */
  AgentsTables(Call call, AgentsSpace space, Agents.Result result, String undrawn) {
    this.undrawn = undrawn;
    this.call = call;
    this.space = space;
    this.result = result;
    counts = result.counts();
  }

  void give() throws IOException {
    call.results().longTable("save", frames());
    call.results().summary("summary", summary());
  }

  /** Frames count from 1, as ImageJ's do. */
  private Table frames() {
    String square = "Mean square displacement (" + space.unit() + "^2)";
    return Table.ofRows(
        Collections.emptyList(),
        counts.frames(),
        i ->
            new Table.Row()
                .put("Frame", i + 1)
                .put("Step", counts.step(i))
                .put("Agents", counts.agents(i))
                .put("Asked", counts.asked(i))
                .put("Refused by walls", counts.refusedWalls(i))
                .put("Refused by agents", counts.refusedPlaces(i))
                .put("Refused by requests", counts.refusedRequests(i))
                .put("Refused (%)", percent(counts.refused(i), counts.asked(i)))
                .put("Divisions", counts.divisions(i))
                .put(square, counts.squaredDisplacement(i)));
  }

  private Table summary() {
    int last = counts.frames() - 1;
    long asked = sum(counts::asked);
    Table table = new Table();
    call.results()
        .addRow(table, space.name())
        .put("Placed", result.placed())
        .put("Agents at the end", counts.agents(last))
        .put("Frames", counts.frames())
        .put("Parts of a move", result.parts())
        .put("Free for centres (%)", PERCENT * result.freePart())
        .put("Asked", asked)
        .put("Refused (%)", percent(sum(counts::refused), asked))
        .put("Divisions", sum(counts::divisions))
        .put("Mean square displacement (" + space.unit() + "^2)", counts.squaredDisplacement(last))
        .putLast("Backend", result.run().backend())
        .putLast("Note", note());
    return table;
  }

  /** What must be known about the result; or empty. */
  String note() {
    boolean random = !call.values().has("starts");
    long wanted = call.values().longInteger("agents");
    String few =
        random && result.placed() < wanted
            ? "Only " + result.placed() + " of " + wanted + " agents found room."
            : "";
    return Notes.of(few, space.note(), undrawn, result.run().note());
  }

  private static double percent(long part, long all) {
    return all == 0 ? 0 : PERCENT * part / all;
  }

  private long sum(IntToLongFunction number) {
    return IntStream.range(0, counts.frames()).mapToLong(number).sum();
  }
}
