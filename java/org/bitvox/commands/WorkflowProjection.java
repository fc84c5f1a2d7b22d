// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import org.bitvox.SliceReceiver;
import org.bitvox.files.Pixels;

/** One slice of a volume and its maximum projection along z, gathered as the slices come. */
final class WorkflowProjection implements SliceReceiver {
  private final int depth;
  private final int chosen;
  private final boolean shaded;
  private final float[] slice;
  private final float[] projection;

  /** Shaded: slices count less the deeper they lie, down to a third. */
  WorkflowProjection(int pixels, int depth, int chosen, boolean shaded) {
    this.depth = depth;
    this.chosen = chosen;
    this.shaded = shaded;
    slice = new float[pixels];
    projection = new float[pixels];
    Arrays.fill(projection, Float.NEGATIVE_INFINITY);
  }

  /** The slice. */
  float[] slice() {
    return slice;
  }

  /** The largest values along z; NaN is none. */
  float[] projection() {
    return projection;
  }

  @Override
  public void accept(int z, Object pixels) {
    float factor = shaded ? 1 - z / (1.5f * depth) : 1;
    for (int i = 0; i < slice.length; i++) {
      float value = Pixels.value(pixels, i);
      if (z == chosen) {
        slice[i] = value;
      }
      if (value * factor > projection[i]) {
        projection[i] = value * factor;
      }
    }
  }
}
