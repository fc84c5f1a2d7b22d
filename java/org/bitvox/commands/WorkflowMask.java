// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Morphology;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.PartListener;
import org.bitvox.parameters.Values;

/** What a workflow measures: the foreground of an image without small objects, and with holes. */
final class WorkflowMask implements AutoCloseable {
  private final String threshold;
  private final String origin;
  private final long found;
  private final long kept;
  private final Morphology.Result cleaned;

  private WorkflowMask(
      String threshold, String origin, long found, long kept, Morphology.Result cleaned) {
    this.threshold = threshold;
    this.origin = origin;
    this.found = found;
    this.kept = kept;
    this.cleaned = cleaned;
  }

  /**
   * Makes it.
   *
   * @throws IllegalArgumentException if there is nothing to measure
   */
  static WorkflowMask of(Call call, ProgressListener progress) throws IOException {
    Values values = call.values();
    String threshold = call.input().thresholdOrOtsu();
    BinaryVolume foreground = call.input().binary(threshold);
    boolean fills = values.flag("fill_holes");
    Morphology smallOnes =
        morphology(values)
            .operation(Morphology.Operation.AREA_OPEN)
            .minSize(values.longInteger("min_size"));
    Morphology.Result result = smallOnes.apply(foreground, part(progress, 0, fills));
    long found = result.voxelsBefore();
    if (fills) {
      try (Morphology.Result withHoles = result) {
        Morphology holes = morphology(values).operation(Morphology.Operation.FILL_HOLES);
        result = holes.apply(withHoles.volume(), part(progress, 1, true));
      }
    }
    WorkflowMask mask =
        new WorkflowMask(threshold, origin(values, threshold), found, result.voxelsAfter(), result);
    try {
      mask.requireBoth(call);
      return mask;
    } catch (IllegalArgumentException e) {
      mask.close();
      throw e;
    }
  }

  private static Morphology morphology(Values values) {
    return new Morphology().backend(values.text("backend")).threads(values.integer("threads"));
  }

  private static ProgressListener part(ProgressListener whole, int index, boolean two) {
    return new PartListener(whole, index, two ? 2 : 1);
  }

  private static String origin(Values values, String threshold) {
    if (threshold.isEmpty()) {
      return "none: the image is binary";
    }
    return values.isSet("threshold")
        ? "what was red in ImageJ"
        : values.has("threshold") ? "as given" : "by Otsu's method";
  }

  private void requireBoth(Call call) {
    BitVolume volume = cleaned.volume();
    boolean full = kept == (long) volume.width() * volume.height() * volume.depth();
    if (kept > 0 && !full) {
      return;
    }
    boolean lost = found > 0 && kept == 0;
    throw new IllegalArgumentException(
        call.input().name()
            + (full ? ": every voxel is foreground" : ": no voxel is foreground")
            + (threshold.isEmpty() ? "" : " with threshold=" + threshold)
            + (lost ? ", as all objects are smaller than min_size" : "")
            + ", so there is nothing to measure");
  }

  /** Of calibrated values; empty for a binary image. */
  String threshold() {
    return threshold;
  }

  /** Where the threshold is from, in words. */
  String origin() {
    return origin;
  }

  /** Foreground voxels of the image. */
  long found() {
    return found;
  }

  /** Those of the volume. */
  long kept() {
    return kept;
  }

  /** What is measured. */
  BitVolume volume() {
    return cleaned.volume();
  }

  @Override
  public void close() {
    cleaned.close();
  }
}
