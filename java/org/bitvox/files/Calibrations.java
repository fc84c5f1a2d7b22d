// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;

/** Calibrations of values whose sign ImageJ's pixels do not have. */
final class Calibrations {
  private Calibrations() {}

  /** Of values of that type, in voxels without a size. */
  static Calibration of(SampleType type) {
    ImageStack pixel = new ImageStack(1, 1);
    pixel.addSlice("", type.pixels(1));
    Calibration calibration = new Calibration(new ImagePlus("", pixel)); // it keeps the bits
    sign(calibration, type);
    return calibration;
  }

  /** Of values of that type, in voxels of that size, place and time. */
  static Calibration of(SampleType type, Calibration voxels) {
    Calibration calibration = of(type);
    calibration.pixelWidth = voxels.pixelWidth;
    calibration.pixelHeight = voxels.pixelHeight;
    calibration.pixelDepth = voxels.pixelDepth;
    calibration.setXUnit(voxels.getXUnit());
    calibration.setYUnit(voxels.getYUnit());
    calibration.setZUnit(voxels.getZUnit());
    calibration.xOrigin = voxels.xOrigin;
    calibration.yOrigin = voxels.yOrigin;
    calibration.zOrigin = voxels.zOrigin;
    calibration.frameInterval = voxels.frameInterval;
    calibration.setTimeUnit(voxels.getTimeUnit());
    return calibration;
  }

  /** Subtracts what was added to the values, unless something else is said of them. */
  static void sign(Calibration calibration, SampleType type) {
    if (type == SampleType.SIGNED_SHORT) {
      calibration.setSigned16BitCalibration();
    } else if (type == SampleType.SIGNED_BYTE) {
      double[] line = {type.offset, 1};
      calibration.setFunction(Calibration.STRAIGHT_LINE, line, Calibration.DEFAULT_VALUE_UNIT);
    }
  }
}
