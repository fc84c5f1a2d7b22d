// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bitvox.calls.Call;
import org.bitvox.calls.StepCall;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;

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

  /** Columns of tables without their units, what they are called here, and known as. */
  private static final String[][] OBJECT = {{"BV", "Volume of the object", "BV"}};

  private static final String[][] IMAGE = {{"TV", "Volume of the image", "TV"}};
  private static final String[][] MASK = {{"TV", "Volume of the mask", "TV"}};

  private static final String[][] SHAPE = {
    {"BV/TV", "Volume fraction", "BV/TV"},
    {"Measured volume", "Measured volume", ""},
    {"Surface area BS", "Surface area", "BS"},
    {"BS/TV", "Surface density", "BS/TV"},
    {"Euler number (26)", "Euler number", "\u03c7"},
    {"Conn.D", "Connectivity density", "Conn.D"},
    {"DA", "Degree of anisotropy", "DA"},
  };

  private static final String[][] WIDTHS = {
    {"Mean width", "Mean opening size", ""}, {"D50 width", "Median opening size", ""},
  };

  private static final String[][] LABELS = {
    {"Objects", "Objects", ""}, {"Largest volume", "Volume of the largest object", ""},
  };

  private static final String[][] GRAPH = {
    {"Branches", "Branches of the skeleton", ""},
    {"Junctions", "Junctions of the skeleton", ""},
    {"End points", "End points of the skeleton", ""},
    {"Total length", "Length of the skeleton", ""},
    {"Mean branch length", "Mean length of a branch", ""},
  };

  private final Call call;
  private final WorkflowSteps steps;
  private final List<Quantity> quantities = new ArrayList<>();

  /** Of the steps that ran. */
  WorkflowSummary(Call call, WorkflowSteps steps) {
    this.call = call;
    this.steps = steps;
    add(WorkflowSteps.SHAPE, OBJECT);
    add(WorkflowSteps.SHAPE, call.image(Keys.MASK) != null ? MASK : IMAGE);
    add(WorkflowSteps.SHAPE, SHAPE);
    StepCall thickness = steps.of(WorkflowSteps.THICKNESS);
    if (thickness != null) {
      thickness.table().rows().forEach(this::addThickness);
    }
    addWidths();
    add(WorkflowSteps.LABELS, LABELS);
    add(WorkflowSteps.GRAPH, GRAPH);
  }

  private void addThickness(Map<String, Object> row) {
    String known = row.get("Known as").toString();
    String name = known.equals("Tb.Th") ? "Thickness" : "Separation";
    add(row, "Mean", name + ", mean", known);
    add(row, "Standard deviation", name + ", standard deviation", known + ".SD");
    add(row, "Median", name + ", median", "");
    add(row, "Largest", name + ", maximum", known + ".Max");
  }

  /** Of cubes and crosses along each axis where voxels are none. */
  private void addWidths() {
    boolean one =
        call.values().text("element").equals("ball") || !call.input().scale().anisotropic();
    for (String[] column : WIDTHS) {
      for (String axis : one ? new String[] {""} : new String[] {" x", " y", " z"}) {
        add(WorkflowSteps.GRANULOMETRY, new String[][] {{column[0] + axis, column[1] + axis, ""}});
      }
    }
  }

  /** Columns of the only row of a step, if it ran. */
  private void add(String step, String[][] columns) {
    if (steps.of(step) != null) {
      for (String[] column : columns) {
        add(steps.of(step).table().rows().get(0), column[0], column[1], column[2]);
      }
    }
  }

  /** Of the column with this heading, behind which its unit may stand in brackets. */
  private void add(Map<String, Object> row, String column, String name, String knownAs) {
    for (Map.Entry<String, Object> cell : row.entrySet()) {
      String heading = cell.getKey();
      if (WorkflowTables.isOf(heading, column)) {
        boolean plain = heading.equals(column);
        String unit = plain ? "" : heading.substring(column.length() + 2, heading.length() - 1);
        quantities.add(new Quantity(name, knownAs, cell.getValue(), unit));
        return;
      }
    }
    throw new IllegalStateException("no column " + column + " among " + row.keySet());
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
    Table.Row row = call.results().addRow(table, call.input().name());
    row.putLast("Threshold", number ? (Object) Double.valueOf(threshold) : threshold);
    for (Quantity quantity : quantities) {
      String unit = quantity.unit.isEmpty() ? "" : " (" + quantity.unit + ")";
      row.put(quantity.name + unit, quantity.value);
    }
    return table;
  }
}
