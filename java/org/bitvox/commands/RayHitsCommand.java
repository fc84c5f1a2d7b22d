// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bitvox.Detector;
import org.bitvox.Meshes;
import org.bitvox.ProgressListener;
import org.bitvox.RayHits;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** All hits of rays with the triangles of meshes in files, sorted along each ray. */
public final class RayHitsCommand extends Command {
  private static final int MOST_PIXELS = 65536;
  private static final double FARTHEST = 1e12;

  /** Of the work: reading files, and tracing. */
  private static final int READING = 1;

  private static final int PARTS = 3;

  private static final Parameters PARAMETERS =
      new Parameters(
          "ray_hits",
          "where rays enter and leave the surfaces of meshes: all hits, sorted along each ray",
          MeshFiles.key("STL, PLY or OBJ files: a.stl, or several: a.stl,b.ply or *.stl")
              .required(),
          Parameter.inputFile(
                  "rays",
                  "table x,y,z of the ends of rays from one source; without it a detector's pixels")
              .hint("x,y,z of ends; empty: detector"),
          Parameter.text("source", "X,Y,Z", "where rays to those ends begin")
              .or("0,0,0")
              .onlyBeside("rays")
              .withoutColumn(),
          ofDetector(
              Parameter.choice("beam", "from a point source, or side by side", "cone", "parallel")),
          ofDetector(
              Parameter.choice("axis", "what source and detector turn around", "z", "x", "y")),
          length("source_object", "from the source to the axis"),
          length("source_detector", "from the source to the detector"),
          side("columns"),
          side("rows"),
          length("pixel_width", "of the detector; without it all is in view"),
          length("pixel_height", "of the detector; without it all is in view"),
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

  private static Parameter length(String key, String help) {
    double least = key.equals("source_object") ? 0 : 1e-12;
    return ofDetector(
            Parameter.decimal(key, "", least, FARTHEST, help + ", in the meshes' unit")
                .or("")
                .hint("in the meshes' unit; empty: fits"))
        .withoutColumn();
  }

  private static Parameter side(String key) {
    return ofDetector(
            Parameter.integer(key, "pixels", 1, MOST_PIXELS, "of the detector")
                .or("")
                .hint("of the detector; empty: fits"))
        .withoutColumn();
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
    double[] source = values.has("rays") ? source(values) : null;
    List<Path> files = MeshFiles.of(values);
    Path rays = call.file("rays");
    RayHits.Format format =
        values.text("output").toLowerCase(Locale.ROOT).endsWith(".bin")
            ? RayHits.Format.BINARY
            : RayHits.Format.CSV;
    try (Meshes meshes = Meshes.read(files, new PartListener(call.progress(), 0, READING, PARTS))) {
      RadiographGeometry geometry =
          rays != null
              ? null
              : RadiographGeometry.ofHits(values, RadiographSpace.of(meshes, files, ""));
      RayHits options = geometry == null ? new RayHits() : geometry.rayHits();
      options.backend(values.text("backend")).threads(values.integer("threads"));
      if (source == null && geometry.beam == Detector.Beam.CONE) {
        source = geometry.source(meshes.middle());
      } else if (source != null) {
        options.source(source[0], source[1], source[2]);
      }
      double[] enclosed = IntStream.range(0, files.size()).mapToDouble(meshes::enclosed).toArray();
      ProgressListener progress = new PartListener(call.progress(), READING, PARTS, PARTS);
      List<RayHits.Result> found = new ArrayList<>();
      call.results()
          .write("output", path -> found.add(options.trace(meshes, rays, path, format, progress)));
      if (found.isEmpty()) {
        found.add(options.trace(meshes, rays, null, format, progress));
      }
      RayHits.Result result = found.get(0);
      List<String> notes = notes(files, enclosed, result);
      if (result.hits() > 0 && !values.has("output")) {
        notes.add(kept(result.hits()));
      }
      call.results().longTable("save", table(files, result));
      call.results().summary("summary", summary(call, geometry, source, result, notes));
      notes.forEach(call.messages()::note);
      call.messages().ranOn(result.run().backend());
    }
  }

  private static String kept(long hits) {
    return (hits == 1 ? "1 hit was found and is" : hits + " hits were found and are")
        + " not kept: give output= a file.";
  }

  /** Where rays to given ends begin. */
  private static double[] source(Values values) {
    String allowed = "three numbers with commas between: x,y,z, each from -1e12 to 1e12";
    double[] source = values.numbers("source", allowed, 3);
    if (!Arrays.stream(source).allMatch(place -> Math.abs(place) <= FARTHEST)) {
      throw UsageException.notAllowed("source", values.text("source"), allowed);
    }
    return source;
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

  /**
   * One row.
   *
   * @param geometry of a detector; null for rays to given ends
   * @param source null for a parallel beam
   */
  private static Table summary(
      Call call,
      RadiographGeometry geometry,
      double[] source,
      RayHits.Result result,
      List<String> notes) {
    long triangles = 0;
    long open = 0;
    for (int i = 0; i < result.meshes(); i++) {
      triangles += result.triangles(i);
      open += result.openEdges(i);
    }
    Table table = new Table();
    Table.Row row = call.results().addSettings(table.addRow().put("Meshes", result.meshes()));
    row.put("Triangles", triangles)
        .put("Open edges", open)
        .put("Rays", result.rays())
        .put("Rays that hit", result.raysHit())
        .put("Hits", result.hits())
        .put("Most hits of a ray", result.deepest())
        .put("That ray", result.hits() == 0 ? "" : (Object) (result.deepestRay() + 1))
        .put("Rays that do not add up", result.oddRays())
        .put("Grid step", result.step());
    if (geometry != null) {
      row.put("Detector columns", geometry.columns)
          .put("Detector rows", geometry.rows)
          .put("Pixel width", geometry.pixelWidth)
          .put("Pixel height", geometry.pixelHeight);
    }
    if (geometry != null && source != null) {
      row.put("Source to axis", geometry.sourceObject)
          .put("Source to detector", geometry.sourceDetector);
    }
    row.put("Source", source == null ? "" : (Object) words(source))
        .put("Backend", result.run().backend())
        .putLast("Note", Notes.of(notes.toArray(new String[0])));
    return table;
  }

  /** "1.5,2,-30". */
  private static String words(double[] place) {
    return Arrays.stream(place)
        .mapToObj(RadiographGeometry::shortened)
        .collect(Collectors.joining(","));
  }

  private static List<String> notes(List<Path> meshes, double[] enclosed, RayHits.Result result) {
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < result.meshes(); i++) {
      if (!result.fault(i).isEmpty()) {
        notes.add(meshes.get(i).getFileName() + " " + result.fault(i));
      } else if (enclosed[i] < 0) {
        notes.add(
            meshes.get(i).getFileName() + " is inside out: rays leave it where they should enter.");
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
