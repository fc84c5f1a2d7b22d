// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.awt.image.IndexColorModel;

/**
 * Which slices of its images a slice of an operation's result depends on: a preview computes these
 * alone, and shows exactly that slice of the result.
 */
public final class Reach {
  /** Nothing is known: the operation has no preview. */
  static final Reach UNKNOWN = new Reach(-1, false, "");

  private final int slices;
  private final boolean wraps;
  private final String why;
  private boolean keepsRange;
  private boolean whole;
  private IndexColorModel colours;

  private Reach(int slices, boolean wraps, String why) {
    this.slices = slices;
    this.wraps = wraps;
    this.why = why;
  }

  /** On the slice of the same z, and on so many on each side of it. */
  public static Reach slices(long onEachSide) {
    return new Reach((int) Math.min(onEachSide, Integer.MAX_VALUE), false, "");
  }

  /**
   * On all of the volume, which is read for a preview: it shows the first slice of the result,
   * which the operation may make smaller, fitted into the image.
   */
  public static Reach volume() {
    Reach reach = new Reach(Integer.MAX_VALUE, false, "");
    reach.whole = true;
    return reach;
  }

  /** The same, where the first slice follows on the last. */
  public static Reach wrapping(int onEachSide) {
    return new Reach(onEachSide, true, "");
  }

  /**
   * On all of the volume: there is no preview with these values.
   *
   * @param why in words for the user, such as "its objects go on in other slices"
   */
  public static Reach everything(String why) {
    return new Reach(-1, false, why);
  }

  /** Values are about as large as the image's, and are shown with its brightness and contrast. */
  public Reach keepingRange() {
    keepsRange = true;
    return this;
  }

  /** Values are labels: the image is seen through their colours. */
  public Reach inColours(IndexColorModel ofLabels) {
    colours = ofLabels;
    return this;
  }

  /** Null for grey. */
  IndexColorModel colours() {
    return colours;
  }

  boolean keepsRange() {
    return keepsRange;
  }

  /** Whether a slice of the result can be computed from some of the image's. */
  boolean isKnown() {
    return slices >= 0;
  }

  /** Why it cannot; empty where an operation says nothing. */
  String why() {
    return why;
  }

  /** The slices, from 0, that slice z of a volume depends on. */
  int[] of(int z, int depth) {
    int first = whole ? 0 : wraps ? z - slices : Math.max(0, z - slices);
    int last = wraps ? z + slices : (int) Math.min(depth - 1L, (long) z + slices);
    int[] indices = new int[last - first + 1];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = Math.floorMod(first + i, depth);
    }
    return indices;
  }

  /** Where slice z itself is among these. */
  int position(int z) {
    return whole ? 0 : wraps ? slices : Math.min(z, slices);
  }
}
