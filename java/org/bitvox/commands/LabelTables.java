// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.LabelObjects;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** Objects that have labels, as tables, and what was counted of an image. */
final class LabelTables {
  private static final String[] AXES = {"x", "y", "z"};

  private static final int MOST_SHOWN = 100_000;

  /** Of memory for a row, about. */
  private static final int ROW_BYTES = 3000;

  private static final int ROWS_AT_ONCE = 1000;

  /** From so many on the roundness of a ball, and of a disc, is within 2 % of 1. */
  private static final int EXACT_VOXELS = 3000;

  private static final int EXACT_PIXELS = 4000;

  private final LabelObjects objects;
  private final String image;
  private final Scale scale;
  private final boolean flat;
  private final String unit;
  private long[] markers = {};

  /** Flat: objects are those of slices. */
  LabelTables(LabelObjects objects, InputImage input, boolean flat) {
    this.objects = objects;
    this.flat = flat;
    image = input.name();
    scale = input.scale();
    unit = scale.calibrated() ? scale.unit : flat ? "pixels" : "voxels";
  }

  /** Has a column with the marker of each object; none where there are none. */
  LabelTables withMarkers(long[] ofObjects) {
    markers = ofObjects;
    return this;
  }

  private int axes() {
    return flat ? 2 : 3;
  }

  private double voxelSize(int axis) {
    return axis == 0 ? scale.x : axis == 1 ? scale.y : scale.z;
  }

  private double sizeOfOne() {
    return flat ? scale.x * scale.y : scale.x * scale.y * scale.z;
  }

  /** Behind the word for the size of an object. */
  private String sizeUnit() {
    return " (" + power(axes()) + ")";
  }

  private String power(int exponent) {
    String one = scale.calibrated() ? unit : flat ? "pixel" : "voxel";
    return exponent == 1 ? unit : one + "^" + exponent;
  }

  /** Whether there are not too many objects for a table in memory. */
  private boolean canBeShown() {
    return objects.count() <= MOST_SHOWN;
  }

  /** Of memory for that table. */
  private long bytes() {
    return (long) ROW_BYTES * objects.count();
  }

  /** One row an object; positions and lengths in the image's unit, boxes in voxels. */
  private Table objects(ProgressListener listener) {
    return objects(0, objects.count(), listener);
  }

  private Table objects(int first, int end, ProgressListener listener) {
    List<String> headings = headings();
    Table table = new Table(headings);
    for (int i = first; i < end; i++) {
      listener.throwIfStopped();
      Table.Row row = table.addRow();
      List<Object> cells = cells(i);
      for (int c = 0; c < cells.size(); c++) {
        row.put(headings.get(c), cells.get(c));
      }
    }
    return table;
  }

