// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * What was seen in the frames of a movie: a row for each object, frame after frame and class after
 * class. Pixels are counted from 0.
 */
public final class ColourObjects {
  private int[] frame = {}; // all are written by native code
  private int[] ofClass = {};
  private long[] area = {};
  private long[] sumX = {};
  private long[] sumY = {};
  private int[] left = {};
  private int[] top = {};
  private int[] right = {};
  private int[] bottom = {};
  private long[] own = {};
  private long[] certainty = {};
  private long[] track = {};

  ColourObjects() {}

  /** How many there are. */
  public int count() {
    return frame.length;
  }

  /** The frame of an object, from 1. */
  public int frame(int index) {
    return frame[index];
  }

  /** Its class, from 1. */
  public int ofClass(int index) {
    return ofClass[index];
  }

  /** Its pixels. */
  public long area(int index) {
    return area[index];
  }

  /** The mean of its pixels' columns. */
  public double x(int index) {
    return (double) sumX[index] / area[index];
  }

  /** The mean of its pixels' rows. */
  public double y(int index) {
    return (double) sumY[index] / area[index];
  }

  /** Its first column. */
  public int left(int index) {
    return left[index];
  }

  /** Its first row. */
  public int top(int index) {
    return top[index];
  }

  /** Columns from the first to the last one. */
  public int width(int index) {
    return right[index] - left[index] + 1;
  }

  /** Rows from the first to the last one. */
  public int height(int index) {
    return bottom[index] - top[index] + 1;
  }

  /**
   * The mean probability of its class, 0 to 1, over those of its pixels whose own colour is of the
   * class: what was closed does not count. 0 if there are none.
   */
  public double probability(int index) {
    return own[index] == 0 ? 0 : certainty[index] / (255.0 * own[index]);
  }

  /** The number of its track, from 1; 0 without tracks. */
  public long track(int index) {
    return track[index];
  }
}
