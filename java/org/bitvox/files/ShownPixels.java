// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;

/**
 * The values that pixels stand for. ImageJ's have no sign, and a calibration says what they are:
 * formats that have no calibration get the values themselves.
 */
final class ShownPixels {
  /** Of what is written. */
  final StackFormat format;

  private final PixelType from;
  private final float[] table;

  private ShownPixels(StackFormat format, StackFormat written, float[] table) {
    this.format = written;
    this.from = format.type;
    this.table = table;
  }

  /** Null where pixels are the values. */
  static ShownPixels of(StackFormat format) {
    Calibration calibration = format.calibration();
    boolean whole = format.type == PixelType.UINT8 || format.type == PixelType.UINT16;
    if (!whole || !calibration.calibrated()) {
      return null;
    }
    double[] c = calibration.getCoefficients();
    boolean line = calibration.getFunction() == Calibration.STRAIGHT_LINE && c != null;
    int half = format.type == PixelType.UINT8 ? 128 : 32768;
    if (line && c[0] == -half && c[1] == 1) {
      return new ShownPixels(format, format.of(PixelType.INT16), null);
    }
    float[] table = new float[2 * half];
    for (int value = 0; value < table.length; value++) {
      table[value] = (float) calibration.getCValue(value);
    }
    return new ShownPixels(format, format.of(PixelType.FLOAT32), table);
  }

  /** The values of a slice. */
  Object of(Object pixels) {
    return table == null ? signed(pixels) : looked(pixels);
  }

  private Object signed(Object pixels) {
    int half = from == PixelType.UINT8 ? 128 : 32768;
    short[] values = new short[length(pixels)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (short) (raw(pixels, i) - half);
    }
    return values;
  }

  private Object looked(Object pixels) {
    float[] values = new float[length(pixels)];
    for (int i = 0; i < values.length; i++) {
      values[i] = table[raw(pixels, i)];
    }
    return values;
  }

  private static int length(Object pixels) {
    return pixels instanceof byte[] ? ((byte[]) pixels).length : ((short[]) pixels).length;
  }

  private static int raw(Object pixels, int i) {
    return pixels instanceof byte[] ? ((byte[]) pixels)[i] & 0xff : ((short[]) pixels)[i] & 0xffff;
  }
}
