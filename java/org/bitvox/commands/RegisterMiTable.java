// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.RegisterMiMotion;
import org.bitvox.RegisterMiResult;
import org.bitvox.RunReport;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** The motions, a row a frame: {@link RegisterMiMotionFile} reads them again. */
final class RegisterMiTable {
  private final Table table = new Table();
  private final Call call;
  private final InputImage input;
  private final Scale scale;
  private final int channel;
  private final boolean found;

  /**
   * Of a call.
   *
   * @param channel from 0
   * @param found whether the motions were searched
   */
  RegisterMiTable(Call call, int channel, boolean found) {
    this.call = call;
    this.channel = channel;
    this.found = found;
    input = call.input();
    scale = input.scale();
    if (input.frames() > 1) {
      table.printedAsCsv();
    }
  }

  /** What lengths are in. */
  static String unit(Scale scale) {
    return scale.calibrated() ? scale.unit : "pixels";
  }

  /** The rows. */
  Table table() {
    return table;
  }

  /**
   * Adds a row.
   *
   * @param frame from 0
   * @param result of the search; null where there was none for this frame
   * @param more a note besides that of the run, or empty
   */
  void add(
      int frame,
      RegisterMiMotion motion,
      RegisterMiResult result,
      long overlap,
      RunReport run,
      String more) {
    String note = Notes.of(run.note(), more);
    String unit = " (" + unit(scale) + ")";
    double[] middle =
        motion.middle() != null
            ? motion.middle()
            : new double[] {
              (input.width() - 1) / 2.0, (input.height() - 1) / 2.0, (input.depth() - 1) / 2.0
            };
    Table.Row row = call.results().addRow(table, input.name());
    if (input.frames() > 1) {
      row.put("Frame", frame + 1);
      if (found) {
        row.putLast("Series", call.values().text("series"));
      }
    }
    if (input.channels() > 1 && found) {
      row.putLast("Channel", channel + 1);
    }
    row.put("dx" + unit, motion.dx() * scale.x)
        .put("dy" + unit, motion.dy() * scale.y)
        .put("dz" + unit, depth(motion.dz()))
        .put("angle x (degrees)", motion.angleX())
        .put("angle y (degrees)", motion.angleY())
        .put("angle (degrees)", motion.angle())
        .put("Middle x" + unit, middle[0] * scale.x)
        .put("Middle y" + unit, middle[1] * scale.y)
        .put("Middle z" + unit, depth(middle[2]))
        .put("dx (voxels)", motion.dx())
        .put("dy (voxels)", motion.dy())
        .put("dz (voxels)", motion.dz());
    if (found) {
      row.put("MI before (bits)", result == null ? "" : (Object) result.before())
          .put("MI after (bits)", result == null ? "" : (Object) result.after());
    }
    row.put("Overlap (voxels)", overlap);
    if (found) {
      row.put("Bins", result == null ? "" : (Object) result.bins());
    }
    row.putLast("Backend", run.backend()).putLast("Note", note);
    call.messages()
        .note( // in ImageJ's log too: its place in the table is out of sight
            note.isEmpty()
                ? note
                : (input.frames() == 1 ? input.name() : "Frame " + (frame + 1)) + ": " + note);
  }

  private double depth(double voxels) {
    return voxels == 0 ? 0 : voxels * scale.z;
  }
}
