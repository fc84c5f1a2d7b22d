// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.GeodesicObjects;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.calls.Table;

/** How long each object is, as a table: one row an object, lengths in the image's unit. */
final class GeodesicObjectsTable {
  private static final String[] AXES = {"x", "y", "z"};

  private static final int MOST_SHOWN = 100_000;

  private final GeodesicObjects objects;
  private final String image;
  private final double[] voxel;
  private final int axes;
  private final String voxels;
  private final List<String> headings = new ArrayList<>();

  GeodesicObjectsTable(GeodesicObjects objects, InputImage input) {
    this.objects = objects;
    image = input.name();
    Scale scale = input.scale();
    voxel = scale.voxel();
    axes = input.depth() == 1 ? 2 : 3;
    voxels = axes == 2 ? "pixels" : "voxels";
    String unit = " (" + (scale.calibrated() ? scale.unit : voxels) + ")";
    headings.add("Image");
    headings.add("Label");
    headings.add(axes == 2 ? "Pixels" : "Voxels");
    headings.add("Geodesic diameter" + unit);
    headings.add("Distance of ends" + unit);
    headings.add("Tortuosity");
    addPlace("End 1 ");
    addPlace("End 2 ");
    addPlace("Centre ");
  }

  private void addPlace(String of) {
    for (int axis = 0; axis < axes; axis++) {
      headings.add(of + AXES[axis] + " (" + voxels + ")");
    }
  }

  /** Says where there are too many objects for a table in memory; else empty. */
  String noteOfMany() {
    return objects.count() <= MOST_SHOWN
        ? ""
        : "The table of " + objects.count() + " objects is not shown; diameters= writes it.";
  }

  /** Shows the table and writes it, if there are not too many objects. */
  void give(Call call) throws IOException {
    Table table = Table.ofRows(headings, objects.count(), this::row);
    if (objects.count() <= MOST_SHOWN) {
      call.results().longTableBeside("diameters", " Objects", () -> table);
    } else {
      call.results().write("diameters", path -> table.write(path, call.progress()));
    }
  }

  private Table.Row row(int index) {
    List<Object> cells = new ArrayList<>();
    int[] first = objects.firstEnd(index);
    int[] second = objects.secondEnd(index);
    double apart = distance(first, second);
    cells.add(image);
    cells.add(index + 1);
    cells.add(objects.voxels(index));
    cells.add(objects.diameter(index));
    cells.add(apart);
    cells.add(apart > 0 ? (Object) (objects.diameter(index) / apart) : ""); // of one voxel none
    for (int[] place : new int[][] {first, second, objects.centre(index)}) {
      for (int axis = 0; axis < axes; axis++) {
        cells.add(place[axis]);
      }
    }
    Table.Row row = new Table.Row();
    for (int i = 0; i < cells.size(); i++) {
      row.put(headings.get(i), cells.get(i));
    }
    return row;
  }

  private double distance(int[] first, int[] second) {
    double sum = 0;
    for (int axis = 0; axis < axes; axis++) {
      double side = voxel[axis] * (second[axis] - first[axis]);
      sum += side * side;
    }
    return Math.sqrt(sum);
  }
}
