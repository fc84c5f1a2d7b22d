// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bitvox.BinaryVolume;
import org.bitvox.GreyImage;
import org.bitvox.Material;
import org.bitvox.PhotonBeam;
import org.bitvox.ProgressListener;
import org.bitvox.Radiograph;
import org.bitvox.RadiographDose;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.Call;
import org.bitvox.parameters.UsageException;

/** What a radiograph is of: the foreground of an image, or some of its labels, and of what. */
final class RadiographObject {
  private static final String IF_GREY = "; of a grey image give a threshold (threshold=T)";

  /** An image with more values is rather grey than one of labels. */
  private static final int MOST_LABELS = 64;

  private static final Pattern LABELLED = Pattern.compile("(\\d{1,8}):(.*)");

  /** What is no label, but was meant to be one. */
  private static final Pattern NUMBERED = Pattern.compile("([-+]?[0-9.]+([eE][-+]?[0-9]+)?) *:.*");

  /** What receives the images. */
  static final class Receivers {
    SliceReceiver lengths;
    SliceReceiver transmission;
    SliceReceiver attenuation;
  }

  private final BinaryVolume foreground;
  private final GreyImage image;
  private final double[] labels;
  private final List<String> words = new ArrayList<>(); // that the materials are called
  private final List<Material> materials = new ArrayList<>();

  /** Reads the image as materials= and threshold= say. */
  RadiographObject(Call call) throws IOException {
    List<String> given = new ArrayList<>();
    List<Double> named = new ArrayList<>();
    for (String word : call.values().text("materials").split(",", -1)) {
      Matcher labelled = LABELLED.matcher(word.trim());
      boolean has = labelled.matches();
      Matcher numbered = NUMBERED.matcher(word.trim());
      if (!has && numbered.matches()) {
        throw new UsageException(
            "materials= names the label "
                + numbered.group(1)
                + "; labels are whole numbers from 0 to 99999999");
      }
      given.add(has ? labelled.group(2).trim() : word.trim());
      if (has && named.contains(Double.valueOf(labelled.group(1)))) {
        throw new UsageException("label " + labelled.group(1) + " has two materials");
      }
      if (has) {
        named.add(Double.valueOf(labelled.group(1)));
      }
    }
    if (!named.isEmpty() && named.size() < given.size()) {
      throw new UsageException(
          "materials= names labels for some materials alone; name them for all, such as"
              + " 1:bone_cortical,2:water, or for none");
    }
    boolean binary = call.values().has("threshold");
    if (binary && (!named.isEmpty() || given.size() > 1)) {
      throw new UsageException(
          "a threshold makes one material: give materials= one name, or leave out threshold=");
    }
    List<Material> ofWords = new ArrayList<>();
    for (String word : given) {
      ofWords.add(RadiographMaterials.of(word));
    }
    check(call, ofWords); // what is wrong with them is said before the image is read
    foreground = binary ? call.input().binary() : null;
    image = binary ? null : call.input().labels(IF_GREY);
    labels = binary ? new double[1] : labels(call, named);
    boolean same = given.size() == 1;
    if (!same && given.size() != labels.length) {
      throw new UsageException(
          "materials= has "
              + given.size()
              + " materials, the image "
              + labels.length
              + (labels.length == 1 ? " label" : " labels")
              + "; give one for all, one for each, or name labels: 1:bone_cortical,2:water");
    }
    for (int i = 0; i < labels.length; i++) {
      words.add(given.get(same ? 0 : i));
      materials.add(ofWords.get(same ? 0 : i));
    }
  }

  private static void check(Call call, List<Material> materials) throws IOException {
    if (!call.values().text("result").equals("lengths")) {
      RadiographPhotons.of(call, materials);
    }
    if (call.values().has("sources") && !call.input().isPreview()) {
      new RadiographDoses(call, materials);
    }
  }

  private double[] labels(Call call, List<Double> named) {
    if (!named.isEmpty()) {
      return named.stream().mapToDouble(Double::doubleValue).toArray();
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

  int count() {
    return labels.length;
  }

  /** Those that materials= names and no voxel has; empty if there are none. */
  String absent(long[] voxels) {
    List<String> absent = new ArrayList<>();
    for (int i = 0; i < labels.length && foreground == null; i++) {
      if (voxels[i] == 0) {
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

  String material(int i) {
    return words.get(i);
  }

  List<Material> materials() {
    return materials;
  }

  /** "foreground", or the label. */
  String name(int i) {
    return foreground != null ? "foreground" : "" + (long) labels[i];
  }

  /** The same as a title. */
  String title(int i) {
    return foreground != null ? name(i) : "label " + name(i);
  }

  Radiograph.Result project(Radiograph radiograph, PhotonBeam photons, Receivers to, Call call) {
    return foreground != null
        ? radiograph.project(
            foreground, photons, to.lengths, to.transmission, to.attenuation, call.progress())
        : radiograph.project(
            image, labels, photons, to.lengths, to.transmission, to.attenuation, call.progress());
  }

  /** At each of these points. */
  double[] doses(
      RadiographDose dose,
      PhotonBeam photons,
      RadiographDose.Sources sources,
      RadiographDose.Points points,
      ProgressListener progress) {
    return foreground != null
        ? dose.measure(foreground, photons, sources, points, progress)
        : dose.measure(image, labels, photons, sources, points, progress);
  }
}
