// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bitvox.files.LengthUnits;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/** The size of a voxel that the caller says: {@code 0.25,0.25,2.5um}, or {@code 0.5um} of cubes. */
final class VoxelSize {
  private static final String NUMBER = "([0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?)";

  private static final Pattern SIZES =
      Pattern.compile(NUMBER + "(?:," + NUMBER + "," + NUMBER + ")? *([^0-9 ,.][^,]*)");

  private VoxelSize() {}

  /** Whether it is said. */
  static boolean isGiven(Values values) {
    return values.declares(Keys.VOXEL_SIZE) && values.has(Keys.VOXEL_SIZE);
  }

  /**
   * The calibration with that size; the origin stays at its voxel.
   *
   * @throws UsageException if it is not one or three sizes in a known unit of length
   */
  static Calibration of(Values values, Calibration calibration) {
    String text = values.text(Keys.VOXEL_SIZE);
    Matcher sizes = SIZES.matcher(text);
    boolean fine = sizes.matches() && LengthUnits.metres(sizes.group(4)) > 0;
    double[] size = new double[3];
    for (int axis = 0; fine && axis < 3; axis++) {
      String own = sizes.group(axis + 1);
      size[axis] = Double.parseDouble(own == null ? sizes.group(1) : own);
      fine = size[axis] > 0 && Double.isFinite(size[axis]);
    }
    if (!fine) {
      String allowed =
          "one or three sizes above 0 and their unit, such as 0.25,0.25,2.5um or 0.5um";
      throw new UsageException(
          Keys.VOXEL_SIZE
              + "="
              + text
              + " is not allowed; use "
              + allowed
              + (" (" + LengthUnits.KNOWN + ")"));
    }
    Calibration said = calibration.copy();
    said.pixelWidth = size[0];
    said.pixelHeight = size[1];
    said.pixelDepth = size[2];
    said.setUnit(sizes.group(4));
    said.setYUnit(null);
    said.setZUnit(null);
    return said;
  }
}
