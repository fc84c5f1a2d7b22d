// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where a new volume lies, in a unit that its format has. */
final class OutputPlace {
  private static final List<String> NO_UNIT =
      Arrays.asList("", "unit", "units", "pixel", "pixels", "voxel", "voxels");

  /** Sizes of a voxel along x, y and z. */
  final double[] spacing;

  /** Of the sizes; null where it is not known. */
  final String unit;

  /** Null where nothing is known. */
  final Placement placement;

  private OutputPlace(double[] spacing, String unit, Placement placement) {
    this.spacing = spacing;
    this.unit = unit;
    this.placement = placement;
  }

  /** With the unit that the calibration has. */
  static OutputPlace of(StackFormat format) {
    Calibration calibration = LengthUnits.inOne(format.calibration());
    double[] spacing = {calibration.pixelWidth, calibration.pixelHeight, calibration.pixelDepth};
    String unit = calibration.getUnit().trim();
    boolean named = !NO_UNIT.contains(unit.toLowerCase(Locale.ROOT));
    Placement known = format.placement();
    return new OutputPlace(
        spacing, named ? unit : null, known == null ? origin(calibration, spacing) : known);
  }

  /** ImageJ has the place of the coordinate 0, in voxels, and no directions. */
  private static Placement origin(Calibration calibration, double[] spacing) {
    double[] zero = {calibration.xOrigin, calibration.yOrigin, calibration.zOrigin};
    double[] origin = new double[3];
    boolean known = false;
    for (int axis = 0; axis < 3; axis++) {
      origin[axis] = 0 - zero[axis] * spacing[axis];
      known |= zero[axis] != 0;
      if (Double.isNaN(origin[axis]) || Double.isInfinite(origin[axis])) {
        return null;
      }
    }
    return known ? new Placement(origin, PlacementWords.straight(), "LPS") : null;
  }

  /**
   * The same in one of these units, the first unless it has one of them; as it is where its unit is
   * none of length.
   */
  OutputPlace inOneOf(String... units) {
    double metres = LengthUnits.metres(unit);
    if (metres == 0) {
      return this;
    }
    for (String other : units) {
      if (LengthUnits.same(unit, other)) {
        return new OutputPlace(spacing, other, placement);
      }
    }
    double factor = metres / LengthUnits.metres(units[0]);
    Placement moved =
        placement == null
            ? null
            : new Placement(times(placement.origin, factor), placement.direction, placement.space);
    return new OutputPlace(times(spacing, factor), units[0], moved);
  }

  private static double[] times(double[] numbers, double factor) {
    double[] product = new double[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      product[i] = ShortestDecimal.ofProduct(numbers[i] * factor);
    }
    return product;
  }
}
