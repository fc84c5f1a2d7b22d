// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.util.ArrayList;
import java.util.List;

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

  /** Whether the size of a pixel is told. */
  static boolean hasWidth(OmeImage image) {
    return size(image, 'X') > 0 || size(image, 'Y') > 0;
  }

  /** Whether the distance of slices is told. */
  static boolean hasDepth(OmeImage image) {
    return size(image, 'Z') > 0;
  }

  /** 0 where it is not told, or is no size. */
  private static double size(OmeImage image, char axis) {
    try {
      double size = Double.parseDouble(image.sizes.getOrDefault("PhysicalSize" + axis, "0"));
      return size > 0 && Double.isFinite(size) ? ShortestDecimal.of(size) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Sentences about sizes that cannot be. */
  static List<String> notes(OmeImage image) {
    List<String> notes = new ArrayList<>();
    for (char axis : new char[] {'X', 'Y', 'Z'}) {
      String key = "PhysicalSize" + axis;
      if (image.sizes.containsKey(key) && size(image, axis) == 0) {
        notes.add(OmeMessages.noSize(key, image.sizes.get(key)));
      }
    }
    return notes;
  }

  /** What OME calls values of a type. */
  static String type(SampleType type) {
    if (type.floating()) {
      return type == SampleType.DOUBLE ? "double" : "float";
    }
    int bits = type.wholeBytes() ? type.bits : type.bitDepth;
    return type == SampleType.BIT ? "bit" : (type.signed() ? "int" : "uint") + bits;
  }

  private static String unit(OmeImage image, char axis) {
    return image.sizes.getOrDefault("PhysicalSize" + axis + "Unit", UNIT);
  }
}
