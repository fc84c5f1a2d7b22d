// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bitvox.files.LengthUnits;

/**
 * The axes of an image: t and c, if there are any, and then z y x or y x.
 *
 * @param names of all of them
 * @param units of all of them; null where none is known
 */
record OmeAxes(List<String> names, List<String> units) {
  private static final Map<String, String> SHORT =
      Map.of(
          "micrometer",
          "um",
          "nanometer",
          "nm",
          "millimeter",
          "mm",
          "centimeter",
          "cm",
          "meter",
          "m",
          "picometer",
          "pm");

  /**
   * Those in metadata: words, or objects with name, type and unit.
   *
   * @param image what the user calls it
   */
  static OmeAxes read(JsonNode axes, String image) throws ZarrException {
    List<String> names = new ArrayList<>();
    List<String> units = new ArrayList<>();
    for (JsonNode axis : axes) {
      names.add((axis.isTextual() ? axis : axis.path("name")).asText(""));
      units.add(axis.path("unit").asText(null));
      if (names.size() > 8) {
        break;
      }
    }
    return new OmeAxes(names, units).checked(image);
  }

  /** Of an array that has no metadata of OME. */
  static OmeAxes guessed(List<String> known, int count, String image) throws ZarrException {
    List<String> names = known;
    if (names == null && (count == 2 || count == 3)) {
      names = List.of("z", "y", "x").subList(3 - count, 3);
    }
    if (names == null) {
      throw new ZarrException(image, "has " + count + " axes and does not say which");
    }
    List<String> units = new ArrayList<>();
    names.forEach(name -> units.add(null));
    return new OmeAxes(names, units).checked(image);
  }

  private OmeAxes checked(String image) throws ZarrException {
    String all = String.join("", names).toLowerCase(Locale.ROOT);
    if (all.length() != names.size() || !all.matches("(t?c?|ct)z?yx")) {
      throw new ZarrException(
          image,
          "its axes are "
              + Text.quoted(String.join(" ", names))
              + "; they must end with z y x or y x, with t or c before if at all");
    }
    return this;
  }

  int count() {
    return names.size();
  }

  /** The place of t, c, z, y or x; -1 if there is none. */
  int of(char axis) {
    for (int i = 0; i < names.size(); i++) {
      if (Character.toLowerCase(names.get(i).charAt(0)) == axis) {
        return i;
      }
    }
    return -1;
  }

  /** The unit of an axis as ImageJ has it; empty if none is known. */
  String unit(char axis) {
    String unit = of(axis) < 0 ? null : units.get(of(axis));
    return unit == null ? "" : SHORT.getOrDefault(unit, unit);
  }

  /** The unit as OME has it, of one as ImageJ has it; null for none. */
  static String omeUnit(String unit) {
    double metres = LengthUnits.metres(unit);
    if (metres == 0) {
      return null;
    }
    for (Map.Entry<String, String> one : SHORT.entrySet()) {
      if (LengthUnits.metres(one.getValue()) == metres) {
        return one.getKey();
      }
    }
    return metres == 1e-10 ? "angstrom" : metres == 0.0254 ? "inch" : null;
  }
}
