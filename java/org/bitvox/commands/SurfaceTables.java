// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.bitvox.Surface;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Values;

/** Surfaces as tables: one row per surface, and one per image. */
final class SurfaceTables {
  /** What part of a volume may change without a word. */
  private static final double MUCH = 0.05;

  private final Call call;
  private final Surface.Result result;
  private final String area;
  private final String volume;

  SurfaceTables(Call call, Surface.Result result) {
    this.call = call;
    this.result = result;
    Scale scale = call.input().scale();
    String unit = scale.calibrated() ? scale.unit : "voxel";
    area = "Area (" + unit + "^2)";
    volume = "Enclosed volume (" + unit + "^3)";
  }

  void give() throws IOException {
    call.results().longTable("save", surfaces());
    call.results().summary("summary", summary());
  }

  /** Made when its rows are asked for, as there may be millions. */
  private Table surfaces() {
    String image = call.input().name();
    List<String> headings =
        Arrays.asList(
            "Image",
            "Label",
            "Vertices",
            "Triangles",
            area,
            volume,
            "Euler number",
            "Closed",
            "Note");
    return Table.ofRows(
        headings,
        result.count(),
        i -> {
          call.progress().throwIfStopped();
          return new Table.Row()
              .put("Image", image)
              .put("Label", hasLabels() ? (Object) result.label(i) : "")
              .put("Vertices", result.vertices(i))
              .put("Triangles", result.triangles(i))
              .put(area, result.area(i))
              .put(volume, result.volume(i))
              .put("Euler number", result.eulerNumber(i))
              .put("Closed", yes(result.isClosed(i)))
              .put("Note", note(i));
        });
  }

  private Table summary() {
    Table table = new Table();
    call.results()
        .addRow(table, call.input().name())
        .put("Surfaces", result.count())
        .put("Vertices", sum(result::vertices))
        .put("Triangles", sum(result::triangles))
        .put(area, total(result::area))
        .put(volume, total(result::volume))
        .put("Euler number", sum(result::eulerNumber))
        .put("Closed", yes(all().allMatch(result::isClosed)))
        .putLast("File", call.values().text("output"))
        .putLast("Note", note());
    return table;
  }

  /** Of one surface. */
  private String note(int surface) {
    if (!(result.volume(surface) > 0)) {
      return "Smoothing left no volume.";
    }
    double change = change(surface);
    return Math.abs(change) <= MUCH
        ? ""
        : "Smoothing changed the volume by " + percent(change) + ".";
  }

  /** Of its volume, by smoothing. */
  private double change(int surface) {
    return result.volume(surface) / result.volumeUnsmoothed(surface) - 1;
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%+.0f %%", 100 * part);
  }

  /** Of the image. */
  String note() {
    Values values = call.values();
    long flat = all().filter(i -> !(result.volume(i) > 0)).count();
    boolean unnamed =
        result.count() > 1
            && values.has("output")
            && SurfaceCommand.format(values.text("output")) == Surface.Format.STL;
    return Notes.of(
        Notes.ofOneSlice(call.input()),
        flat == 0 ? "" : "Surfaces that smoothing left no volume: " + flat + ".",
        changed(),
        isWhole()
            ? "The surface encloses nearly the whole image: is Level "
                + values.text("level")
                + " right?"
            : "",
        unnamed
            ? "An STL file does not say which label a triangle has; .ply and .obj do, and label=N"
                + " writes one."
            : "");
  }

  /** Smoothing keeps volumes about as they are, but not all, and not by any number of rounds. */
  private String changed() {
    int[] much = all().filter(i -> result.volume(i) > 0 && Math.abs(change(i)) > MUCH).toArray();
    if (much.length == 0) {
      return "";
    }
    int most = much[0];
    for (int i : much) {
      most = Math.abs(change(i)) > Math.abs(change(most)) ? i : most;
    }
    String rounds = ": fewer rounds than smooth=" + call.values().text("smooth") + " keep it.";
    return hasLabels()
        ? "Smoothing changed the volume by more than 5 % of "
            + much.length
            + (much.length == 1 ? " surface" : " surfaces")
            + ", most that of label "
            + result.label(most)
            + " ("
            + percent(change(most))
            + ")"
            + rounds
        : "Smoothing changed the volume by " + percent(change(most)) + rounds;
  }

  /** As of a level below all values. */
  private boolean isWhole() {
    double[] voxel = call.input().scale().voxel();
    double image = call.input().voxels() * voxel[0] * voxel[1] * voxel[2];
    return call.values().text("kind").equals("grey") && total(result::volume) > 0.99 * image;
  }

  private boolean hasLabels() {
    return call.values().text("kind").equals("labels");
  }

  private IntStream all() {
    return IntStream.range(0, result.count());
  }

  private long sum(IntToLongFunction number) {
    return all().mapToLong(number).sum();
  }

  private double total(IntToDoubleFunction number) {
    return all().mapToDouble(number).sum();
  }

  private static String yes(boolean value) {
    return value ? "yes" : "no";
  }
}