  /** The same table, some rows at a time. */
  private void write(Path path, ProgressListener listener) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(path, StandardCharsets.UTF_8)) {
      for (int first = 0; first < objects.count(); first += ROWS_AT_ONCE) {
        int end = (int) Math.min(objects.count(), (long) first + ROWS_AT_ONCE);
        String csv = objects(first, end, listener).csv();
        out.write(first == 0 ? csv : csv.substring(csv.indexOf('\n') + 1));
      }
    }
  }

  private List<String> headings() {
    List<String> headings = new ArrayList<>();
    headings.add("Image");
    headings.add("Label");
    if (markers.length > 0) {
      headings.add("Marker");
    }
    headings.add(flat ? "Pixels" : "Voxels");
    headings.add((flat ? "Area" : "Volume") + sizeUnit());
    headings.add("Equivalent diameter (" + unit + ")");
    for (int axis = 0; axis < 3; axis++) {
      headings.add(flat && axis == 2 ? "Slice" : "Centroid " + AXES[axis] + " (" + unit + ")");
    }
    for (int axis = 0; axis < axes(); axis++) {
      headings.add("Box " + AXES[axis]);
    }
    for (int axis = 0; axis < axes(); axis++) {
      headings.add("Box " + (axis == 0 ? "width" : axis == 1 ? "height" : "depth"));
    }
    for (int axis = 0; axis < axes(); axis++) {
      headings.add("Axis " + (axis + 1) + " (" + unit + ")");
    }
    for (int axis = 0; axis < axes(); axis++) {
      headings.add("Axis 1 " + AXES[axis]);
    }
    headings.add("Elongation");
    if (!flat) {
      headings.add("Flatness");
    }
    headings.add((flat ? "Perimeter (" : "Surface area (") + power(axes() - 1) + ")");
    headings.add(flat ? "Circularity" : "Sphericity");
    if (objects.hasEulerNumbers()) {
      headings.add("Euler number");
    }
    headings.add("Touches border");
    if (objects.hasValues()) {
      headings.add("Mean value");
      headings.add("Least value");
      headings.add("Largest value");
    }
    return headings;
  }

  private List<Object> cells(int i) {
    List<Object> cells = new ArrayList<>();
    double volume = objects.voxels(i) * sizeOfOne();
    cells.add(image);
    cells.add(i + 1);
    if (markers.length > 0) {
      cells.add(markers[i]);
    }
    cells.add(objects.voxels(i));
    cells.add(volume);
    cells.add(flat ? 2 * Math.sqrt(volume / Math.PI) : Math.cbrt(6 * volume / Math.PI));
    for (int axis = 0; axis < axes(); axis++) {
      cells.add(objects.centroid(i, axis) * voxelSize(axis));
    }
    if (flat) {
      cells.add(objects.low(i, 2) + 1);
    }
    for (int axis = 0; axis < axes(); axis++) {
      cells.add(objects.low(i, axis));
    }
    for (int axis = 0; axis < axes(); axis++) {
      cells.add(objects.high(i, axis) - objects.low(i, axis) + 1);
    }
    LabelAxes ellipse = new LabelAxes(objects, i, scale, flat);
    for (int axis = 0; axis < axes(); axis++) {
      cells.add(ellipse.length(axis));
    }
    for (int axis = 0; axis < axes(); axis++) {
      cells.add(ellipse.direction(0)[axis]);
    }
    cells.add(ellipse.length(0) / ellipse.length(1));
    if (!flat) {
      cells.add(ellipse.length(1) / ellipse.length(2));
    }
    cells.add(objects.surface(i));
    cells.add(roundness(volume, objects.surface(i)));
    if (objects.hasEulerNumbers()) {
      cells.add(objects.eulerNumber(i));
    }
    cells.add(objects.touchesBorder(i, flat) ? 1 : 0);
    if (objects.hasValues()) {
      cells.add(objects.mean(i));
      cells.add(objects.least(i));
      cells.add(objects.most(i));
    }
    return cells;
  }

  /** 1 for a ball or disc, less for others, but for what voxels make of them. */
  private double roundness(double volume, double surface) {
    return flat
        ? 4 * Math.PI * volume / (surface * surface)
        : Math.cbrt(36 * Math.PI * volume * volume) / surface;
  }

  /** What the objects are together, in the row of an image. */
  void putSizes(Table.Row row, long voxels, ProgressListener listener) {
    long largest = 0;
    for (int i = 0; i < objects.count(); i++) {
      if (i % ROWS_AT_ONCE == 0) {
        listener.throwIfStopped();
      }
      largest = Math.max(largest, objects.voxels(i));
    }
    long count = objects.count();
    String size = (flat ? "area" : "volume") + sizeUnit();
    row.put(flat ? "Pixels" : "Voxels", voxels);
    row.put("Mean " + size, count == 0 ? 0 : voxels * sizeOfOne() / count);
    row.put("Largest " + size, largest * sizeOfOne());
  }

  /** Says where there are too many objects for a table in memory; else empty. */
  String noteOfMany() {
    return canBeShown() || !objects.areMeasured()
        ? ""
        : "The table of " + objects.count() + " objects is not shown; save= writes it.";
  }

  /**
   * Says from how many voxels on the roundness can be trusted, if small objects have one above 1:
   * lines miss chords that are shorter than their steps, and so find too little surface. Else
   * empty.
   */
  String noteOfSmall(ProgressListener listener) {
    int above = 0;
    for (int i = 0; objects.areMeasured() && i < objects.count(); i++) {
      if (i % ROWS_AT_ONCE == 0) {
        listener.throwIfStopped();
      }
      boolean small = objects.voxels(i) < (flat ? EXACT_PIXELS : EXACT_VOXELS);
      double size = objects.voxels(i) * sizeOfOne();
      above += small && roundness(size, objects.surface(i)) > 1 ? 1 : 0;
    }
    if (above == 0) {
      return "";
    }
    String much = flat ? "circularity" : "sphericity";
    String within =
        flat
            ? "a disc's is within 2 % of 1 from 4000 pixels on, within 6 % from 300."
            : "a ball's is within 2 % of 1 from 3000 voxels on, within 4 % from 300.";
    return "Objects with a " + much + " above 1, as they are small: " + above + "; " + within;
  }

  /** Shows the table and writes it, where there are not too many objects that are measured. */
  void give(Call call) throws IOException {
    if (!objects.areMeasured()) {
      return;
    }
    if (canBeShown()) {
      call.needs("the table of " + objects.count() + " objects", bytes());
      call.results().longTable("save", objects(call.progress()));
    } else {
      call.results().write("save", path -> write(path, call.progress()));
    }
  }
}
