// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * What was added to whole numbers to make pixels of ImageJ of them, which have no sign: 32768 where
 * a file has 16-bit integers with one. The calibration takes it off again, in what ImageJ shows.
 */
final class WholeOffset {
  private static final int PIECE = 1 << 22;

  private final String image;
  private final int offset; // the value of the raw 0

  private WholeOffset(String image, int offset) {
    this.image = image;
    this.offset = offset;
  }

  /** Of an image; null where its raw values are the numbers, or are not those plus a whole one. */
  static WholeOffset of(InputImage image) {
    double[] line = new RawValues("", image.calibration(), image.bitDepth()).line();
    boolean whole = line[1] == 1 && line[0] == Math.rint(line[0]) && Math.abs(line[0]) < 1 << 30;
    return whole && line[0] != 0 ? new WholeOffset(image.name(), (int) line[0]) : null;
  }

  /** The number that the raw 0 stands for. */
  int offset() {
    return offset;
  }

  /** Whether the numbers from 0 are as many bits wide as the raw values. */
  boolean fits() {
    return offset < 0;
  }

  /**
   * The numbers of some pixels as labels, as wide as these.
   *
   * @param pixels byte[] or short[], both unsigned
   * @throws IllegalArgumentException if there is a negative one
   */
  Object labels(Object pixels, BooleanSupplier stopped) {
    if (pixels instanceof byte[]) {
      byte[] all = ((byte[]) pixels).clone();
      each(all.length, stopped, i -> all[i] = (byte) label(all[i] & 0xff));
      return all;
    }
    short[] all = ((short[]) pixels).clone();
    each(all.length, stopped, i -> all[i] = (short) label(all[i] & 0xffff));
    return all;
  }

  private int label(int raw) {
    int number = raw + offset;
    if (number < 0) {
      throw new IllegalArgumentException(
          image + ": the label " + number + " is negative; labels are 0, for none, or more");
    }
    return number;
  }

  private interface Each {
    void set(int index);
  }

  private static void each(int count, BooleanSupplier stopped, Each each) {
    for (int i = 0; i < count; i++) {
      if (i % PIECE == 0 && stopped.getAsBoolean()) {
        throw new CancellationException("stopped");
      }
      each.set(i);
    }
  }
}
