// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bitvox.ClassifyColours;
import org.bitvox.ColourModel;
import org.bitvox.ColourObjects;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.Csv;

/** The objects of classified colours as tables, in the unit of the image. */
final class ClassifyColoursTables {
  private static final String TRACKMATE =
      "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS,CLASS";

  private static final double PERCENT = 100;

  private final Call call;
  private final InputImage input;
  private final ColourModel model;
  private final ClassifyColours.Result result;
  private final ColourObjects objects;
  private final Calibration calibration;
  private final boolean tracked;
  private final List<String> headings;

  ClassifyColoursTables(Call call, ColourModel model, ClassifyColours.Result result) {
    this.call = call;
    this.model = model;
    this.result = result;
    input = call.input();
    objects = result.objects();
    calibration = input.calibration();
    tracked = call.values().decimal("track") > 0;
    Scale scale = input.scale().inSlices();
    headings = headings(scale.calibrated() ? scale.unit : "");
  }

  /**
   * Shows and writes all of them.
   *
   * @param note a sentence about other results, or empty
   */
  void give(int frames, String note) throws IOException {
    String all =
        Notes.of(objects.count() == 0 ? "No object was found." : "", note, result.run().note());
    call.results().summary("summary", summary(frames, all));
    call.results().longTable("save", Table.ofRows(headings, objects.count(), this::row));
    Consumer<String> lines = call.results().lines("tracks");
    if (lines != null) {
      writeTracks(lines);
    }
    call.messages().note(all);
  }

  private Table summary(int frames, String note) {
    Table table = new Table();
    Table.Row row =
        call.results()
            .addRow(table, input.name())
            .put("Frames", frames)
            .put("Objects", objects.count());
    if (tracked) {
      row.put("Tracks", result.tracks());
    }
    if (isCoarse()) {
      row.put("Table differs (% of pixels)", PERCENT * result.tableDiffers());
    }
    row.putLast("Backend", result.run().backend()).putLast("Note", note);
    return table;
  }

  /** Whether the table of colours has cells of several colours. */
  private boolean isCoarse() {
    int bits = call.values().integer("table");
    return bits > 0 && bits < Byte.SIZE;
  }

  // ---- Objects -------------------------------------------------------------------------------

  /** In pixels where the unit is empty. */
  private static List<String> headings(String unitOfImage) {
    boolean pixels = unitOfImage.isEmpty();
    String unit = " (" + (pixels ? "pixels" : unitOfImage) + ")";
    String square = " (" + (pixels ? "pixel" : unitOfImage) + "^2)";
    return Arrays.asList(
        "Image",
        "Frame",
        "Class",
        "Area" + square,
        "X" + unit,
        "Y" + unit,
        "BX" + unit,
        "BY" + unit,
        "Width" + unit,
        "Height" + unit,
        "Mean probability",
        "Track");
  }

  /** Centres of pixels lie at halves, as for ImageJ. */
  private Table.Row row(int i) {
    Object[] cells = {
      input.name(),
      objects.frame(i),
      model.name(objects.ofClass(i) - 1),
      area(i),
      calibration.getX(objects.x(i) + 0.5),
      calibration.getY(objects.y(i) + 0.5, input.height()),
      calibration.getX(objects.left(i)),
      calibration.getY(objects.top(i), input.height()),
      objects.width(i) * calibration.pixelWidth,
      objects.height(i) * calibration.pixelHeight,
      objects.probability(i),
      tracked ? (Object) objects.track(i) : ""
    };
    Table.Row row = new Table.Row();
    for (int c = 0; c < cells.length; c++) {
      row.put(headings.get(c), cells[c]);
    }
    return row;
  }

  private double area(int i) {
    return objects.area(i) * calibration.pixelWidth * calibration.pixelHeight;
  }

  // ---- TrackMate -----------------------------------------------------------------------------

  /** Frames are counted from 0, and positions from the centre of the first pixel. */
  private void writeTracks(Consumer<String> lines) {
    double interval = calibration.frameInterval > 0 ? calibration.frameInterval : 1;
    lines.accept(TRACKMATE);
    for (int i = 0; i < objects.count(); i++) {
      int frame = objects.frame(i) - 1;
      Object[] cells = {
        model.name(objects.ofClass(i) - 1) + " " + objects.track(i),
        i,
        objects.track(i),
        objects.probability(i),
        objects.x(i) * calibration.pixelWidth,
        objects.y(i) * calibration.pixelHeight,
        0,
        frame * interval,
        frame,
        Math.sqrt(area(i) / Math.PI),
        objects.ofClass(i)
      };
      StringBuilder line = new StringBuilder();
      for (Object cell : cells) {
        line.append(line.length() == 0 ? "" : ",").append(Csv.quoted(Table.text(cell)));
      }
      lines.accept(line.toString());
    }
  }
}
