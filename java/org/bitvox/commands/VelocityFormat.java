// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import ij.plugin.LutLoader;
import org.bitvox.calls.InputImage;
import org.bitvox.files.DisplayRange;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/** Images of the velocity, or another size, of every voxel. */
final class VelocityFormat {
  private VelocityFormat() {}

  /** How fast it is. */
  static StackFormat speed(InputImage input, String unit) {
    return plain(input, unit).colours(LutLoader.getLut("fire"));
  }

  /** A channel for each component, grey for 0. */
  static StackFormat vector(InputImage input, String unit) {
    return plain(input, unit)
        .channels(3)
        .labels(slice -> "xyz".charAt(slice % 3) + " velocity (" + unit + ")")
        .range(DisplayRange.Kind.AROUND_ZERO);
  }

  /** Numbers in a unit. */
  static StackFormat plain(InputImage input, String unit) {
    Calibration calibration = input.calibration().copy();
    calibration.disableDensityCalibration();
    calibration.setValueUnit(unit);
    return input.format(PixelType.FLOAT32).calibration(calibration);
  }
}
