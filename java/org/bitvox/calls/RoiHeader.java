// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.nio.ByteBuffer;

/**
 * What the bytes of a ROI say before ImageJ reads them, which makes arrays as long as they claim
 * and corners wherever they lie.
 */
final class RoiHeader {
  private static final int BYTES = 64;
  private static final int TYPE = 6;
  private static final int FREEHAND = 7;
  private static final int POINTS = 10;
  private static final int CORNERS = 16;
  private static final int MANY_CORNERS = 18; // where the number above is 0
  private static final int COMPOSITE = 36;
  private static final int SUBTYPE = 48;
  private static final int TEXT = 1;
  private static final int ELLIPSE = 3;
  private static final int TURNED_RECTANGLE = 5;
  private static final int[] NUMBERS = {18, 22, 26, 30, 52}; // of these two
  private static final int OPTIONS = 50;
  private static final int CURVED = 1;
  private static final int SECOND = 60; // where the second header is
  private static final int[] LENGTHS = {20, 32, 44}; // in it: of name, image and properties
  private static final int COUNTERS = 48; // in it
  private static final int[] TEXT_LENGTHS = {BYTES + 8, BYTES + 12}; // of font and text

  private final ByteBuffer bytes; // the highest byte first, as in the file

  RoiHeader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** Whether there are as many bytes as it says: at least one for each number and letter. */
  boolean isComplete() {
    if (bytes.capacity() < BYTES || !has(COMPOSITE)) {
      return false;
    }
    boolean listed = bytes.get(TYPE) == 0 || bytes.get(TYPE) > 3;
    if (listed && bytes.getShort(CORNERS) == 0 && !has(MANY_CORNERS)) {
      return false;
    }
    for (int length : TEXT_LENGTHS) {
      if (bytes.getShort(SUBTYPE) == TEXT && !has(length)) {
        return false;
      }
    }
    int second = bytes.getInt(SECOND);
    for (int length : LENGTHS) {
      if (second > 0 && second < bytes.capacity() && !has(second + length)) {
        return false;
      }
    }
    return true;
  }

  private boolean has(int claim) {
    return claim > bytes.capacity() - 4 || bytes.getInt(claim) <= bytes.capacity();
  }

  /**
   * Ellipses and turned rectangles, of which ImageJ makes the corners when it reads them.
   *
   * @throws IllegalArgumentException if one lies far outside of any image
   */
  void requireNear(String name) {
    int shape = bytes.getShort(SUBTYPE);
    if (bytes.get(TYPE) == FREEHAND && (shape == ELLIPSE || shape == TURNED_RECTANGLE)) {
      for (int number : NUMBERS) {
        RoiPixels.requireNear(bytes.getFloat(number), name);
      }
    }
  }

  /** Leaves out the list that belongs to points: ImageJ makes one for any ROI, of any length. */
  void dropCounters() {
    long counters = (long) bytes.getInt(SECOND) + COUNTERS;
    if (bytes.get(TYPE) != POINTS && counters > COUNTERS && counters <= bytes.capacity() - 4) {
      bytes.putInt((int) counters, 0);
    }
  }

  /** Whether a curve goes through the corners; without it from now on. */
  boolean takeCurve() {
    int options = bytes.getShort(OPTIONS);
    bytes.putShort(OPTIONS, (short) (options & ~CURVED));
    return (options & CURVED) != 0;
  }
}
