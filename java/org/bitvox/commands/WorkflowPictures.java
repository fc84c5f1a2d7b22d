// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.plugin.LutLoader;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.InputImage;

/** The pictures of a report: a slice and a maximum projection of all that a workflow makes. */
final class WorkflowPictures {
  private static final int OUTLINE = 0xff4b3e;
  private static final int COUNTED = 0x4ea1ff;
  private static final int LINES = 0xffd21f;

  /** So many slices of floats are in memory at most. */
  private static final int FLOAT_SLICES = 18;

  /** The share of grey values that are shown as black, and as white. */
  private static final double SATURATED = 0.002;

  private final int width;
  private final int height;
  private final int depth;
  private final int slice;
  private final WorkflowPicture.Frame frame;
  private final WorkflowProjection grey;
  private final WorkflowProjection mask;
  private final WorkflowProjection thickness;
  private final WorkflowProjection labels;
  private final WorkflowProjection skeleton;

  /** Null where all voxels are counted. */
  private WorkflowProjection counted;

  /** Of memory, for one image. */
  static long bytes(InputImage input) {
    return (long) input.width() * input.height() * Float.BYTES * FLOAT_SLICES;
  }

  /** Reads the grey values; slice, from 0, is the one to show. */
  WorkflowPictures(InputImage input, int slice, ProgressListener progress) throws IOException {
    this.slice = slice;
    width = input.width();
    height = input.height();
    depth = input.depth();
    frame = new WorkflowPicture.Frame(width, height, input.scale());
    grey = projection(false);
    mask = projection(true);
    thickness = projection(false);
    labels = projection(false);
    skeleton = projection(false);
    for (int z = 0; z < depth; z++) {
      keepGoing(progress, z);
      grey.accept(z, input.slice(z));
    }
  }

  private WorkflowProjection projection(boolean shaded) {
    return new WorkflowProjection(Math.multiplyExact(width, height), depth, slice, shaded);
  }

  private void keepGoing(ProgressListener progress, int z) {
    if (!progress.keepGoing(z, depth)) {
      throw new CancellationException("stopped");
    }
  }

  /** Takes what is measured. */
  void addMask(BinaryVolume volume, ProgressListener progress) {
    add(volume, mask, progress);
  }

  /** Takes what is counted; null for all. */
  void addCounted(BinaryVolume volume, ProgressListener progress) {
    if (volume != null) {
      counted = projection(false);
      add(volume, counted, progress);
    }
  }

  private void add(BinaryVolume volume, WorkflowProjection to, ProgressListener progress) {
    byte[] pixels = new byte[Math.multiplyExact(width, height)];
    for (int z = 0; z < depth; z++) {
      keepGoing(progress, z);
      volume.readSlice(z, pixels, progress::isStopped);
      to.accept(z, pixels);
    }
  }

  /** Takes the image that a step makes; null where it makes none. */
  SliceReceiver receiver(String step) {
    switch (step) {
      case WorkflowSteps.THICKNESS:
        return thickness;
      case WorkflowSteps.LABELS:
        return labels;
      case WorkflowSteps.SKELETON:
        return skeleton;
      default:
        return null;
    }
  }

  /** "Slice 54 of 108". */
  String sliceName() {
    return "Slice " + (slice + 1) + " of " + depth;
  }

  /** How large they are drawn. */
  WorkflowPicture.Frame frame() {
    return frame;
  }

  /** Grey values with the outline of what is measured, and of what is counted. */
  String outlined(boolean projected) throws IOException {
    WorkflowPicture picture = grey(projected, 1).outline(of(mask, projected), OUTLINE);
    return (counted == null ? picture : picture.outline(of(counted, projected), COUNTED)).dataUri();
  }

  /** What is measured. */
  String mask(boolean projected) throws IOException {
    return new WorkflowPicture(frame, of(mask, projected)).grey(0, 255, 1).dataUri();
  }

  /** Thickness, from black for 0 to white for the largest. */
  String thickness(boolean projected, double largest) throws IOException {
    WorkflowPicture picture = new WorkflowPicture(frame, of(thickness, projected));
    return picture.colours(fire(), value -> (int) Math.round(255 * value / largest)).dataUri();
  }

  /** The colours of thickness. */
  static IndexColorModel fire() {
    return LutLoader.getLut("fire");
  }

  /** Labels, each in a colour. */
  String labels(boolean projected) throws IOException {
    WorkflowPicture picture = new WorkflowPicture(frame, of(labels, projected));
    return picture
        .colours(LabelColours.table(), value -> value < 1 ? 0 : 1 + ((int) value - 1) % 255)
        .dataUri();
  }

  /** The skeleton over grey values; its projection is over both. */
  String skeleton(boolean projected) throws IOException {
    return grey(projected, 0.6).cover(skeleton.projection(), LINES).dataUri();
  }

  private static float[] of(WorkflowProjection volume, boolean projected) {
    return projected ? volume.projection() : volume.slice();
  }

  private WorkflowPicture grey(boolean projected, double brightness) {
    float[] values = of(grey, projected);
    float[] sorted = values.clone();
    Arrays.sort(sorted); // NaN last
    int end = sorted.length;
    while (end > 1 && !(sorted[end - 1] < Float.POSITIVE_INFINITY)) {
      end--;
    }
    double low = sorted[(int) (SATURATED * end)];
    double high = sorted[Math.min(end - 1, (int) Math.ceil((1 - SATURATED) * end))];
    return new WorkflowPicture(frame, values).grey(low, Math.max(high, low + 1e-6), brightness);
  }
}
