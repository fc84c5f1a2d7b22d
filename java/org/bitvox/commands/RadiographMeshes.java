// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bitvox.Meshes;
import org.bitvox.PhotonBeam;
import org.bitvox.ProgressListener;
import org.bitvox.Radiograph;
import org.bitvox.RadiographDose;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;
import org.bitvox.parameters.UsageException;

/** Meshes in files, each of one material. */
final class RadiographMeshes extends RadiographObject implements AutoCloseable {
  private static final int MOST_MATERIALS = 255;

  /** Of the work: reading files, and projecting. */
  private static final int READING = 1;

  private static final int PARTS = 4;

  private final List<Path> files;
  private final Meshes meshes;
  private final int[] chosen;
  private final RadiographSpace space;
  private final ProgressListener progress;

  /** Reads the files of meshes=, as materials= says. */
  RadiographMeshes(Call call) throws IOException {
    String unit = call.values().text("unit");
    files = MeshFiles.of(call.values());
    RadiographWords words =
        new RadiographWords(
            call.values().text("materials"), "mesh", "meshes count from 1 to " + files.size());
    chosen = chosen(words, files.size());
    if (!call.values().text("result").equals("lengths")) {
      checkUnit(call.values().text("materials"), unit);
    }
    check(call, Scale.ofUnit(unit), words);
    meshes = Meshes.read(files, new PartListener(call.progress(), 0, READING, PARTS));
    space = RadiographSpace.of(meshes, files, unit);
    progress = new PartListener(call.progress(), READING, PARTS, PARTS);
    setMaterials(words, chosen.length);
  }

  private static void checkUnit(String materials, String unit) {
    if (!RadiographMaterials.isConstant(materials) && !(Scale.ofUnit(unit).metres() > 0)) {
      throw new UsageException(
          "meshes have no unit of length: give one that is known, such as unit=mm, or materials= a"
              + " coefficient per length, such as mu:0.2");
    }
  }

  /** The meshes, from 0, that have a material. */
  private static int[] chosen(RadiographWords words, int files) {
    int count = words.numbers().isEmpty() ? files : words.numbers().size();
    if (count > MOST_MATERIALS) {
      throw new UsageException(
          "meshes= names "
              + count
              + " files; "
              + MOST_MATERIALS
              + " are the most that can have materials");
    }
    for (int number : words.numbers()) {
      if (number < 1 || number > files) {
        throw new UsageException(
            "materials= names the mesh " + number + "; meshes count from 1 to " + files);
      }
    }
    if (words.numbers().isEmpty() && words.count() != 1 && words.count() != files) {
      throw new UsageException(
          "materials= has "
              + words.count()
              + " materials, meshes= "
              + files
              + (files == 1 ? " file" : " files")
              + "; give one for all, one for each, or number meshes: 1:bone_cortical,2:water");
    }
    return words.numbers().isEmpty()
        ? IntStream.range(0, files).toArray()
        : words.numbers().stream().mapToInt(number -> number - 1).toArray();
  }

  RadiographSpace space() {
    return space;
  }

  private String file(int mesh) {
    return files.get(mesh).getFileName().toString();
  }

  @Override
  String title(int i) {
    return file(chosen[i]);
  }

  @Override
  Table.Row addRow(int i, Call call, Table table) {
    Table.Row row = table.addRow().put("Mesh", chosen[i] + 1).put("File", file(chosen[i]));
    return call.results().addSettings(row);
  }

  @Override
  void describe(int i, Table.Row row, Radiograph.Result result) {
    int mesh = chosen[i];
    row.put("Triangles", meshes.triangles(mesh))
        .put("Open edges", meshes.openEdges(mesh))
        .put(
            "Volume enclosed (" + space.unit + "^3)",
            meshes.openEdges(mesh) == 0 ? (Object) Math.abs(meshes.enclosed(mesh)) : "")
        .put("Rays that do not add up", result.oddRays());
  }

  @Override
  String note(Radiograph.Result result) {
    List<String> notes = new ArrayList<>();
    for (int mesh : chosen) {
      if (!meshes.fault(mesh).isEmpty()) {
        notes.add(file(mesh) + " " + meshes.fault(mesh));
      } else if (meshes.enclosed(mesh) < 0) {
        notes.add(file(mesh) + " is inside out: its triangles are turned.");
      }
    }
    if (result.oddRays() > 0) {
      notes.add(
          (result.oddRays() == 1 ? "1 ray does" : result.oddRays() + " rays do")
              + " not add up: what is open may be too thick or too thin there.");
    }
    if (result.touched() > 0) {
      notes.add(
          "The source lies on a triangle at "
              + result.touched()
              + (result.touched() == 1 ? " angle" : " angles")
              + ", neither inside nor outside. Move it a little.");
    }
    return Notes.of(notes.toArray(new String[0]));
  }

  @Override
  boolean isThere(Radiograph.Result result) {
    return true;
  }

  @Override
  Radiograph.Result project(Radiograph radiograph, PhotonBeam photons, Receivers to, Call call) {
    return radiograph.project(
        meshes, chosen, photons, to.lengths, to.transmission, to.attenuation, progress);
  }

  @Override
  RadiographDose.Result doses(
      RadiographDose dose,
      PhotonBeam photons,
      RadiographDose.Sources sources,
      RadiographDose.Points points,
      Call call) {
    return dose.measure(meshes, chosen, photons, sources, points, call.progress());
  }

  @Override
  public void close() {
    meshes.close();
  }
}
