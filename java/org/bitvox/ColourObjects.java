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
}
