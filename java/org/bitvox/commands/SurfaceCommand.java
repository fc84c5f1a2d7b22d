// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import java.io.IOException;
import java.util.Locale;
import org.bitvox.ProgressListener;
import org.bitvox.Surface;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Scale;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** The surface of an image as a closed mesh of triangles. */
public final class SurfaceCommand extends Command {
  private static final int PARTS = 100; // of the progress
  private static final int EXTRACTED = 60;

  private static final Parameters PARAMETERS =
      new Parameters(
          "surface",
          "the surface of a binary volume, of each label or of grey values, as a closed mesh of"
              + " triangles: STL, PLY or OBJ",
          Keys.withInput(
              Parameter.choice(
                      "kind",
                      "what has a surface: the foreground, each label of an image of labels, or grey"
                          + " values of at least level=",
                      "binary",
                      "labels",
                      "grey")
                  .hint("what has a surface"),
              Parameter.decimal(
                      "level",
                      "",
                      Double.NEGATIVE_INFINITY,
                      Double.POSITIVE_INFINITY,
                      "the calibrated value at the surface, which passes between voxels")
                  .or("0")
                  .hint("value at the surface")
                  .dialog(DialogRules::fromThreshold)
                  .onlyWith("kind", "grey"),
              Parameter.integer("label", "", 0, 16777216, "the label that has a surface, 0 for all")
                  .or("0")
                  .hint("0: all")
                  .onlyWith("kind", "labels"),
              Parameter.choice(
                      "connectivity",
                      "neighbours that are joined: by faces and edges, or by faces alone",
                      "18",
                      "6")
                  .hint("neighbours that join"),
              Parameter.integer(
                      "smooth",
                      "",
                      0,
                      1000,
                      "rounds of smoothing, which keep the volume about as it is; 10 to 20 take away the steps"
                          + " between voxels")
                  .or("0")
                  .hint("rounds, such as 10"),
              Parameter.output("output", "writes the mesh", "stl", "ply", "obj")
                  .hint("file .stl, .ply or .obj")
                  .in(Parameter.Scope.EVERYWHERE),
              Keys.threshold(),
              Keys.threads(),
              Parameter.output("save", "writes the table of surfaces", "csv"),
              Parameter.output("summary", "writes a row for the image", "csv")));

  /** Called by ImageJ. */
  public SurfaceCommand() {
    super("Bitvox Surface", PARAMETERS);
  }

  /** The mesh of a structure of some ten voxels, and what smoothing takes. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * (values.integer("smooth") > 0 ? 9 : 5);
  }

  @Override
  protected double leastMemory(Values values, InputImage image) {
    return image.voxels() * 0.2;
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    try (Surface.Result result = extract(call)) {
      if (values.has("output")) {
        Surface.Format format = format(values.text("output"));
        ProgressListener writing = new PartListener(call.progress(), EXTRACTED, PARTS, PARTS);
        call.results().write("output", path -> result.write(path, format, writing));
      }
      SurfaceTables tables = new SurfaceTables(call, result);
      tables.give();
      call.messages().note(tables.note());
      call.results().showElsewhere(() -> sayWhereItIs(values.text("output")));
    }
  }

  /** As nothing is to be seen. */
  private static void sayWhereItIs(String file) {
    if (IJ.getInstance() != null) {
      IJ.log(
          "Bitvox Surface: "
              + (file.isEmpty()
                  ? "no mesh was written, as Output is empty"
                  : "the mesh is in "
                      + file
                      + "; programs such as MeshLab, ParaView or Blender show it, in Fiji Plugins >"
                      + " 3D Viewer, File > Import surfaces"));
    }
  }

  private static Surface.Result extract(Call call) throws IOException {
    InputImage input = call.input();
    Values values = call.values();
    Scale scale = input.usableScale();
    double[] voxel = scale.voxel();
    Surface.Kind kind = values.constant("kind", Surface.Kind.class);
    Surface surface =
        new Surface()
            .kind(kind)
            .level(values.decimal("level"))
            .label(values.integer("label"))
            .connectivity(
                values.text("connectivity").equals("6")
                    ? Surface.Connectivity.FACES
                    : Surface.Connectivity.EDGES)
            .smooth(values.integer("smooth"))
            .spacing(voxel[0], voxel[1], voxel[2])
            .threads(values.integer("threads"));
    ProgressListener listener =
        values.has("output")
            ? new PartListener(call.progress(), 0, EXTRACTED, PARTS)
            : call.progress();
    switch (kind) {
      case LABELS:
        return surface.extract(input.labels(), listener);
      case GREY:
        return surface.extract(input.shown(), listener);
      default:
        return surface.extract(input.binary(), listener);
    }
  }

  /** By the ending of the file's name, which is one of three. */
  static Surface.Format format(String file) {
    String ending = file.substring(file.length() - 3).toUpperCase(Locale.ROOT);
    return Surface.Format.valueOf(ending);
  }
}
