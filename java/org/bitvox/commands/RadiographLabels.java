// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.PhotonBeam;
import org.bitvox.Radiograph;
import org.bitvox.RadiographDose;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;
import org.bitvox.parameters.UsageException;

/** The foreground of an image, or some of its labels. */
final class RadiographLabels extends RadiographObject {
  private static final String IF_GREY = "; of a grey image give a threshold (threshold=T)";

  /** An image with more values is rather grey than one of labels. */
  private static final int MOST_LABELS = 64;

  private final RadiographSpace space;
  private final BinaryVolume foreground;
  private final GreyImage image;
  private final double[] labels;

  /** Reads the image as materials= and threshold= say. */
  RadiographLabels(Call call, RadiographSpace space) throws IOException {
    this.space = space;
    RadiographWords words =
        new RadiographWords(
            call.values().text("materials"),
            "label",
            "labels are whole numbers from 0 to 99999999");
    boolean binary = call.values().has("threshold");
    if (binary && (!words.numbers().isEmpty() || words.count() > 1)) {
      throw new UsageException(
          "a threshold makes one material: give materials= one name, or leave out threshold=");
    }
    if (!space.isPreview) {
      check(call, space.scale, words);
    }
    foreground = binary ? call.input().binary() : null;
    image = binary ? null : call.input().labels(IF_GREY);
    labels = binary ? new double[1] : labels(call, words.numbers());
    if (words.count() != 1 && words.count() != labels.length) {
      throw new UsageException(
          "materials= has "
              + words.count()
              + " materials, the image "
              + labels.length
              + (labels.length == 1 ? " label" : " labels")
              + "; give one for all, one for each, or name labels: 1:bone_cortical,2:water");
    }
    setMaterials(words, labels.length);
  }

  private double[] labels(Call call, List<Integer> named) {
    if (!named.isEmpty()) {
      return named.stream().mapToDouble(Integer::doubleValue).toArray();
    }
    double[] all =
        Radiograph.labelsOf(
            image, call.values().integer("threads"), (done, total) -> !call.progress().isStopped());
    if (all.length > MOST_LABELS) {
      throw new IllegalArgumentException(
          "the image has "
              + all.length
              + " labels; 64 are the most where materials= does not name them, 255 where it does:"
              + " name those that count, such as materials=1:water,2:bone_cortical, or give a"
              + " threshold (threshold=T)");
    }
    return all;
  }

  /** Those that materials= names and no voxel has; empty if there are none. */
  @Override
  String note(Radiograph.Result result) {
    if (foreground != null) {
      return Notes.ofForeground(result.voxels()[0]);
    }
    List<String> absent = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      if (result.voxels()[i] == 0) {
        absent.add(name(i));
      }
    }
    return absent.isEmpty()
        ? ""
        : "No voxel of the image has the "
            + (absent.size() == 1 ? "label " : "labels ")
            + String.join(", ", absent)
            + " of materials=.";
  }

  @Override
  boolean isThere(Radiograph.Result result) {
    return Arrays.stream(result.voxels()).sum() > 0;
  }

  /** "foreground", or the label. */
  private String name(int i) {
    return foreground != null ? "foreground" : "" + (long) labels[i];
  }

  @Override
  String title(int i) {
    return foreground != null ? name(i) : "label " + name(i);
  }

  @Override
  Table.Row addRow(int i, Call call, Table table) {
    return call.results().addRow(table, space.name).put("Label", name(i));
  }

  @Override
  void describe(int i, Table.Row row, Radiograph.Result result) {
    double voxel = space.voxel[0] * space.voxel[1] * space.voxel[2];
    row.put("Voxels", result.voxels()[i])
        .put("Volume (" + space.unit + "^3)", result.voxels()[i] * voxel);
  }

  @Override
  Radiograph.Result project(Radiograph radiograph, PhotonBeam photons, Receivers to, Call call) {
    return foreground != null
        ? radiograph.project(
            foreground, photons, to.lengths, to.transmission, to.attenuation, call.progress())
        : radiograph.project(
            image, labels, photons, to.lengths, to.transmission, to.attenuation, call.progress());
  }

  @Override
  RadiographDose.Result doses(
      RadiographDose dose,
      PhotonBeam photons,
      RadiographDose.Sources sources,
      RadiographDose.Points points,
      Call call) {
    return foreground != null
        ? dose.measure(foreground, photons, sources, points, call.progress())
        : dose.measure(image, labels, photons, sources, points, call.progress());
  }
}
