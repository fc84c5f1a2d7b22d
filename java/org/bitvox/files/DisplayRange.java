// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** The values between black and white: from 0, or the smallest value below it, to the largest. */
public final class DisplayRange {
  /** Which values count. */
  public enum Kind {
    /** Those of all slices. */
    ALL,
    /** Those of the last slice, as of a movie that begins with a shock. */
    LAST_SLICE,
    /** Those of all slices, and 0 is in the middle. */
    AROUND_ZERO
  }

  private final Kind kind;
  private final int last;
  private final PixelType type;
  private double smallest;
  private double largest;

  /** As the format has it. */
  public DisplayRange(StackFormat format) {
    kind = format.range();
    type = format.type;
    last = format.slices() - 1;
  }

  /**
   * Takes the pixels of a slice, from 0, into account; those of 8 bits and RGB have the whole
   * range.
   */
  public void add(int slice, Object pixels) {
    if (kind == Kind.LAST_SLICE && slice != last) {
      return;
    }
    if (type == PixelType.INT16) {
      addSigned((short[]) pixels);
    } else if (pixels instanceof double[]) {
      addFinite((double[]) pixels);
    } else if (pixels instanceof byte[] || pixels instanceof int[]) {
      largest = 255;
    } else if (pixels instanceof short[]) {
      for (short pixel : (short[]) pixels) {
        largest = Math.max(largest, pixel & 0xffff);
      }
    } else {
      addFinite((float[]) pixels);
    }
  }

  /** As pixels of ImageJ, to which 32768 was added. */
  private void addSigned(short[] pixels) {
    for (short pixel : pixels) {
      int value = pixel - Short.MIN_VALUE;
      smallest = largest == 0 ? value : Math.min(smallest, value);
      largest = Math.max(largest, value);
    }
  }

  private void addFinite(double[] pixels) {
    for (double pixel : pixels) {
      if (!Double.isInfinite(pixel) && !Double.isNaN(pixel)) {
        smallest = Math.min(smallest, pixel);
        largest = Math.max(largest, pixel);
      }
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
    return kind == Kind.AROUND_ZERO ? -most() : smallest;
  }

  /** Shown white. */
  public double largest() {
    return kind == Kind.AROUND_ZERO ? most() : largest;
  }

  private double most() {
    return Math.max(-smallest, largest);
  }
}
