// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.InputImage;

/**
 * What the picture and the histogram show of effective strains, taken from their slices: those of
 * the middle section along the load, the largest ones along the line of sight, and how many voxels
 * have each. 0 is outside the body.
 */
final class StiffnessStrains implements SliceReceiver {
  /** Of the histogram, in parts of the strain of the load. */
  static final int BINS_A_LOAD = 100;

  private static final int MOST_LOADS = 20;

  private final int width;
  private final int rows;
  private final boolean acrossZ;
  private final int middle;
  private final double binWidth;
  private final float[] section;
  private final float[] peaks;
  private final long[] counts = new long[MOST_LOADS * BINS_A_LOAD + 1]; // the last one is open
  private long voxels;

  /**
   * Of no slice yet.
   *
   * @param axis of the load: along z it is seen from the front, along y, else from above
   * @param load its strain
   */
  StiffnessStrains(InputImage input, int axis, double load) {
    width = input.width();
    acrossZ = axis != 2;
    rows = acrossZ ? input.height() : input.depth();
    middle = (acrossZ ? input.depth() : input.height()) / 2;
    binWidth = load / BINS_A_LOAD;
    section = new float[Math.multiplyExact(width, rows)];
    peaks = new float[section.length];
  }

  @Override
  public void accept(int z, Object pixels) {
    float[] strains = (float[]) pixels;
    for (int i = 0; i < strains.length; i++) {
      float strain = strains[i];
      if (strain == 0) {
        continue;
      }
      int y = i / width;
      int at = (acrossZ ? y : z) * width + i % width;
      peaks[at] = Math.max(peaks[at], strain);
      if ((acrossZ ? z : y) == middle) {
        section[at] = strain;
      }
      counts[(int) Math.min(counts.length - 1, strain / binWidth)]++;
      voxels++;
    }
  }

  /** Pixels to the right, along x. */
  int width() {
    return width;
  }

  /** Pixels downwards. */
  int rows() {
    return rows;
  }

  /** Whether pictures look along z, with y downwards; else along y, with z downwards. */
  boolean isAcrossZ() {
    return acrossZ;
  }

  /** The place of the section along the line of sight, from 0. */
  int middle() {
    return middle;
  }

  /** Strains of the section, row by row. */
  float[] section() {
    return section;
  }

  /** The largest strains along the line of sight, row by row. */
  float[] peaks() {
    return peaks;
  }

  /** How wide a bin of the histogram is. */
  double binWidth() {
    return binWidth;
  }

  /** The parts of the body in bins, of which the last one is open, as far as that part of it. */
  double[] parts(double part) {
    long below = 0;
    int last = 0;
    while (last < counts.length - 1 && below < part * voxels) {
      below += counts[last++];
    }
    return Arrays.stream(counts, 0, last).mapToDouble(count -> (double) count / voxels).toArray();
  }
}
