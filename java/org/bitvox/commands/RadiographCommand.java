// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.Collections;
import org.bitvox.PhotonBeam;
import org.bitvox.Radiograph;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Reach;
import org.bitvox.parameters.DialogRules;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/**
 * Radiographs of a binary or label volume or of meshes: path lengths, transmission and attenuation.
 */
public final class RadiographCommand extends Command {
  private static final String[] OF_PHOTONS = {"attenuation", "transmission"};
  private static final int PREVIEW_SIDE = 200;

  private static final Parameters PARAMETERS =
      new Parameters(
          "radiograph",
          "radiographs of a binary or label volume or of meshes: path lengths, transmission and"
              + " attenuation",
          Keys.withInputOr(
              Collections.singletonList("meshes"),
              MeshFiles.key(
                      "STL, PLY or OBJ files instead of an image, a material each: a.stl, or"
                          + " several: a.stl,b.ply or *.stl")
                  .dialog(DialogRules::ofOneImage),
              Parameter.text("unit", "UNIT", "of the meshes' coordinates, such as mm")
                  .onlyBeside("meshes")
                  .withoutColumn(),
              Parameter.choice(
                      "geometry",
                      "the scanner that empty values follow: micro_ct is a point source near the"
                          + " object, clinical one at 570 mm, synchrotron a parallel beam",
                      "micro_ct",
                      "clinical",
                      "synchrotron")
                  .hint("scanner"),
              Parameter.choice("axis", "what source and detector turn around", "z", "x", "y")
                  .hint("of rotation"),
              length("source_object", "from the source to the axis")
                  .onlyWith("geometry", "micro_ct", "clinical"),
              length("source_detector", "from the source to the detector")
                  .onlyWith("geometry", "micro_ct", "clinical"),
              length("pixel", "side of a pixel of the detector; without it all is in view")
                  .hint("in the image's unit; empty: fits"),
              side("columns"),
              side("rows"),
              Parameter.decimal("angle", "degrees", -1e6, 1e6, "the first one").or("0"),
              Parameter.integer("angles", "", 1, 100_000, "how many").or("1"),
              Parameter.decimal(
                      "range", "degrees", -1e6, 1e6, "angle i of n is the first + range * i / n")
                  .or("360")
                  .hint("degrees, of all angles"),
              Parameter.integer(
                      "row", "", 1, 65536, "makes a sinogram of this row of the detector, from 1")
                  .or("")
                  .hint("empty: all; else its sinogram"),
              Parameter.choice(
                      "result",
                      "the new image: the path length through each material, -ln of the transmission, or"
                          + " the transmission",
                      "lengths",
                      "attenuation",
                      "transmission")
                  .hint("new image")
                  .withoutColumn(),
              Parameter.text(
                      "materials",
                      "NAMES",
                      "of what the labels are, in ascending order, or the meshes, or with their numbers"
                          + " such as 1:bone_cortical,2:water; one name is for all")
                  .or("water")
                  .naming(RadiographMaterials::files)
                  .withoutColumn(),
              Parameter.decimal("energy", "keV", 1, 1000, "of the photons")
                  .or("60")
                  .onlyWithout("spectrum")
                  .withoutColumn(),
              Parameter.inputFile("spectrum", "table of photons by energy, instead of one energy")
                  .hint("file; empty: one energy")
                  .onlyWith("result", OF_PHOTONS),
              Parameter.decimal(
                      "noise",
                      "photons",
                      1,
                      1e12,
                      "counts photons, of which so many reach a pixel with nothing in the way")
                  .or("")
                  .hint("photons per pixel, or empty")
                  .onlyWith("result", OF_PHOTONS),
              Keys.threshold()
                  .hint("of a grey image")
                  .dialog(rules -> rules.orValues("labels, each of one material"))
                  .onlyWithout("meshes"),
              Keys.backend(),
              Parameter.flag("show_sketch", "shows a sketch of the geometry")
                  .hint("of the geometry")
                  .in(Parameter.Scope.IMAGEJ)
                  .withoutColumn(),
              Parameter.choice(
                      "detector",
                      "adds up the energies of photons, or counts them",
                      "energy",
                      "photons")
                  .in(Parameter.Scope.SCRIPT)
                  .onlyWith("result", OF_PHOTONS),
              Parameter.text(
                      "build_up",
                      "A,B",
                      "adds scattered photons: two numbers of Berger's form, or a table by energy")
                  .naming(Collections::singletonList)
                  .in(Parameter.Scope.SCRIPT)
                  .onlyWith("result", OF_PHOTONS),
              Parameter.integer("seed", "", 0, 1L << 53, "of the noise")
                  .or("1")
                  .in(Parameter.Scope.SCRIPT)
                  .onlyWith("result", OF_PHOTONS),
              offset("offset_columns"),
              offset("offset_rows"),
              RadiographDoses.sourcesKey(),
              RadiographDoses.pointsKey(),
              RadiographDoses.doseInKey(),
              Keys.threads(),
              Parameter.output("output", "writes the new image", "tif", "raw"),
              Parameter.output("sketch", "draws the geometry", "png"),
              RadiographDoses.dosesKey(),
              Parameter.output("save", "writes the table", "csv")));

