// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.Material;
import org.bitvox.PhotonBeam;
import org.bitvox.RadiographDose;
import org.bitvox.calls.Call;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.files.CsvFile;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** Doses at points, of point sources in a file. */
final class RadiographDoses {
  private static final double MICROGRAY_PER_HOUR = 3600e6; // of gray per second

  private final Material absorber;
  private final PhotonBeam photons;
  private final double centimetres; // of a unit of length
  private final RadiographDose dose;
  private final RadiographSources sources;
  private final double[][] points; // x, y, z

  /**
   * What the keys say.
   *
   * @throws IOException if a table cannot be read
   * @throws IllegalArgumentException if something is missing
   */
  RadiographDoses(Call call, Scale scale, List<Material> materials) throws IOException {
    Values values = call.values();
    centimetres = 100 * scale.metres();
    if (!(centimetres > 0)) {
      throw new IllegalArgumentException(
          values.has("meshes")
              ? "a dose needs the unit of length of the meshes, such as unit=mm"
              : "a dose needs an image with a unit of length, such as mm");
    }
    if (values.text("dose_in").trim().equals("vacuum")) {
      throw new IllegalArgumentException("a dose in vacuum is none; choose a material such as air");
    }
    absorber = RadiographMaterials.of(values.text("dose_in"));
    photons =
        PhotonBeam.dose(
            RadiographPhotons.spectrum(call),
            absorber,
            materials,
            centimetres,
            RadiographPhotons.buildUp(values));
    double[] voxel = scale.voxel();
    dose =
        new RadiographDose()
            .spacing(voxel[0], voxel[1], voxel[2])
            .threads(values.integer("threads"));
    sources = RadiographSources.read(call.file("sources"), values.text("sources"), scale.unit);
    points = points(call.file("points"), values.text("points"), scale.unit);
  }

  /**
   * Whether the keys of doses go together.
   *
   * @throws UsageException if some are missing
   */
  static void check(Values values) {
    if (values.has("sources") && !values.has("points")) {
      throw new UsageException("sources= needs points=, a table with the columns X, Y and Z");
    }
    for (String key : new String[] {"points", "doses"}) {
      if (values.has(key) && !values.has("sources")) {
        throw new UsageException(
            key + "= needs sources=, a table with the columns X, Y, Z and Strength");
      }
    }
  }

  /** Where photons come from; without it there are no doses. */
  static Parameter sourcesKey() {
    return Parameter.inputFile(
            "sources",
            "measures doses of point sources: a table with the columns X, Y, Z and Strength, in"
                + " photons per second")
        .in(Parameter.Scope.SCRIPT);
  }

  /** Where they are measured. */
  static Parameter pointsKey() {
    return Parameter.inputFile(
            "points", "where doses are measured: a table with the columns X, Y and Z")
        .in(Parameter.Scope.SCRIPT);
  }

  /** In what. */
  static Parameter doseInKey() {
    return Parameter.text(
            "dose_in", "MATERIAL", "what doses are in, such as air, water or soft_tissue")
        .or("air")
        .naming(RadiographMaterials::files)
        .in(Parameter.Scope.SCRIPT)
        .onlyBeside("sources")
        .withoutColumn();
  }

  /** Where they go. */
  static Parameter dosesKey() {
    return Parameter.output("doses", "writes the table of doses", "csv");
  }

  private static double[][] points(Path path, String name, String unit) throws IOException {
    String[] places = RadiographTables.places(unit);
    CsvFile file = RadiographTables.read(path, name, "its columns must be X, Y and Z", places);
    return new double[][] {
      RadiographTables.column(file, places[0]),
      RadiographTables.column(file, places[1]),
      RadiographTables.column(file, places[2])
    };
  }

  /** Measures them and gives their table. */
  void give(RadiographObject object, Call call) throws IOException {
    RadiographDose.Sources from =
        new RadiographDose.Sources(
            sources.along(0), sources.along(1), sources.along(2), sources.strengths());
    RadiographDose.Points to = new RadiographDose.Points(points[0], points[1], points[2]);
    RadiographDose.Result measured = object.doses(dose, photons, from, to, call);
    note(measured, call);
    Table table = table(measured.rates());
    call.results().longTableBeside("doses", " Doses", () -> table);
    if (!call.values().has("doses")) {
      call.results().print(table.printedAsCsv());
    }
  }

  private static void note(RadiographDose.Result measured, Call call) {
    List<String> notes = new ArrayList<>();
    if (measured.oddWays() > 0) {
      notes.add(
          (measured.oddWays() == 1 ? "1 way does" : measured.oddWays() + " ways do")
              + " not add up: what is open may be too thick or too thin there.");
    }
    if (measured.touched() > 0) {
      notes.add(
          (measured.touched() == 1 ? "1 point lies" : measured.touched() + " points lie")
              + " on a triangle, neither inside nor outside. Move it a little.");
    }
    call.messages().note(String.join(" ", notes));
  }

  private Table table(double[] rates) {
    Table table = new Table();
    for (int i = 0; i < rates.length; i++) {
      table
          .addRow()
          .put("Point", i + 1)
          .put("X", points[0][i])
          .put("Y", points[1][i])
          .put("Z", points[2][i])
          .put("Sources", sources.count())
          .put("Dose in", absorber.name())
          .put("Dose rate (uGy/h)", rates[i] / (centimetres * centimetres) * MICROGRAY_PER_HOUR);
    }
    return table;
  }
}
