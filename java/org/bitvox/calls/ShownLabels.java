// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.lang.reflect.Array;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Labels of 8- and 16-bit images whose calibration shows other values than the raw ones: labels are
 * what ImageJ shows, and whole numbers.
 */
final class ShownLabels {
  /** The largest one, as floats have it exactly. */
  private static final int LARGEST = 1 << 24;

  private static final int PIECE = 1 << 22;

  private final InputImage image;
  private final String otherwise;
  private final float[] shown; // of every raw value
  private final int bits;

  private ShownLabels(InputImage image, String otherwise, float[] shown) {
    this.image = image;
    this.otherwise = otherwise;
    this.shown = shown;
    double largest = 0;
    for (float value : shown) {
      largest = isLabel(value) ? Math.max(largest, value) : largest;
    }
    bits = largest < shown.length ? image.bitDepth() : Float.SIZE;
  }

  /**
   * Of an image; null if its raw values are what ImageJ shows.
   *
   * @param otherwise what to do with an image of other values, "; " first, or empty
   */
  static ShownLabels of(InputImage image, String otherwise) {
    float[] shown = image.bitDepth() == Float.SIZE ? null : image.calibration().getCTable();
    boolean other = shown != null && IntStream.range(0, shown.length).anyMatch(i -> shown[i] != i);
    return other ? new ShownLabels(image, otherwise, shown) : null;
  }

  private static boolean isLabel(float value) {
    return value >= 0 && value <= LARGEST && value == Math.rint(value);
  }

  /** Of a label: as few as the raw values have, where all labels fit. */
  int bits() {
    return bits;
  }

  /** Whether a raw value stands for no label. */
  boolean isZero(int raw) {
    return shown[raw] == 0;
  }

  /**
   * The labels of some pixels, of {@link #bits()}.
   *
   * @param pixels byte[] or short[], both unsigned
   * @throws IllegalArgumentException if a value is no label
   */
  Object of(Object pixels, BooleanSupplier stopped) {
    int count = Array.getLength(pixels);
    byte[] bytes = pixels instanceof byte[] ? (byte[]) pixels : null;
    short[] shorts = pixels instanceof short[] ? (short[]) pixels : null;
    byte[] toBytes = bits == Byte.SIZE ? new byte[count] : null;
    short[] toShorts = bits == Short.SIZE ? new short[count] : null;
    float[] toFloats = bits == Float.SIZE ? new float[count] : null;
    for (int i = 0; i < count; i++) {
      if (i % PIECE == 0 && stopped.getAsBoolean()) {
        throw new CancellationException("stopped");
      }
      float label = label(bytes != null ? bytes[i] & 0xff : shorts[i] & 0xffff);
      if (toBytes != null) {
        toBytes[i] = (byte) (int) label;
      } else if (toShorts != null) {
        toShorts[i] = (short) (int) label;
      } else {
        toFloats[i] = label;
      }
    }
    return toBytes != null ? toBytes : toShorts != null ? toShorts : toFloats;
  }

  private float label(int raw) {
    if (!isLabel(shown[raw])) {
      throw new IllegalArgumentException(
          image.name()
              + " has the value "
              + FoundValues.number(shown[raw])
              + ", which is no label; labels are whole numbers from 0 to "
              + LARGEST
              + otherwise
              + stored(raw));
    }
    return shown[raw];
  }

  /** That integers have a sign is no calibration that can be taken away. */
  private String stored(int raw) {
    return image.isCalibrated() && !image.calibration().isSigned16Bit()
        ? ". To take its stored values, " + raw + " here, choose Function None in Image > Calibrate"
        : "";
  }
}
