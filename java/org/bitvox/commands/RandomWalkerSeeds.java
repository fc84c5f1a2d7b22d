// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.gui.Roi;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bitvox.GreyImage;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.ManagedRois;
import org.bitvox.calls.Notes;
import org.bitvox.calls.RoiFile;
import org.bitvox.parameters.UsageException;

/**
 * Where seeds come from: an image, or ROIs. The label of a ROI is its group, or, where it has none,
 * its place in the list, from 1; it lies in the slice of its position, or, where it has none, in
 * the only slice. Where ROIs lie on one another the later one counts.
 */
final class RandomWalkerSeeds {
  private final GreyImage image;
  private final String name;
  private final List<Roi> rois;
  private final String others;

  private RandomWalkerSeeds(GreyImage image, String name, List<Roi> rois, String others) {
    this.image = image;
    this.name = name;
    this.rois = rois;
    this.others = others;
  }

  /**
   * Whether an image beside the input may be suggested: not while there are ROIs to be taken, and
   * not what the input was made of or what was made of it, which is called after it.
   */
  static boolean mayBe(ImagePlus image, ImagePlus input) {
    return ManagedRois.all().isEmpty()
        && (image.getTitle().toLowerCase(Locale.ROOT).contains("seed")
            || !isOf(image, input) && !isOf(input, image));
  }

  private static boolean isOf(ImagePlus result, ImagePlus image) {
    return result.getTitle().startsWith(image.getShortTitle() + "_");
  }

  /** What the core takes: 0 where nothing is seeded. */
  GreyImage image() {
    return image;
  }

  /** What tables call them; empty for those of a file of ROIs, which has a column of its own. */
  String name() {
    return name;
  }

  /**
   * What a user may have overlooked, or nothing.
   *
   * @param voxels that are seeds, of each label
   */
  String note(long[] voxels) {
    String all = "";
    long size = (long) image.width() * image.height() * image.depth();
    if (Arrays.stream(voxels).sum() == size) {
      all = "All " + size + " voxels are seeds already";
      all += rois.isEmpty() ? ": is " + name + " an image of labels?" : ".";
    }
    long grouped = rois.stream().filter(roi -> roi.getGroup() > 0).count();
    return Notes.of(
        all,
        others,
        grouped == 0 || grouped == rois.size()
            ? ""
            : grouped
                + " of "
                + rois.size()
                + " ROIs have a group, which is their label; the others have their place in the"
                + " list, which may be the same.");
  }

  static RandomWalkerSeeds of(Call call) throws IOException {
    return of(call, rois -> rois, RandomWalkerSeeds::managed);
  }

  /**
   * The same, in which every point of a ROI of points has a label of its own; without an image and
   * a file it may be selected in the input.
   */
  static RandomWalkerSeeds numbered(Call call) throws IOException {
    return of(
        call,
        rois -> SeedPoints.each(rois, 0),
        one -> {
          InputImage input = one.input();
          requireOpen(input);
          DrawnRois drawn =
              DrawnRois.of(input, "seeds", "or choose an image as Seeds or a file as Rois");
          return new RandomWalkerSeeds(
              drawn(one, drawn.rois()), drawn.name(), drawn.rois(), drawn.note());
        });
  }

  private static RandomWalkerSeeds of(
      Call call, UnaryOperator<List<Roi>> parts, Function<Call, RandomWalkerSeeds> ofImageJ)
      throws IOException {
    InputImage image = call.image("seeds");
    Path file = call.file("rois");
    if (image != null && file != null) {
      throw new UsageException("seeds are an image or ROIs: give seeds= or rois=, not both");
    }
    if (image != null) {
      image.requireSizeOf(call.input());
      if (image.isPreview() && image.isZero(0)) {
        throw new IllegalArgumentException("this slice has no seeds");
      }
      return new RandomWalkerSeeds(image.labels(), image.name(), Collections.emptyList(), "");
    }
    if (file == null) {
      return ofImageJ.apply(call);
    }
    List<Roi> rois = parts.apply(RoiFile.read(file, call.progress()));
    return new RandomWalkerSeeds(drawn(call, rois), "", rois, "");
  }

  private static void requireOpen(InputImage input) {
    if (!input.isOpen()) {
      throw new UsageException("seeds are needed: seeds=, an image, or rois=, a file of ROIs");
    }
  }

  private static RandomWalkerSeeds managed(Call call) {
    requireOpen(call.input());
    if (GraphicsEnvironment.isHeadless()) {
      throw new UsageException("there is no ROI Manager without a display: give seeds= or rois=");
    }
    List<Roi> rois = ManagedRois.all();
    if (rois.isEmpty()) {
      throw new UsageException(
          "seeds are needed: choose an image as Seeds, a file as Rois, or add what you have selected"
              + " to the ROI Manager (press t), which has none");
    }
    String name = "ROI Manager (" + rois.size() + ")";
    return new RandomWalkerSeeds(drawn(call, rois), name, rois, "");
  }

  /** Of a preview those in its slice. */
  private static GreyImage drawn(Call call, List<Roi> rois) {
    InputImage input = call.input();
    SeedSlices slices = new SeedSlices(input, call.progress());
    for (int i = 0; i < rois.size(); i++) {
      Roi roi = rois.get(i);
      String name = "ROI " + (i + 1) + (roi.getName() == null ? "" : " (" + roi.getName() + ")");
      int label = roi.getGroup() > 0 ? roi.getGroup() : i + 1;
      if (!slices.draw(roi, name, (short) label)) {
        throw new IllegalArgumentException(name + " has no pixel in the image: it is no seed");
      }
    }
    if (input.isPreview() && slices.isEmpty()) {
      throw new IllegalArgumentException("this slice has no seeds");
    }
    return slices.image();
  }
}
