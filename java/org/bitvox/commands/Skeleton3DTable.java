// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.bitvox.Skeleton3DResult;
import org.bitvox.Topology;

/** What is known about a skeleton: one row an image. */
final class Skeleton3DTable {
  private Skeleton3DTable() {}

  static Table of(String image, Skeleton3DResult result, Values values) {
    Table table = new Table();
    Table.Row row = table.addRow().put("Image", image).put("Backend", result.backend());
    row.put("Voxels before", result.voxelsBefore()).put("Voxels after", result.voxelsAfter());
    row.put("Rounds", result.rounds());
    if (values.flag("per_round")) {
      String deleted =
          Arrays.stream(result.deleted()).mapToObj(Long::toString).collect(Collectors.joining(" "));
      row.put("Deleted per round (voxels)", deleted);
    }
    if (values.flag("verify")) {
      put(row, "before", result.topologyBefore());
      put(row, "after", result.topologyAfter());
    }
    return table;
  }

  private static void put(Table.Row row, String when, Topology topology) {
    row.put("Components " + when, topology.components());
    row.put("Background components " + when, topology.backgroundComponents());
    row.put("Euler number " + when, topology.eulerNumber());
  }
}
