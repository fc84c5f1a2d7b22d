// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** The values between black and white: from 0, or the smallest value below it, to the largest. */
public final class DisplayRange {
  private double smallest;
  private double largest;

  /** Takes the pixels of a slice into account; those of 8 bits have the whole range. */
  public void add(Object pixels) {
    if (pixels instanceof byte[]) {
      largest = 255;
    } else if (pixels instanceof short[]) {
      for (short pixel : (short[]) pixels) {
        largest = Math.max(largest, pixel & 0xffff);
      }
    } else {
      addFinite((float[]) pixels);
    }
  }

  private void addFinite(float[] pixels) {
    for (float pixel : pixels) {
      if (!Float.isInfinite(pixel) && !Float.isNaN(pixel)) {
        smallest = Math.min(smallest, pixel);
        largest = Math.max(largest, pixel);
      }
    }
  }

  /** Shown black. */
  public double smallest() {
    return smallest;
  }

  /** Shown white. */
  public double largest() {
    return largest;
  }
}
