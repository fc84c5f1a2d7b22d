// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.ResultsTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A table of numbers and texts; ImageJ's table and the CSV file are both made from it. */
final class Table {
  private static final int SHOWN_DECIMALS = 6;

  /** The cells of a row, by heading. */
  static final class Row {
    private final Map<String, Object> cells = new LinkedHashMap<>();

    /** Adds a cell: a number or a text. */
    Row put(String heading, Object value) {
      cells.put(heading, value);
      return this;
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final List<String> headings;

  /** A table that has rows. */
  Table() {
    this(Collections.emptyList());
  }

  /** A table that may stay without rows; they would have these headings. */
  Table(List<String> headings) {
    this.headings = headings;
  }

  /** Adds a row, to be filled with the same headings as the others. */
  Row addRow() {
    Row row = new Row();
    rows.add(row);
    return row;
  }

  /** UTF-8 text with commas and decimal points in every locale, numbers unrounded. */
  String csv() {
    StringBuilder text =
        new StringBuilder(line(rows.isEmpty() ? headings : rows.get(0).cells.keySet()));
    rows.forEach(row -> text.append(line(row.cells.values())));
    return text.toString();
  }

  private static String line(Iterable<?> cells) {
    List<String> line = new ArrayList<>();
    cells.forEach(cell -> line.add(quoted(text(cell))));
    return line.stream().collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** A whole number without a decimal point, any other so that it reads back as the same. */
  private static String text(Object cell) {
    if (cell instanceof Double) {
      double value = (Double) cell;
      if (value == Math.rint(value) && Math.abs(value) < 1e15) {
        return Long.toString((long) value);
      }
    }
    return cell.toString();
  }

  /** The first row for a terminal: "heading: value" a line, without the empty cells. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    rows.get(0)
        .cells
        .forEach(
            (heading, cell) -> {
              if (!cell.equals("")) {
                lines.append(heading).append(": ").append(text(cell)).append('\n');
              }
            });
    return lines.toString();
  }

  /** Appends the rows to a table of ImageJ, which holds the same numbers and shows them rounded. */
  void appendTo(ResultsTable table) {
    for (Row row : rows) {
      table.addRow();
      row.cells.forEach(
          (heading, cell) -> {
            if (cell instanceof Number) {
              double value = ((Number) cell).doubleValue();
              table.addValue(heading, value);
              if (value != Math.rint(value)) {
                table.setDecimalPlaces(table.getColumnIndex(heading), SHOWN_DECIMALS);
              }
            } else {
              table.addValue(heading, cell.toString());
            }
          });
    }
  }
}
