// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bitvox.calls.Call;
import org.bitvox.calls.StepCall;
import org.bitvox.calls.Table;

/** The main numbers of a workflow, with units and the names that they are known by. */
final class WorkflowSummary {
  /** One number. */
  static final class Quantity {
    final String name;
    final String knownAs;
    final Object value;
    final String unit;

    Quantity(String name, String knownAs, Object value, String unit) {
      this.name = name;
      this.knownAs = knownAs;
      this.value = value;
      this.unit = unit;
    }
  }

  private final Call call;
  private final List<Quantity> quantities = new ArrayList<>();

  /** Of the steps that ran. */
  WorkflowSummary(Call call, WorkflowSteps steps) {
    this.call = call;
    StepCall shape = steps.of(WorkflowSteps.SHAPE);
    if (shape != null) {
      Map<String, Object> row = shape.table().rows().get(0);
      add(row, "BV", "Volume of the object", "BV");
      add(row, "TV", "Volume of the image", "TV");
      add(row, "BV/TV", "Volume fraction", "BV/TV");
      add(row, "Measured volume", "Measured volume", "");
      add(row, "Surface area BS", "Surface area", "BS");
      add(row, "BS/TV", "Surface density", "BS/TV");
      add(row, "Euler number (26)", "Euler number", "\u03c7");
      add(row, "Conn.D", "Connectivity density", "Conn.D");
      add(row, "DA", "Degree of anisotropy", "DA");
    }
    StepCall thickness = steps.of(WorkflowSteps.THICKNESS);
    if (thickness != null) {
      thickness.table().rows().forEach(this::addThickness);
    }
    StepCall granulometry = steps.of(WorkflowSteps.GRANULOMETRY);
    if (granulometry != null) {
      Map<String, Object> row = granulometry.table().rows().get(0);
      addWidths(row, "Mean width", "Mean opening size");
      addWidths(row, "D50 width", "Median opening size");
    }
    StepCall labels = steps.of(WorkflowSteps.LABELS);
    if (labels != null) {
      Map<String, Object> row = labels.table().rows().get(0);
      add(row, "Objects", "Objects", "");
      add(row, "Largest volume", "Volume of the largest object", "");
    }
    StepCall graph = steps.of(WorkflowSteps.GRAPH);
    if (graph != null) {
      Map<String, Object> row = graph.table().rows().get(0);
      add(row, "Branches", "Branches of the skeleton", "");
      add(row, "Junctions", "Junctions of the skeleton", "");
      add(row, "End points", "End points of the skeleton", "");
      add(row, "Total length", "Length of the skeleton", "");
      add(row, "Mean branch length", "Mean length of a branch", "");
    }
  }

  private void addThickness(Map<String, Object> row) {
    String known = row.get("Known as").toString();
    String name = known.equals("Tb.Th") ? "Thickness" : "Separation";
    add(row, "Mean", name + ", mean", known);
    add(row, "Standard deviation", name + ", standard deviation", known + ".SD");
    add(row, "Median", name + ", median", "");
    add(row, "Largest", name + ", maximum", known + ".Max");
  }

  /** Along each axis where voxels are not cubes. */
  private void addWidths(Map<String, Object> row, String heading, String name) {
    add(row, heading, name, "");
    for (String axis : new String[] {" x", " y", " z"}) {
      add(row, heading + axis, name + axis, "");
    }
  }

  /** Of the column with this heading, behind which its unit may stand in brackets. */
  private void add(Map<String, Object> row, String heading, String name, String knownAs) {
    row.forEach(
        (column, value) -> {
          if (column.equals(heading)) {
            quantities.add(new Quantity(name, knownAs, value, ""));
          } else if (column.startsWith(heading + " (") && !column.startsWith(heading + " (n")) {
            String unit = column.substring(heading.length() + 2, column.length() - 1);
            quantities.add(new Quantity(name, knownAs, value, unit));
          }
        });
  }

  List<Quantity> quantities() {
    return quantities;
  }

  /** One row a quantity. */
  Table table() {
    Table table = new Table();
    for (Quantity quantity : quantities) {
      Table.Row row = table.addRow().put("Quantity", quantity.name);
      row.put("Known as", quantity.knownAs).put("Value", quantity.value);
      row.put("Unit", quantity.unit);
    }
    return table;
  }

  /** One row for the image, with the threshold that was used. */
  Table row(String threshold) {
    Table table = new Table();
    boolean number = !threshold.isEmpty() && !threshold.contains("..");
    Table.Row row = call.addRow(table, call.input().name());
    row.put("Threshold", number ? (Object) Double.valueOf(threshold) : threshold);
    for (Quantity quantity : quantities) {
      String unit = quantity.unit.isEmpty() ? "" : " (" + quantity.unit + ")";
      row.put(quantity.name + unit, quantity.value);
    }
    return table;
  }
}
