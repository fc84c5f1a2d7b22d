// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.macro.Variable;
import ij.measure.ResultsTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of the columns of a table of ImageJ, which puts new ones behind all others: so the
 * statistics that a later row alone has would stand behind its settings and its note.
 */
final class ColumnOrder {
  private ColumnOrder() {}

  /** The headings that a table shows, in order. */
  static List<String> of(ResultsTable table) {
    List<String> headings = new ArrayList<>();
    for (int column = 0; column <= table.getLastColumn(); column++) {
      if (table.columnExists(column)) {
        headings.add(table.getColumnHeading(column));
      }
    }
    return headings;
  }

  /** Those of a table with those of further rows: a new one stands before what follows it there. */
  static List<String> with(List<String> table, List<String> rows) {
    List<String> all = new ArrayList<>(table);
    int place = all.size();
    for (int i = rows.size() - 1; i >= 0; i--) {
      int known = all.indexOf(rows.get(i));
      if (known < 0) {
        all.add(place, rows.get(i));
      } else {
        place = known;
      }
    }
    return all;
  }

  /**
   * Lays the columns of a table anew, which stays the one that its window and macros have. Those
   * that ImageJ's own measurements have too may have their place before all others.
   */
  static void set(ResultsTable table, List<String> order) {
    if (of(table).equals(order)) {
      return;
    }
    Map<String, Variable[]> columns = new LinkedHashMap<>();
    order.forEach(heading -> columns.put(heading, table.getColumnAsVariables(heading)));
    String[] labels = new String[table.size()];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = table.getLabel(row);
    }
    boolean ofMeasurements = hasHeadingsOfMeasurements(table);
    table.reset();
    if (ofMeasurements) {
      table.setDefaultHeadings();
    }
    columns.forEach(table::setColumn);
    for (int row = 0; row < labels.length; row++) {
      if (labels[row] != null) {
        table.setLabel(labels[row], row);
      }
    }
  }

  private static boolean hasHeadingsOfMeasurements(ResultsTable table) {
    ResultsTable own = new ResultsTable();
    own.setDefaultHeadings();
    int last = ResultsTable.LAST_HEADING;
    return own.getColumnHeading(last).equals(table.getColumnHeading(last));
  }
}