  /** Called by ImageJ. */
  public RadiographCommand() {
    super("Bitvox Radiograph", PARAMETERS);
  }

  private static Parameter length(String key, String help) {
    return Parameter.decimal(key, "", 1e-12, 1e12, help + ", in the image's unit")
        .or("")
        .hint("image's unit; empty: usual")
        .withoutColumn();
  }

  private static Parameter side(String key) {
    return Parameter.integer(key, "pixels", 1, 65536, key + " of the detector")
        .or("")
        .hint("of the detector; empty: fits")
        .withoutColumn();
  }

  private static Parameter offset(String key) {
    return Parameter.decimal(
            key,
            "",
            -1e12,
            1e12,
            "of the detector's middle from the beam's, along "
                + key.replace("offset_", "")
                + ", in the image's unit")
        .or("0")
        .in(Parameter.Scope.SCRIPT);
  }

  /** A byte a voxel, and lengths of some angles. */
  @Override
  protected double memory(Values values, InputImage image) {
    return image.voxels() * (values.text("geometry").equals("synchrotron") ? 0.3 : 1.0) + 32e6;
  }

  @Override
  protected Reach reach(Values values, InputImage image) {
    if (values.has("meshes")) {
      throw new IllegalArgumentException("there is no preview of meshes");
    }
    return Reach.volume();
  }

  /** Coefficients of materials are per centimetre. */
  @Override
  protected String remark(Values values, InputImage image) {
    boolean photons = !values.text("result").equals("lengths");
    boolean constant = RadiographMaterials.isConstant(values.text("materials"));
    return photons && !constant && !(image.scale().metres() > 0)
        ? "The image has no unit of length: give it one in Image > Properties..., or\n"
            + "Materials a coefficient per length, such as mu:0.2."
        : "";
  }

  @Override
  protected void run(Call call) throws IOException {
    RadiographDoses.check(call.values());
    if (call.values().has("meshes")) {
      try (RadiographMeshes meshes = new RadiographMeshes(call)) {
        run(call, meshes.space(), meshes);
      }
    } else {
      RadiographSpace space = RadiographSpace.of(call.input());
      run(call, space, new RadiographLabels(call, space));
    }
  }

  private static void run(Call call, RadiographSpace space, RadiographObject object)
      throws IOException {
    RadiographGeometry geometry = placed(call, space);
    RadiographDoses doses =
        space.isPreview || !call.values().has("sources")
            ? null
            : new RadiographDoses(call, space.scale, object.materials());
    project(call, space, geometry, object);
    if (doses != null) {
      doses.give(object, call);
    }
  }

  /** The geometry, which is drawn before the radiograph, as that is to be the current image. */
  private static RadiographGeometry placed(Call call, RadiographSpace space) throws IOException {
    RadiographGeometry geometry = RadiographGeometry.of(call.values(), space);
    if (space.isPreview) {
      return geometry.preview(PREVIEW_SIDE);
    }
    if (call.values().has("row") && call.values().integer("row") > geometry.rows) {
      throw new IllegalArgumentException(
          "row is " + call.values().text("row") + "; the detector has " + geometry.rows + " rows");
    }
    draw(geometry, space, call);
    return geometry;
  }

  private static void project(
      Call call, RadiographSpace space, RadiographGeometry geometry, RadiographObject object)
      throws IOException {
    Values values = call.values();
    String kind = values.text("result");
    PhotonBeam photons =
        kind.equals("lengths") ? null : RadiographPhotons.of(call, space.scale, object.materials());
    RadiographImage image = new RadiographImage(call, space, geometry, object);
    RadiographObject.Receivers receivers = new RadiographObject.Receivers();
    if (image.isWanted()) {
      receivers.lengths = kind.equals("lengths") ? image : null;
      receivers.transmission = kind.equals("transmission") ? image : null;
      receivers.attenuation = kind.equals("attenuation") ? image : null;
    }
    Radiograph radiograph =
        geometry.radiograph().backend(values.text("backend")).threads(values.integer("threads"));
    if (values.has("row") && !space.isPreview) {
      radiograph.row(values.integer("row"));
    }
    if (values.has("noise") && photons != null) {
      radiograph.noise(values.decimal("noise"), values.longInteger("seed"));
    }
    Radiograph.Result result = object.project(radiograph, photons, receivers, call);
    if (space.isPreview) {
      return;
    }
    RadiographTable table =
        new RadiographTable(call, space, geometry, object, result, image.note());
    call.results().table("save", table.rows());
    call.messages().note(table.note());
    call.messages().ranOn(result.run().backend());
  }

  private static void draw(RadiographGeometry geometry, RadiographSpace space, Call call)
      throws IOException {
    RadiographSketch sketch = new RadiographSketch(geometry, space);
    call.results().write("sketch", sketch::write);
    if (call.values().flag("show_sketch")) {
      String title = space.named("_geometry");
      call.results().show(() -> sketch.image(title));
    }
  }
}
