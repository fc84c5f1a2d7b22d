// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.util.Locale;

/** ImageDescription as ImageJ writes it: from it ImageJ knows stacks, scale and calibration. */
final class TiffText implements ImageText {
  private final StackFormat format;
  private final Calibration calibration;

  TiffText(StackFormat format) {
    this.format = format;
    calibration = format.calibration();
    if (calibration.scaled()) {
      require(calibration.pixelWidth);
      require(calibration.pixelHeight);
    }
  }

  /** As many pixels per unit as a fraction of two ints can be, or as few. */
  private void require(double size) {
    if (!(1 / size <= Integer.MAX_VALUE && size <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          Messages.notInTiff("pixels of " + size + " " + calibration.getUnit()));
    }
  }

  @Override
  public String of(double smallest, double largest) {
    return "ImageJ=1.54p\n"
        + (format.slices() > 1 ? "images=" + format.slices() + "\n" + dimensions() : "")
        + scale()
        + density()
        + frames()
        + "loop=false\n"
        + range(smallest, largest)
        + origin("xorigin", zero(0, calibration.xOrigin))
        + origin("yorigin", zero(1, calibration.yOrigin))
        + origin("zorigin", zero(2, calibration.zOrigin))
        + (calibration.getInvertY() ? "inverty=true\n" : "");
  }

  @Override
  public int most() {
    return of(-Double.MAX_VALUE, -Double.MIN_NORMAL).length();
  }

  private String dimensions() {
    return dimension("channels", format.channels())
        + dimension("slices", format.depth)
        + dimension("frames", format.frames())
        + (format.isHyperstack() ? "hyperstack=true\n" : "")
        + mode();
  }

  private String mode() {
    String mode = format.looks() == null ? "" : format.looks().mode();
    String word = format.isComposite() ? "composite" : mode;
    return word.isEmpty() || format.channels() == 1 ? "" : "mode=" + word + "\n";
  }

  /** Between two frames, in seconds unless it says otherwise. */
  private String frames() {
    boolean known = calibration.frameInterval != 0 && Double.isFinite(calibration.frameInterval);
    if (format.frames() == 1 || !known) {
      return "";
    }
    String unit = calibration.getTimeUnit();
    return "finterval="
        + calibration.frameInterval
        + "\n"
        + (unit.equals("sec") ? "" : "tunit=" + escaped(unit) + "\n");
  }

  /** Of the first channel. */
  private String range(double smallest, double largest) {
    double[] ranges = format.looks() == null ? null : format.looks().ranges;
    double low = ranges == null ? smallest : ranges[0];
    double high = ranges == null ? largest : ranges[1];
    return "min=" + low + "\nmax=" + high + "\n";
  }

  private static String dimension(String name, int size) {
    return size > 1 ? name + "=" + size + "\n" : "";
  }

  private String scale() {
    return calibration.scaled()
        ? "unit="
            + escaped(calibration.getUnit())
            + "\n"
            + unit("yunit", calibration.getYUnit())
            + unit("zunit", calibration.getZUnit())
            + "spacing="
            + calibration.pixelDepth
            + "\n"
        : "";
  }

  /** Of an axis that has its own. */
  private String unit(String key, String unit) {
    return unit.equals(calibration.getUnit()) ? "" : key + "=" + escaped(unit) + "\n";
  }

  /**
   * ImageJ has no directions: the place of an image whose axes are those of space is its origin.
   */
  private double zero(int axis, double known) {
    Placement place = format.placement();
    if (known != 0 || place == null || !PlacementWords.note(place, "").isEmpty()) {
      return known;
    }
    double[] spacing = {calibration.pixelWidth, calibration.pixelHeight, calibration.pixelDepth};
    return 0 - place.origin[axis] / spacing[axis];
  }

  /** In pixels: the place whose coordinate is 0. */
  private static String origin(String key, double place) {
    return place == 0 || !Double.isFinite(place) ? "" : key + "=" + place + "\n";
  }

  /** What values mean; those of 32 bits are what they mean, and have a unit at most. */
  private String density() {
    String unit = "vunit=" + escaped(calibration.getValueUnit()) + "\n";
    if (format.type == PixelType.FLOAT32) {
      boolean usual = Calibration.DEFAULT_VALUE_UNIT.equals(calibration.getValueUnit());
      return usual ? "" : unit;
    }
    if (!calibration.calibrated() || calibration.getFunction() == Calibration.CUSTOM) {
      return ""; // ImageJ cannot write a table either
    }
    StringBuilder function = new StringBuilder("cf=" + calibration.getFunction() + "\n");
    double[] coefficients = calibration.getCoefficients();
    for (int i = 0; coefficients != null && i < coefficients.length; i++) {
      function.append("c" + i + "=" + coefficients[i] + "\n");
    }
    return function + unit + (calibration.zeroClip() ? "zeroclip=true\n" : "");
  }

  /** As in Java properties, which is how ImageJ reads the description. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(
          c >= 32 && c < 127 && c != '\\'
              ? "" + c
              : String.format(Locale.ROOT, "\\u%04X", (int) c));
    }
    return escaped.toString();
  }
}
