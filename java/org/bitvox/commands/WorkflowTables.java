// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bitvox.calls.Table;

/** Tables of commands on the page of a workflow, which has room for some of their rows. */
final class WorkflowTables {
  /** Of a long table. */
  private static final int ROWS = 10;

  /** Columns that say nothing within a report. */
  private static final List<String> LEFT_OUT =
      Collections.unmodifiableList(
          Arrays.asList(
              "Image",
              "Note",
              "Backend",
              "Threshold",
              "Per slice",
              "Directions",
              "Connectivity",
              "Min size",
              "Max size",
              "Largest",
              "No border",
              "Shortest",
              "Loops"));

  /** A table of one column that is longer stands in two parts, side by side. */
  private static final int LONGEST = 12;

  private final WorkflowPage page;

  /** On this page. */
  WorkflowTables(WorkflowPage page) {
    this.page = page;
  }

  /** A table of few rows, with a column each. */
  void addRows(Table table, String file) {
    List<Map<String, Object>> found = table.rows();
    List<List<?>> rows = new ArrayList<>();
    for (String heading : found.get(0).keySet()) {
      List<Object> cells = found.stream().map(row -> row.get(heading)).collect(Collectors.toList());
      boolean empty = cells.stream().allMatch(cell -> String.valueOf(cell).isEmpty());
      if (!empty && !LEFT_OUT.contains(heading)) {
        cells.add(0, heading);
        rows.add(cells);
      }
    }
    if (found.size() == 1 && rows.size() > LONGEST) {
      int half = (rows.size() + 1) / 2;
      page.figures().table(Collections.emptyList(), rows.subList(0, half));
      page.table(Collections.emptyList(), rows.subList(half, rows.size())).endOfFigures();
    } else {
      page.table(Collections.emptyList(), rows);
    }
    page.paragraph("Unrounded in " + file + ".");
  }

  /** The rows with the largest numbers in a column; some of the columns. */
  void addLargest(Table table, String by, String what, String file, String... columns) {
    if (table == null || table.rows().isEmpty()) {
      page.paragraph(table == null ? "All " + what + " are in " + file + "." : "");
      return;
    }
    List<Map<String, Object>> rows = new ArrayList<>(table.rows());
    List<String> headings =
        rows.get(0).keySet().stream()
            .filter(heading -> Arrays.stream(columns).anyMatch(name -> isOf(heading, name)))
            .collect(Collectors.toList());
    String key = headings.stream().filter(heading -> isOf(heading, by)).findFirst().get();
    rows.sort((a, b) -> Double.compare(number(b.get(key)), number(a.get(key))));
    List<List<?>> shown = new ArrayList<>();
    for (Map<String, Object> row : rows.subList(0, Math.min(ROWS, rows.size()))) {
      shown.add(headings.stream().map(row::get).collect(Collectors.toList()));
    }
    page.table(headings, shown);
    boolean all = rows.size() <= ROWS;
    page.paragraph(
        (all ? "All " : "The " + ROWS + " largest of " + WorkflowPage.shown(rows.size()) + " ")
            + (what + (all ? ", unrounded in " : "; all are in ") + file + "."));
  }

  /** Whether a heading is that of a column, behind which its unit may stand in brackets. */
  static boolean isOf(String heading, String name) {
    return heading.equals(name) || heading.startsWith(name + " (");
  }

  private static double number(Object cell) {
    return ((Number) cell).doubleValue();
  }
}
