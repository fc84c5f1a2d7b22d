// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.Skeleton2DResult;

/** What is known about the skeletons of slices: one row an image. */
final class Skeleton2DTable {
  private Skeleton2DTable() {}

  static Table of(String image, Skeleton2DResult result, Values values) {
    Table table = new Table();
    Table.Row row = table.addRow().put("Image", image);
    row.put("Rule", values.text("rule")).put("Backend", result.backend());
    row.put("Pixels before", result.pixelsBefore()).put("Pixels after", result.pixelsAfter());
    row.put("Iterations", result.iterations());
    row.put("Objects before", result.objectsBefore()).put("Objects after", result.objectsAfter());
    row.put("Note", note(result));
    return table;
  }

  /** What a user must know about the result: sentences, or empty. */
  static String note(Skeleton2DResult result) {
    long vanished = result.objectsBefore() - result.objectsAfter();
    String warning = vanished > 0 ? Messages.objectsVanished(vanished) : "";
    String gap = warning.isEmpty() || result.note().isEmpty() ? "" : " ";
    return warning + gap + result.note();
  }
}
