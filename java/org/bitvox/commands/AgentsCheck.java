// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import org.bitvox.AgentOverlaps;
import org.bitvox.Agents;
import org.bitvox.calls.Call;
import org.bitvox.calls.Table;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Says whether the discs or spheres of recorded tracks ever overlap. */
final class AgentsCheck {
  private static final String[] OF_MOTION = {
    "output", AgentsImages.LABELS, AgentsImages.DENSITY, "tracks", "lineage", "plot", "save"
  };

  private AgentsCheck() {}

  static void run(Call call) throws IOException {
    Values values = call.values();
    Arrays.stream(OF_MOTION)
        .filter(values::has)
        .forEach(
            key -> {
              throw new UsageException(
                  key + "= is of agents that move, and check= moves none: leave one of them out");
            });
    if (!values.given("radius")) {
      throw new UsageException("check= needs radius=, that of the discs or spheres");
    }
    AgentOverlaps found =
        Agents.check(call.file(AgentsCommand.CHECK), values.decimal("radius"), call.progress());
    call.results().tableBeside("summary", " Check", table(call, found));
  }

  private static Table table(Call call, AgentOverlaps found) {
    boolean any = found.overlaps() > 0;
    Table table = new Table();
    table
        .addRow()
        .put("File", call.file(AgentsCommand.CHECK).getFileName().toString())
        .put("Radius", call.values().decimal("radius"))
        .put("Places", found.rows())
        .put("Frames", found.frames())
        .put("Tracks", found.tracks())
        .put("Most in a frame", found.mostInFrame())
        .put("Overlaps", found.overlaps())
        .put("Nearest", Double.isInfinite(found.nearest()) ? "" : (Object) found.nearest())
        .put("First frame", any ? (Object) found.firstFrame() : "")
        .put("First tracks", any ? found.firstOne() + " and " + found.firstOther() : "")
        .put("Note", note(found));
    return table;
  }

  private static String note(AgentOverlaps found) {
    return found.overlaps() == 0
        ? "No two overlap in any frame."
        : found.overlaps() == 1
            ? "One pair overlaps."
            : found.overlaps() + " pairs overlap, each counted in every frame.";
  }
}
