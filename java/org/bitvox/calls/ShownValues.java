// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.util.function.DoubleConsumer;

/** Turns raw pixels into the values that ImageJ shows for them, such as Hounsfield units. */
final class ShownValues {
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
    return pixels instanceof byte[] ? ofBytes((byte[]) pixels) : ofShorts((short[]) pixels);
  }

  private float[] ofBytes(byte[] pixels) {
    float[] values = new float[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      values[i] = table[pixels[i] & 0xff];
    }
    return values;
  }

  private float[] ofShorts(short[] pixels) {
    float[] values = new float[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      values[i] = table[pixels[i] & 0xffff];
    }
    return values;
  }
}
