// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bitvox.Detector;
import org.bitvox.RayHits;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;
import org.bitvox.files.FileList;
import org.bitvox.files.InputFiles;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** All hits of rays with the triangles of meshes in files, sorted along each ray. */
public final class RayHitsCommand extends Command {
  private static final int MOST_PIXELS = 65536;
  private static final double FARTHEST = 1e12;

  private static final Parameters PARAMETERS =
      new Parameters(
          "ray_hits",
          "where rays enter and leave the surfaces of meshes: all hits, sorted along each ray",
          Parameter.text(
                  "meshes",
                  "FILES",
                  "STL, PLY or OBJ files: a.stl, or several: a.stl,b.ply or *.stl")
              .hint("STL, PLY or OBJ: a.stl,b.ply")
              .naming(FileList::of)
              .dialog(DialogRules::browsed)
              .withoutColumn()
              .required(),
          Parameter.inputFile(
                  "rays",
                  "table x,y,z of the ends of rays from one source; without it a detector's pixels")
              .hint("x,y,z of ends; empty: detector"),
          Parameter.text("source", "X,Y,Z", "where rays to those ends begin").or("0,0,0"),
          ofDetector(
              Parameter.choice("beam", "from a point source, or side by side", "cone", "parallel")),
          ofDetector(
              Parameter.choice("axis", "what source and detector turn around", "z", "x", "y")),
          length("source_object", "500", "from the source to the middle of the meshes"),
          length("source_detector", "1000", "from the source to the detector"),
          ofDetector(
              Parameter.integer("columns", "pixels", 1, MOST_PIXELS, "of the detector").or("256")),
          ofDetector(
              Parameter.integer("rows", "pixels", 1, MOST_PIXELS, "of the detector").or("256")),
          length("pixel_width", "1", "of the detector"),
          length("pixel_height", "1", "of the detector"),
          ofDetector(
              Parameter.decimal("angle", "degrees", -1e6, 1e6, "of source and detector").or("0")),
          offset("offset_columns"),
          offset("offset_rows"),
          Keys.backend(),
          Keys.threads(),
          Parameter.output(
                  "output", "writes the hits, as a table or as 16 bytes each", "csv", "bin")
              .hint("hits, .csv or .bin")
              .in(Parameter.Scope.EVERYWHERE),
          Parameter.output("save", "writes what is open in each mesh", "csv"),
          Parameter.output("summary", "writes how many hits there are", "csv"));

  /** Called by ImageJ. */
  public RayHitsCommand() {
    super("Bitvox Ray Hits", PARAMETERS);
  }

  private static Parameter ofDetector(Parameter parameter) {
    return parameter.onlyWithout("rays");
  }

  private static Parameter length(String key, String usual, String help) {
    double least = key.equals("source_object") ? 0 : 1e-12;
    return ofDetector(
        Parameter.decimal(key, "", least, 1e12, help + ", in the meshes' unit")
            .or(usual)
            .hint("in the meshes' unit"));
  }

  private static Parameter offset(String key) {
    return ofDetector(
            Parameter.decimal(
                key, "", -1e12, 1e12, "of the detector's middle from the beam's, in that unit"))
        .or("0")
        .in(Parameter.Scope.SCRIPT);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    List<Path> meshes = meshes(values);
    Path rays = call.file("rays");
    RayHits options = options(values);
    RayHits.Format format =
        values.text("output").toLowerCase(Locale.ROOT).endsWith(".bin")
            ? RayHits.Format.BINARY
            : RayHits.Format.CSV;
    List<RayHits.Result> found = new ArrayList<>();
    call.results()
        .write(
            "output",
            path -> found.add(options.trace(meshes, rays, path, format, call.progress())));
    if (found.isEmpty()) {
      found.add(options.trace(meshes, rays, null, format, call.progress()));
    }
    RayHits.Result result = found.get(0);
    call.results().longTable("save", table(meshes, result));
    List<String> notes = notes(meshes, result);
    call.results().summary("summary", summary(call, result, notes));
    notes.forEach(call.messages()::note);
    call.messages().ranOn(result.run().backend());
  }

