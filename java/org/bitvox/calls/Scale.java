// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bitvox.files.LengthUnits;

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

  /** Of y and of z, where they have units of their own, which are not known; else empty. */
  private final String otherUnits;

  Scale(double x, double y, double z, String unit, boolean flat) {
    this(x, y, z, unit, "", flat);
  }

  private Scale(double x, double y, double z, String unit, String otherUnits, boolean flat) {
    this.otherUnits = otherUnits;
    this.x = x;
    this.y = y;
    this.z = z;
    this.unit = unit;
    this.flat = flat;
  }

  /** Of lengths in a unit, or in one without a name where it is empty, without voxels. */
  public static Scale ofUnit(String unit) {
    return new Scale(1, 1, 1, unit.isEmpty() ? null : unit, false);
  }

  /** Of an image; the depth of a voxel does not matter where there is only one slice. */
  static Scale of(Calibration calibration, int depth) {
    return new Scale(
        calibration.pixelWidth,
        calibration.pixelHeight,
        calibration.pixelDepth,
        unit(calibration),
        otherUnits(calibration, depth == 1),
        depth == 1);
  }

  /** "s along z": which calibrations in one unit do not have. */
  private static String otherUnits(Calibration calibration, boolean flat) {
    String unit = calibration.getUnit();
    List<String> others = new ArrayList<>();
    if (!LengthUnits.same(calibration.getYUnit(), unit)) {
      others.add(calibration.getYUnit() + " along y");
    }
    if (!flat && !LengthUnits.same(calibration.getZUnit(), unit)) {
      others.add(calibration.getZUnit() + " along z");
    }
    return String.join(" and ", others);
  }

  /** Whether lengths along different axes have units that cannot be compared. */
  public boolean isMixed() {
    return !otherUnits.isEmpty();
  }

  /** What is said of a unit that is not known; empty where it is. */
  public String unknownUnit() {
    if (!calibrated() || metres() > 0) {
      return "";
    }
    String what = unit.equals("unit") ? "has no name" : "is " + unit + ", which is not known";
    return "The image's unit of length " + what + " (" + LengthUnits.KNOWN + ")";
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
  public Scale inSlices() {
    String others = otherUnits.replaceFirst("( and )?\\S+ along z$", "");
    return new Scale(x, y, z, unit, others, true);
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
    double times = unitsOf(other);
    return times > 0
        && otherUnits.equals(other.otherUnits)
        && near(x, times * other.x)
        && near(y, times * other.y)
        && (flat || other.flat || near(z, times * other.z));
  }

  /**
   * The size of a voxel of the other scale divided by that of one of this, along each axis, exactly
   * 1 where they are the same as files round them; null where their units cannot be compared.
   */
  public double[] ratio(Scale other) {
    double times = unitsOf(other);
    if (!(times > 0) || !otherUnits.equals(other.otherUnits)) {
      return null;
    }
    double depth = flat || other.flat ? 1 : ratio(z, times * other.z);
    return new double[] {ratio(x, times * other.x), ratio(y, times * other.y), depth};
  }

  private static double ratio(double own, double other) {
    return near(own, other) ? 1 : other / own;
  }

  /** How many of this unit are one of the other: 0.001 of um and nm; 0 where that is not known. */
  private double unitsOf(Scale other) {
    return sameUnit(unit, other.unit)
        ? 1
        : metres() > 0 && other.metres() > 0 ? other.metres() / metres() : 0;
  }

  /** "0.5 x 0.5 x 2.0 mm", with five significant digits, or all before the point. */
  public String words() {
    String depth = flat ? "" : " x " + rounded(z);
    return rounded(x)
        + " x "
        + rounded(y)
        + depth
        + " "
        + (calibrated() ? unit : "pixels")
        + (isMixed() ? ", but " + otherUnits : "");
  }

  /** The length of the unit in metres, or 0 if it is not known. */
  public double metres() {
    return LengthUnits.metres(unit);
  }

  /** Whether two names are of one unit: um is µm and micron. Null is no unit. */
  public static boolean sameUnit(String a, String b) {
    return LengthUnits.same(a, b);
  }

  private static double rounded(double size) {
    if (Double.isNaN(size) || Double.isInfinite(size)) {
      return size;
    }
    BigDecimal exact = new BigDecimal(size);
    int digits = Math.max(5, exact.precision() - exact.scale()); // those before the point
    return exact.round(new MathContext(digits)).doubleValue();
  }

  /** Files round voxel sizes, some to three digits: a thousandth apart is the same. */
  private static boolean near(double a, double b) {
    return Math.abs(a - b) <= 1e-3 * Math.abs(a);
  }
}
