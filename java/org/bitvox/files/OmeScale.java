// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;

/** The size of a voxel as OME-XML says it. */
final class OmeScale {
  /** Where none is told. */
  private static final String UNIT = "\u00b5m";

  private OmeScale() {}

  /**
   * Sets what is told; a size along y that is not told is that along x.
   *
   * @param hasDepth whether the distance of slices is known, unless something else is told
   */
  static void apply(OmeImage image, Calibration calibration, boolean hasDepth) {
    String depthUnit = calibration.getZUnit();
    double x = size(image, 'X');
    double y = size(image, 'Y');
    double z = size(image, 'Z');
    if (x > 0 || y > 0) {
      char told = x > 0 ? 'X' : 'Y';
      calibration.pixelWidth = x > 0 ? x : y;
      calibration.pixelHeight = y > 0 ? y : x;
      calibration.pixelDepth = z > 0 ? z : hasDepth ? calibration.pixelDepth : 1;
      calibration.setUnit(unit(image, told));
      calibration.setYUnit(y > 0 ? unit(image, 'Y') : null);
      calibration.setZUnit(z > 0 ? unit(image, 'Z') : hasDepth ? depthUnit : null);
    } else if (z > 0) {
      calibration.pixelDepth = z;
      calibration.setZUnit(unit(image, 'Z'));
    }
  }

  /** Whether the distance of slices is told. */
  static boolean hasDepth(OmeImage image) {
    return size(image, 'Z') > 0;
  }

  /** 0 where it is not told, or is no size. */
  private static double size(OmeImage image, char axis) {
    try {
      double size = Double.parseDouble(image.sizes.getOrDefault("PhysicalSize" + axis, "0"));
      return size > 0 && Double.isFinite(size) ? size : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String unit(OmeImage image, char axis) {
    return image.sizes.getOrDefault("PhysicalSize" + axis + "Unit", UNIT);
  }
}