  private static List<Path> meshes(Values values) throws IOException {
    List<Path> meshes = new ArrayList<>();
    for (String name : FileList.of(values.text("meshes"))) {
      meshes.add(InputFiles.existing(name));
    }
    return meshes;
  }

  private static RayHits options(Values values) {
    RayHits options =
        new RayHits().backend(values.text("backend")).threads(values.integer("threads"));
    if (values.has("rays")) {
      String allowed = "three numbers with commas between: x,y,z, each from -1e12 to 1e12";
      double[] source = values.numbers("source", allowed, 3);
      if (!Arrays.stream(source).allMatch(place -> Math.abs(place) <= FARTHEST)) {
        throw UsageException.notAllowed("source", values.text("source"), allowed);
      }
      return options.source(source[0], source[1], source[2]);
    }
    if (values.constant("beam", Detector.Beam.class) == Detector.Beam.PARALLEL) {
      options.parallel();
    } else {
      options.cone(values.decimal("source_object"), values.decimal("source_detector"));
    }
    return options
        .axis(values.constant("axis", Detector.Axis.class))
        .detector(
            values.integer("columns"),
            values.integer("rows"),
            values.decimal("pixel_width"),
            values.decimal("pixel_height"))
        .offset(values.decimal("offset_columns"), values.decimal("offset_rows"))
        .angle(values.decimal("angle"));
  }

  /** A row per mesh. */
  private static Table table(List<Path> meshes, RayHits.Result result) {
    Table table = new Table();
    for (int i = 0; i < result.meshes(); i++) {
      table
          .addRow()
          .put("Mesh", i + 1)
          .put("File", meshes.get(i).getFileName().toString())
          .put("Triangles", result.triangles(i))
          .put("Open edges", result.openEdges(i))
          .put("Around the source", result.winding(i))
          .put("Fault", result.fault(i));
    }
    return table;
  }

  private static Table summary(Call call, RayHits.Result result, List<String> notes) {
    long triangles = 0;
    long open = 0;
    for (int i = 0; i < result.meshes(); i++) {
      triangles += result.triangles(i);
      open += result.openEdges(i);
    }
    Table table = new Table();
    call.results()
        .addSettings(table.addRow().put("Meshes", result.meshes()))
        .put("Triangles", triangles)
        .put("Open edges", open)
        .put("Rays", result.rays())
        .put("Rays that hit", result.raysHit())
        .put("Hits", result.hits())
        .put("Most hits of a ray", result.deepest())
        .put("That ray", result.hits() == 0 ? "" : (Object) (result.deepestRay() + 1))
        .put("Rays that do not add up", result.oddRays())
        .put("Grid step", result.step())
        .put("Backend", result.run().backend())
        .putLast("Note", Notes.of(notes.toArray(new String[0])));
    return table;
  }

  private static List<String> notes(List<Path> meshes, RayHits.Result result) {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < result.meshes(); i++) {
      if (!result.fault(i).isEmpty()) {
        notes.add(meshes.get(i).getFileName() + " " + result.fault(i));
      }
    }
    add(
        notes,
        result.oddRays(),
        "ray does not add up: it",
        "rays do not add up: each of them",
        " enters a mesh more or less often than it leaves it.");
    add(
        notes,
        result.touched(),
        "triangle holds",
        "triangles hold",
        " the source, which is neither inside nor outside then. Move it a little.");
    add(
        notes,
        result.flat(),
        "triangle has",
        "triangles have",
        " no area on the grid. No ray hits what has none.");
    add(
        notes,
        result.withoutLength(),
        "ray ends at the source and hits",
        "rays end at the source and hit",
        " nothing.");
    if (result.hits() == 0 && result.withoutLength() < result.rays()) {
      notes.add("No ray hits a mesh: nothing is in view.");
    }
    if (!result.run().note().isEmpty()) {
      notes.add(result.run().note());
    }
    return notes;
  }

  private static void add(List<String> notes, long count, String one, String many, String rest) {
    if (count > 0) {
      notes.add(count + " " + (count == 1 ? one : many) + rest);
    }
  }
}
