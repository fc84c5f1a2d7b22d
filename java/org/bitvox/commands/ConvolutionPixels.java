// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import org.bitvox.SliceReceiver;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.RawValues;

/**
 * Makes pixels of the input's type of convolved values, where its pixels are not its values, such
 * as those of integers with a sign: rounded half up, and clamped.
 */
final class ConvolutionPixels implements SliceReceiver {
  private final SliceReceiver receiver;
  private final RawValues values;
  private final boolean bytes;

  ConvolutionPixels(InputImage input, SliceReceiver receiver) {
    this.receiver = receiver;
    values = of(input);
    bytes = input.bitDepth() == Byte.SIZE;
  }

  /** Whether the calibration of an image adds something to its pixels. */
  static boolean areShifted(InputImage input) {
    RawValues values = of(input);
    return values.isLine() && values.shown(0) != 0;
  }

  private static RawValues of(InputImage input) {
    return new RawValues("result", input.calibration(), input.bitDepth());
  }

  @Override
  public void accept(int slice, Object pixels) {
    float[] shown = (float[]) pixels;
    byte[] toBytes = bytes ? new byte[shown.length] : null;
    short[] toShorts = bytes ? null : new short[shown.length];
    double largest = bytes ? 255 : 65535;
    for (int i = 0; i < shown.length; i++) {
      int raw = (int) Math.max(0, Math.min(largest, Math.floor(values.raw(shown[i]) + 0.5)));
      if (bytes) {
        toBytes[i] = (byte) raw;
      } else {
        toShorts[i] = (short) raw;
      }
    }
    receiver.accept(slice, bytes ? toBytes : toShorts);
  }
}
