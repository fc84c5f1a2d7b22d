// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Units of length by the names that ImageJ and other programs give them. */
public final class LengthUnits {
  /** What to call one so that it is known. */
  public static final String KNOWN =
      "known are m, cm, mm, um, nm, pm, angstrom and inch, and their full names";

  private static final Map<String, Double> SYMBOLS = new HashMap<>();
  private static final Map<String, Double> NAMES = new HashMap<>();

  static {
    SYMBOLS.put("m", 1.0);
    SYMBOLS.put("cm", 1e-2);
    SYMBOLS.put("mm", 1e-3);
    SYMBOLS.put("um", 1e-6);
    SYMBOLS.put("\u00b5m", 1e-6); // the micro sign
    SYMBOLS.put("\u03bcm", 1e-6); // the Greek letter
    SYMBOLS.put("nm", 1e-9);
    SYMBOLS.put("pm", 1e-12);
    SYMBOLS.put("\u00c5", 1e-10); // the Scandinavian letter
    SYMBOLS.put("\u212b", 1e-10); // the sign of the unit
    SYMBOLS.put("in", 0.0254);
    NAMES.put("meter", 1.0);
    NAMES.put("centimeter", 1e-2);
    NAMES.put("millimeter", 1e-3);
    NAMES.put("micrometer", 1e-6);
    NAMES.put("micron", 1e-6);
    NAMES.put("nanometer", 1e-9);
    NAMES.put("picometer", 1e-12);
    NAMES.put("angstrom", 1e-10);
    NAMES.put("inch", 0.0254);
    NAMES.put("inche", 0.0254); // of inches
  }

  private LengthUnits() {}

  /** Its length in metres, or 0 if it is not known; null is none. */
  public static double metres(String unit) {
    if (unit == null) {
      return 0;
    }
    Double symbol = SYMBOLS.get(unit);
    if (symbol != null) {
      return symbol;
    }
    String name = unit.toLowerCase(Locale.ROOT).replaceFirst("s$", "").replaceFirst("re$", "er");
    return NAMES.getOrDefault(name, 0.0);
  }

  /** Whether two names are of one unit: um is µm and micron. Null is no unit. */
  public static boolean same(String a, String b) {
    return Objects.equals(a, b) || metres(a) > 0 && metres(a) == metres(b);
  }

  /**
   * The same lengths, all in the unit of x where the units of y and z are known, as all that
   * measures has one unit.
   */
  public static Calibration inOne(Calibration calibration) {
    String unit = calibration.getUnit();
    double y = ratio(calibration.getYUnit(), unit);
    double z = ratio(calibration.getZUnit(), unit);
    boolean one = unit.equals(calibration.getYUnit()) && unit.equals(calibration.getZUnit());
    if (one || y == 0 && z == 0) {
      return calibration;
    }
    Calibration converted = calibration.copy();
    if (y > 0) {
      converted.pixelHeight = ShortestDecimal.ofProduct(converted.pixelHeight * y);
      converted.setYUnit(null);
    }
    if (z > 0) {
      converted.pixelDepth = ShortestDecimal.ofProduct(converted.pixelDepth * z);
      converted.setZUnit(null);
    }
    return converted;
  }

  /** 0 where it is not known. */
  private static double ratio(String of, String to) {
    return same(of, to) ? 1 : metres(to) > 0 ? metres(of) / metres(to) : 0;
  }
}
