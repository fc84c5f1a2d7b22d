// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.lang.reflect.Array;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Turns raw pixels into the values that ImageJ shows for them, such as Hounsfield units. */
final class ShownValues {
  private static final int PIECE = 1 << 22;

  private final float[] table; // for every raw value

  private ShownValues(float[] table) {
    this.table = table;
  }

  /** Returns null where the raw values are the shown ones. */
  static ShownValues of(Calibration calibration, int bitDepth) {
    float[] table = bitDepth == 32 ? null : calibration.getCTable();
    return table == null ? null : new ShownValues(table);
  }

  /** Gives all values of a slice to the consumer; shown is null where they are the raw ones. */
  static void each(ShownValues shown, Object pixels, DoubleConsumer consumer) {
    Object values = shown == null ? pixels : shown.of(pixels);
    if (values instanceof byte[]) {
      for (byte value : (byte[]) values) {
        consumer.accept(value & 0xff);
      }
    } else if (values instanceof short[]) {
      for (short value : (short[]) values) {
        consumer.accept(value & 0xffff);
      }
    } else {
      for (float value : (float[]) values) {
        consumer.accept(value);
      }
    }
  }

  /** Of byte[] or short[], both unsigned. */
  float[] of(Object pixels) {
    return of(pixels, () -> false);
  }

  /**
   * The same; a CancellationException when it is stopped, which is asked every few milliseconds.
   */
  float[] of(Object pixels, BooleanSupplier stopped) {
    float[] values = new float[Array.getLength(pixels)];
    for (long first = 0; first < values.length; first += PIECE) {
      if (stopped.getAsBoolean()) {
        throw new CancellationException("stopped");
      }
      int end = (int) Math.min(values.length, first + PIECE);
      if (pixels instanceof byte[]) {
        put((byte[]) pixels, values, (int) first, end);
      } else {
        put((short[]) pixels, values, (int) first, end);
      }
    }
    return values;
  }

  private void put(byte[] pixels, float[] values, int first, int end) {
    for (int i = first; i < end; i++) {
      values[i] = table[pixels[i] & 0xff];
    }
  }

  private void put(short[] pixels, float[] values, int first, int end) {
    for (int i = first; i < end; i++) {
      values[i] = table[pixels[i] & 0xffff];
    }
  }
}
