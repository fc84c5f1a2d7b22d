// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The size of a voxel. */
public final class Scale {
  /**
   * With smaller and larger sizes 32-bit maps, or volumes and densities, would be 0 or infinite.
   */
  private static final double SMALLEST = 1e-30;

  private static final double LARGEST = 1e30;

  /** Of the largest to the smallest; with more, distances in voxels would be lost. */
  private static final double MOST_RATIO = 1e6;

  /** What ImageJ and other programs call units of images that have none. */
  private static final List<String> NO_UNIT =
      Arrays.asList("", "unit", "units", "pixel", "pixels", "voxel", "voxels");

  /** Along x. */
  public final double x;

  /** Along y. */
  public final double y;

  /** Along z. */
  public final double z;

  /** Of the sizes; null where the image is not calibrated, "unit" where it has no name. */
  public final String unit;

  /** Whether the depth of a voxel does not matter: one slice, or each on its own. */
  public final boolean flat;

  Scale(double x, double y, double z, String unit, boolean flat) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.unit = unit;
    this.flat = flat;
  }

  /** Of an image; the depth of a voxel does not matter where there is only one slice. */
  static Scale of(Calibration calibration, int depth) {
    return new Scale(
        calibration.pixelWidth,
        calibration.pixelHeight,
        calibration.pixelDepth,
        unit(calibration),
        depth == 1);
  }

  /** The one place that says what is calibrated: sizes of 1 are so only in a unit with a name. */
  private static String unit(Calibration calibration) {
    String unit = calibration.getUnit().trim();
    boolean ones =
        calibration.pixelWidth == 1 && calibration.pixelHeight == 1 && calibration.pixelDepth == 1;
    boolean named = !NO_UNIT.contains(unit.toLowerCase(Locale.ROOT));
    return named ? unit : ones ? null : "unit";
  }

  /** The same within slices: the depth of a voxel does not matter. */
  Scale inSlices() {
    return new Scale(x, y, z, unit, true);
  }

  /** Whether lengths, areas and volumes, and squares of lengths, can be computed with it. */
  boolean usable() {
    double depth = flat ? x : z;
    double least = Math.min(Math.min(x, y), depth);
    double most = Math.max(Math.max(x, y), depth);
    return usable(least) && usable(most) && most <= MOST_RATIO * least;
  }

  private static boolean usable(double size) {
    return size >= SMALLEST && size <= LARGEST;
  }

  /** Whether a voxel has a size in a unit. */
  public boolean calibrated() {
    return unit != null;
  }

  /** Whether an element of one width has several sizes, depending on the axis. */
  public boolean anisotropic() {
    return calibrated() && !(near(x, y) && (flat || near(x, z)));
  }

  /**
   * What distances are measured with: the size along x, y and z, or 1 where there is none. All are
   * one number where voxels are cubes, as files round voxel sizes. Where the depth does not matter
   * it is the smaller of the other two, so that it changes neither the smallest size nor the
   * ratios.
   */
  public double[] voxel() {
    return anisotropic()
        ? new double[] {x, y, flat ? Math.min(x, y) : z}
        : calibrated() ? new double[] {x, x, x} : new double[] {1, 1, 1};
  }

  /** The size of cubes with this side, in the same unit, which is voxels where there is none. */
  public Scale ofCubes(double side) {
    return new Scale(side, side, side, calibrated() ? unit : "voxels", flat);
  }

  /** Whether voxels of the other size are as large. */
  public boolean sameAs(Scale other) {
    return sameUnit(unit, other.unit)
        && near(x, other.x)
        && near(y, other.y)
        && (flat || other.flat || near(z, other.z));
  }

  /** "0.5 x 0.5 x 2.0 mm", with five significant digits. */
  public String words() {
    String depth = flat ? "" : " x " + rounded(z);
    return rounded(x) + " x " + rounded(y) + depth + " " + (calibrated() ? unit : "pixels");
  }

  /** The length of the unit in metres, or 0 if it is not known. */
  public double metres() {
    return metres(unit);
  }

  /** Whether two names are of one unit: um is µm and micron. Null is no unit. */
  public static boolean sameUnit(String a, String b) {
    return Objects.equals(a, b) || metres(a) > 0 && metres(a) == metres(b);
  }

  private static double metres(String unit) {
    switch (unit == null ? "" : unit) {
      case "m":
      case "meter":
      case "metre":
        return 1;
      case "cm":
        return 1e-2;
      case "mm":
        return 1e-3;
      case "um":
      case "\u00b5m": // the micro sign
      case "\u03bcm": // the Greek letter
      case "micron":
      case "microns":
      case "micrometer":
        return 1e-6;
      case "inch":
      case "inches":
        return 0.0254;
      case "nm":
        return 1e-9;
      default:
        return 0;
    }
  }

  private static double rounded(double size) {
    boolean finite = !Double.isNaN(size) && !Double.isInfinite(size);
    return finite ? new BigDecimal(size).round(new MathContext(5)).doubleValue() : size;
  }

  /** Files round voxel sizes, some to three digits: a thousandth apart is the same. */
  private static boolean near(double a, double b) {
    return Math.abs(a - b) <= 1e-3 * Math.abs(a);
  }
}
