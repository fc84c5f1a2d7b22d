// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The axes of an NRRD file: which are x, y and z, which one is time, and which has channels. */
final class NrrdAxes {
  private static final int MOST = 5;
  private static final Pattern VECTOR = Pattern.compile("none|\\(([^()]*)\\)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

  private final HeaderFields fields;
  private final VolumeHeader header;
  private final List<Integer> spatial = new ArrayList<>();
  private int count;
  private double[][] directions;

  NrrdAxes(HeaderFields fields, VolumeHeader header) {
    this.fields = fields;
    this.header = header;
  }

  void read() throws IOException {
    count = (int) Math.max(0, Math.min(MOST + 1, fields.whole("dimension", 0)));
    if (count < 1 || count > MOST) {
      throw fields.wrong("dimension");
    }
    long[] sizes = fields.wholes("sizes", count);
    directions = directions();
    String[] kinds = kinds();
    StringBuilder order = new StringBuilder();
    for (int axis = 0; axis < count; axis++) {
      take(axis, sizes[axis], kinds[axis], order);
    }
    if (spatial.size() > 2 && order.indexOf("z") < 0 || spatial.isEmpty()) {
      throw fields.wrong("kinds");
    }
    for (char axis : "zct".toCharArray()) {
      if (order.indexOf(Character.toString(axis)) < 0) {
        order.append(axis); // of size 1
      }
    }
    header.order = order.toString();
    place();
  }

  private void take(int axis, long size, String kind, StringBuilder order) throws IOException {
    boolean space = kind.equals("domain") || kind.equals("space");
    if (space && spatial.size() < 3) {
      if (spatial.size() == 2) {
        order.append('z');
      }
      header.sizes[spatial.size()] = size;
      spatial.add(axis);
      return;
    }
    boolean time = space || kind.equals("time");
    boolean first = spatial.isEmpty();
    boolean within = spatial.size() == 1; // between x and y, where no format puts it
    if (within || time && (header.frames != 1 || first) || !time && header.channels != 1) {
      throw fields.wrong(fields.has("kinds") ? "kinds" : "sizes");
    }
    if (time) {
      header.frames = size;
      order.append('t');
    } else {
      header.channels = size;
      header.interleaved = first;
      if (!first) {
        order.append('c');
      }
    }
  }

  /** Domain for what lies in space, or the file's own word for what does not. */
  private String[] kinds() throws IOException {
    String text = fields.text("kinds");
    String[] kinds = text == null ? new String[0] : text.toLowerCase(Locale.ROOT).split("\\s+");
    if (text != null && kinds.length != count) {
      throw fields.notSoMany("kinds", count);
    }
    String[] words = new String[count];
    for (int axis = 0; axis < count; axis++) {
      String kind = text == null ? "none" : kinds[axis];
      boolean unknown = kind.equals("none") || kind.equals("???");
      boolean somewhere = directions == null || directions[axis] != null;
      words[axis] = !somewhere ? unknown ? "list" : kind : unknown ? "domain" : kind;
      if (!somewhere && kind.matches("domain|space")) {
        words[axis] = "list";
      }
    }
    return words;
  }

  /** Of each axis, or null for one that is not in space; null where there are none at all. */
  private double[][] directions() throws IOException {
    String text = fields.text("space directions");
    if (text == null) {
      return null;
    }
    double[][] all = new double[count][];
    Matcher vectors = VECTOR.matcher(text);
    int dimension = 0;
    for (int axis = 0; axis < count; axis++) {
      if (!vectors.find()) {
        throw fields.wrong("space directions");
      }
      if (vectors.group(1) != null) {
        int numbers = vectors.group(1).split(",", -1).length;
        if (dimension > 0 && numbers != dimension) {
          throw fields.wrong("space directions");
        }
        dimension = numbers;
        all[axis] = vector("space directions", vectors.group(1));
        boolean nothing = all[axis][0] == 0 && all[axis][1] == 0 && all[axis][2] == 0;
        all[axis] = nothing || Double.isNaN(all[axis][0]) ? null : all[axis];
      }
    }
    if (vectors.find()) {
      throw fields.notSoMany("space directions", count);
    }
    if (dimension > 0 && fields.whole("space dimension", dimension) != dimension) {
      throw fields.wrong("space dimension");
    }
    return all;
  }

  /** Three numbers; a fourth is of time. */
  private double[] vector(String field, String text) throws IOException {
    String[] words = text.split(",");
    if (words.length > 4) {
      throw fields.wrong(field);
    }
    double[] vector = new double[3];
    for (int i = 0; i < Math.min(3, words.length); i++) {
      vector[i] = fields.decimal(field, words[i].trim());
    }
    return vector;
  }

  private void place() throws IOException {
    if (directions == null) {
      spacings();
      units("units", true);
      return;
    }
    String space = space();
    spacings();
    double[] matrix = PlacementWords.straight();
    for (int axis = 0; axis < spatial.size(); axis++) {
      double[] vector = directions[spatial.get(axis)];
      double length = Math.hypot(Math.hypot(vector[0], vector[1]), vector[2]);
      String field = "space directions";
      header.alsoSpacing(axis, ShortestDecimal.ofComputed(length), "spacings", field);
      for (int row = 0; row < 3; row++) {
        matrix[3 * row + axis] = vector[row] / length;
      }
    }
    if (spatial.size() == 2) {
      cross(matrix);
    }
    double[] origin = new double[3];
    String from = fields.text("space origin");
    if (from != null) {
      Matcher vector = VECTOR.matcher(from);
      if (!vector.matches() || vector.group(1) == null) {
        throw fields.wrong("space origin");
      }
      origin = vector("space origin", vector.group(1));
    }
    if (space.equals("LAS")) { // as LPS, of which only y runs the other way
      for (int axis = 0; axis < 3; axis++) {
        matrix[3 + axis] = 0 - matrix[3 + axis];
      }
      origin[1] = 0 - origin[1];
      space = "LPS";
    }
    header.place(origin, matrix, space);
    units("space units", false);
  }

  /** The third direction is at right angles to the first two. */
  private static void cross(double[] m) {
    m[2] = m[3] * m[7] - m[6] * m[4];
    m[5] = m[6] * m[1] - m[0] * m[7];
    m[8] = m[0] * m[4] - m[3] * m[1];
  }

  private String space() {
    String space = fields.has("space") ? fields.text("space").toLowerCase(Locale.ROOT) : "";
    switch (space.replaceFirst("-time$", "")) {
      case "left-posterior-superior":
      case "lps":
      case "lpst":
        return "LPS";
      case "right-anterior-superior":
      case "ras":
      case "rast":
        return "RAS";
      case "left-anterior-superior":
      case "las":
      case "last":
        return "LAS";
      default:
        return "";
    }
  }

  private void spacings() throws IOException {
    if (fields.has("spacings")) {
      double[] spacings = fields.decimals("spacings", count);
      for (int axis = 0; axis < spatial.size(); axis++) {
        header.spacing(axis, spacings[spatial.get(axis)]);
      }
    }
  }

  /** Of the axes of the file, or of those of space. */
  private void units(String field, boolean ofFile) {
    if (!fields.has(field)) {
      return;
    }
    List<String> units = new ArrayList<>();
    Matcher quoted = QUOTED.matcher(fields.text(field));
    while (quoted.find()) {
      units.add(quoted.group(1).trim());
    }
    for (int axis = 0; axis < spatial.size(); axis++) {
      int at = ofFile ? spatial.get(axis) : axis;
      String unit = at < units.size() ? units.get(at) : "";
      if (!unit.isEmpty()) {
        setUnit(axis, unit);
      }
    }
  }

  private void setUnit(int axis, String unit) {
    if (axis == 0) {
      header.calibration.setUnit(unit);
    } else if (axis == 1 && !unit.equals(header.calibration.getUnit())) {
      header.calibration.setYUnit(unit);
    } else if (axis == 2 && !unit.equals(header.calibration.getUnit())) {
      header.calibration.setZUnit(unit);
    }
  }
}
