// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.gui.Roi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.bitvox.ColourModel;
import org.bitvox.ColourSamples;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ManagedRois;
import org.bitvox.calls.RoiFile;
import org.bitvox.calls.RoiPixels;
import org.bitvox.parameters.UsageException;

/**
 * Where the samples of colour classes come from: an image of labels, or ROIs, of which those of one
 * name are one class. Where ROIs lie on one another the later one counts.
 */
final class ColourSamplesOf {
  private final Call call;
  private final InputImage input;
  private final InputImage labels; // or null
  private final List<Roi> rois;
  private final List<String> names = new ArrayList<>(); // of ROIs
  private final String origin;

  private ColourSamplesOf(Call call, InputImage labels, List<Roi> rois, String origin) {
    this.call = call;
    this.labels = labels;
    this.rois = rois;
    this.origin = origin;
    input = call.input();
  }

  /** Whether an image beside the input may be suggested: not while there are ROIs to be taken. */
  static boolean mayBe(ImagePlus image, ImagePlus input) {
    return ManagedRois.all().isEmpty() && image.getBitDepth() <= Short.SIZE;
  }

  static ColourSamplesOf of(Call call) throws IOException {
    InputImage image = call.image("labels");
    Path file = call.file("rois");
    if (image != null && file != null) {
      throw new UsageException("samples are labels or ROIs: give labels= or rois=, not both");
    }
    if (image != null) {
      image.requireSizeOf(call.input());
      requireLabels(image, call.input());
      return new ColourSamplesOf(call, image, new ArrayList<>(), image.name());
    }
    List<Roi> rois = file == null ? ManagedRois.all() : RoiFile.read(file, call.progress());
    if (rois.isEmpty()) {
      throw new UsageException(
          "samples are needed: choose an image as Labels, a file as Rois, or add ROIs to the ROI"
              + " Manager (press t) and give those of one class one name");
    }
    return new ColourSamplesOf(
        call, null, rois, file == null ? "ROI Manager (" + rois.size() + ")" : "");
  }

  private static void requireLabels(InputImage image, InputImage input) {
    if (image.bitDepth() > Short.SIZE || image.wholeOffset() != 0) {
      throw new IllegalArgumentException(
          image.name() + " must have 8 or 16 bits without a sign to be an image of labels");
    }
    if (image.channels() != 1 || image.frames() != input.frames()) {
      throw new IllegalArgumentException(
          image.name() + " must have one channel and as many frames as " + input.name());
    }
  }

  /** What tables call them; empty for those of a file, which has a column of its own. */
  String origin() {
    return origin;
  }

  /** Names of classes, by the labels of their samples. */
  List<String> names(int[] ofLabels) {
    List<String> all = new ArrayList<>();
    for (int label : ofLabels) {
      all.add(labels == null ? names.get(label - 1) : Integer.toString(label));
    }
    return all;
  }

  /** Gathers them. */
  void add(ColourSamples samples, ProgressListener listener) throws IOException {
    int slices = input.depth() * input.frames();
    Map<Integer, byte[]> drawn = labels == null ? draw() : null;
    for (int i = 0; i < slices; i++) {
      if (!listener.keepGoing(i, slices)) {
        throw new CancellationException("stopped");
      }
      int z = i % input.depth();
      int frame = i / input.depth();
      Object own = drawn == null ? labels.slice(0, frame, z) : drawn.get(i);
      if (own != null) {
        samples.add(input.colours(frame, z), own);
      }
    }
  }

  // ---- ROIs ----------------------------------------------------------------------------------

  /** Labels of the slices in which ROIs lie: the number of its name, from 1. */
  private Map<Integer, byte[]> draw() {
    Map<Integer, byte[]> slices = new TreeMap<>();
    int width = input.width();
    int height = input.height();
    for (int i = 0; i < rois.size(); i++) {
      Roi roi = rois.get(i);
      String called = "ROI " + (i + 1) + (roi.getName() == null ? "" : " (" + roi.getName() + ")");
      byte label = label(roi, called);
      byte[] slice =
          slices.computeIfAbsent(
              slice(roi, called), z -> new byte[Math.multiplyExact(width, height)]);
      boolean[] any = new boolean[1];
      RoiPixels.Row row =
          (y, from, to) -> {
            any[0] = true;
            Arrays.fill(slice, y * width + from, y * width + to, label);
          };
      new RoiPixels(width, height, row, call.progress()).add(roi, called);
      if (!any[0]) {
        throw new IllegalArgumentException(
            called + " has no pixel in the image: it has no samples");
      }
    }
    requireSamples(slices);
    return slices;
  }

  private byte label(Roi roi, String called) {
    String name = roi.getName();
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException(
          called + " has no name; rename ROIs after their classes (ROI Manager: Rename)");
    }
    if (!names.contains(name)) {
      names.add(name);
    }
    if (names.size() > ColourModel.MOST_CLASSES) {
      throw new IllegalArgumentException(
          "the ROIs have more than "
              + ColourModel.MOST_CLASSES
              + " names, one of them '"
              + name
              + "'; give all ROIs of a class one name (ROI Manager: Rename)");
    }
    return (byte) (names.indexOf(name) + 1);
  }

  /** From 0, of all frames. */
  private int slice(Roi roi, String called) {
    int slices = input.depth() * input.frames();
    int position =
        roi.hasHyperStackPosition()
            ? (Math.max(1, roi.getTPosition()) - 1) * input.depth()
                + Math.max(1, roi.getZPosition())
            : roi.getPosition();
    if (position == 0 && slices == 1) {
      return 0;
    }
    if (position < 1 || position > slices) {
      throw new IllegalArgumentException(
          called
              + (position < 1 ? " has no slice" : " is in slice " + position)
              + "; give it one of the slices 1 to "
              + slices
              + " (ROI Manager: Properties)");
    }
    return position - 1;
  }

  /** A ROI on which others lie may be left without a pixel. */
  private void requireSamples(Map<Integer, byte[]> slices) {
    boolean[] seen = new boolean[names.size() + 1];
    for (byte[] slice : slices.values()) {
      for (byte label : slice) {
        seen[label] = true;
      }
    }
    for (int k = 0; k < names.size(); k++) {
      if (!seen[k + 1]) {
        throw new IllegalArgumentException(
            "class '" + names.get(k) + "' has no samples: other ROIs lie on all of its pixels");
      }
    }
  }
}
