// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import org.bitvox.calls.InputImage;
import org.bitvox.files.DisplayRange;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/** A velocity of every voxel: a channel for each component, grey for 0. */
final class VelocityFormat {
  private VelocityFormat() {}

  static StackFormat of(InputImage input, String unit) {
    Calibration calibration = input.calibration().copy();
    calibration.disableDensityCalibration();
    calibration.setValueUnit(unit);
    return input
        .format(PixelType.FLOAT32)
        .channels(3)
        .calibration(calibration)
        .labels(slice -> "xyz".charAt(slice % 3) + " velocity (" + unit + ")")
        .range(DisplayRange.Kind.AROUND_ZERO);
  }
}
