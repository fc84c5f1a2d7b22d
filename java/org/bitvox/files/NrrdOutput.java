// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The header of a new NRRD file. */
final class NrrdOutput {
  private NrrdOutput() {}

  /** Voxels is the name of the file with them; null where they follow. */
  static byte[] header(StackFormat format, String voxels) {
    OutputPlace place = OutputPlace.of(format);
    boolean time = format.frames() > 1;
    boolean list = format.channels() > 1;
    StringBuilder text = new StringBuilder("NRRD0004\n");
    text.append("type: ").append(type(format.type)).append('\n');
    text.append("dimension: ").append(3 + (time ? 1 : 0) + (list ? 1 : 0)).append('\n');
    Placement placement = place.placement;
    if (placement != null && !placement.space.isEmpty()) {
      boolean left = placement.space.equals("LPS");
      text.append("space: ").append(left ? "left" : "right");
      text.append(left ? "-posterior-superior\n" : "-anterior-superior\n");
    } else {
      text.append("space dimension: 3\n");
    }
    text.append("sizes: " + format.width + " " + format.height + " " + format.depth);
    text.append(time ? " " + format.frames() : "").append(list ? " " + format.channels() : "");
    text.append("\nspace directions:");
    double[] direction = placement == null ? PlacementWords.straight() : placement.direction;
    for (int axis = 0; axis < 3; axis++) {
      text.append(' ').append(column(direction, axis, place.spacing[axis]));
    }
    text.append(time ? " none" : "").append(list ? " none" : "");
    text.append("\nkinds: domain domain domain");
    text.append(time ? " time" : "").append(list ? " list" : "");
    text.append("\nendian: little\nencoding: raw\n");
    if (place.unit != null) {
      String unit = "\"" + ascii(place.unit) + "\"";
      text.append("space units: " + unit + " " + unit + " " + unit + "\n");
    }
    if (placement != null) {
      double[] o = placement.origin;
      text.append("space origin: (" + o[0] + "," + o[1] + "," + o[2] + ")\n");
    }
    text.append(voxels == null ? "\n" : "data file: " + voxels + "\n");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String column(double[] matrix, int axis, double length) {
    return "("
        + matrix[axis] * length
        + ","
        + matrix[3 + axis] * length
        + ","
        + matrix[6 + axis] * length
        + ")";
  }

  private static String ascii(String unit) {
    String known = LengthUnits.same(unit, "um") ? "um" : unit;
    return known.replaceAll("[\"\\p{Cntrl}]", " ");
  }

  private static String type(PixelType type) {
    switch (type) {
      case FLOAT32:
        return "float";
      case FLOAT64:
        return "double";
      default:
        return type.name().toLowerCase(Locale.ROOT);
    }
  }
}
