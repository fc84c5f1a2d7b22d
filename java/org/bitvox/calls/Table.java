// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.ResultsTable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.bitvox.ProgressListener;
import org.bitvox.files.Csv;
import org.bitvox.files.StoppableStream;

/** A table of numbers and texts; ImageJ's table and the CSV file are both made from it. */
public final class Table {
  /** The cells of a row, by heading. */
  public static final class Row {
    private final Map<String, Object> results = new LinkedHashMap<>();
    private final Map<String, Object> circumstances = new LinkedHashMap<>();

    /** Adds a cell: a number or a text. It goes before a setting of the same heading. */
    public Row put(String heading, Object value) {
      results.put(heading, value);
      circumstances.remove(heading);
      return this;
    }

    /** Adds a cell about how the results were found, which stands behind all of them. */
    public Row putLast(String heading, Object value) {
      circumstances.put(heading, value);
      return this;
    }

    private void note(String sentence) {
      if (circumstances.containsKey(NOTE)) {
        circumstances.put(NOTE, Notes.of(sentence, "" + circumstances.get(NOTE)));
      }
    }

    /** The same with the note second to last, where the end of a wide window shows it. */
    private Row forWindow() {
      Row row = new Row();
      row.results.putAll(results);
      row.circumstances.putAll(circumstances);
      List<String> headings = new ArrayList<>(circumstances.keySet());
      int last = headings.size() - 1;
      if (last > 0 && headings.get(last).equals(NOTE)) {
        String before = headings.get(last - 1);
        Object value = row.circumstances.remove(before);
        row.circumstances.put(before, value);
      }
      return row;
    }

    /** Not to be changed. */
    private Map<String, Object> cells() {
      if (circumstances.isEmpty()) {
        return results;
      }
      Map<String, Object> cells = new LinkedHashMap<>(results);
      cells.putAll(circumstances);
      return cells;
    }
  }

  private static final String NOTE = "Note";

  /** Measured, of numbers and texts of 16 letters. */
  private static final long BYTES_OF_SHOWN_CELL = 70;

  private final List<Row> rows;
  private final List<String> headings;
  private boolean printedAsCsv;
  private boolean ofSlices;

  /** A table that has rows. */
  public Table() {
    this(Collections.emptyList());
  }

  /** A table that may stay without rows; they would have these headings. */
  public Table(List<String> headings) {
    this(headings, new ArrayList<>());
  }

  private Table(List<String> headings, List<Row> rows) {
    this.headings = headings;
    this.rows = rows;
  }

  /**
   * A table whose rows are made, by their index, as often as they are asked for, one after the
   * other, and not kept: there may be more of them than the memory holds.
   */
  public static Table ofRows(List<String> headings, int rows, IntFunction<Row> row) {
    return new Table(
        headings,
        new AbstractList<Row>() {
          @Override
          public Row get(int index) {
            return row.apply(index);
          }

          @Override
          public int size() {
            return rows;
          }
        });
  }

  /** Adds a row, to be filled with the same headings as the others. */
  public Row addRow() {
    Row row = new Row();
    rows.add(row);
    return row;
  }

  /** Adds a sentence to the column Note, where the table has one; none if it is empty. */
  void note(String sentence) {
    if (!sentence.isEmpty() && rows instanceof ArrayList) { // others are made again each time
      rows.forEach(row -> row.note(sentence));
    }
  }

  /** Has a row a slice: the command line prints them as CSV, unless they go to a file. */
  public Table printedAsCsv() {
    printedAsCsv = true;
    return this;
  }

  /** Has the columns of slices, not of volumes: in ImageJ its rows are in a table of their own. */
  public Table ofSlices() {
    ofSlices = true;
    return this;
  }

  /** The cells of every row by heading, in order. */
  public List<Map<String, Object>> rows() {
    return rows.stream()
        .map(row -> Collections.unmodifiableMap(row.cells()))
        .collect(Collectors.toList());
  }

  /** About how much a window of ImageJ needs to show it: numbers and texts, and its lines. */
  long shownBytes() {
    int columns = rows.isEmpty() ? 0 : rows.get(0).cells().size();
    return BYTES_OF_SHOWN_CELL * columns * rows.size();
  }

  /** The same in the order of columns that ImageJ's tables have. */
  Table forWindow() {
    return has(NOTE)
        ? new Table(headings, rows.stream().map(Row::forWindow).collect(Collectors.toList()))
        : this;
  }

  boolean isOfSlices() {
    return ofSlices;
  }

  boolean isPrintedAsCsv() {
    return printedAsCsv;
  }

  boolean has(String heading) {
    return !rows.isEmpty() && rows.get(0).cells().containsKey(heading);
  }

  /** What the column Note has in the rows. */
  Set<String> notes() {
    return rows.stream()
        .map(row -> String.valueOf(row.cells().get("Note")))
        .collect(Collectors.toSet());
  }

  /** Text with commas and decimal points in every locale, numbers unrounded. */
  public String csv() {
    StringWriter text = new StringWriter();
    try {
      writeCsv(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not of a text in memory
    }
    return text.toString();
  }

  /**
   * The same in UTF-8.
   *
   * @param listener may stop it, by a CancellationException
   */
  public void write(Path path, ProgressListener listener) throws IOException {
    try (Writer out = StoppableStream.text(path, StandardCharsets.UTF_8, listener)) {
      writeCsv(out);
    }
  }

  private void writeCsv(Writer out) throws IOException {
    out.write(line(rows.isEmpty() ? headings : rows.get(0).cells().keySet()));
    for (Row row : rows) {
      out.write(line(row.cells().values()));
    }
  }

  private static String line(Iterable<?> cells) {
    StringJoiner line = new StringJoiner(",", "", "\n");
    for (Object cell : cells) {
      String text = text(cell);
      line.add(cell instanceof Number ? text : Csv.quoted(text)); // there may be millions
    }
    return line.toString();
  }

  /** A whole number without a decimal point, any other so that it reads back as the same. */
  public static String text(Object cell) {
    if (cell instanceof Double) {
      double value = (Double) cell;
      if (value == Math.rint(value) && Math.abs(value) < 1e15) {
        return Long.toString((long) value);
      }
    }
    return cell.toString();
  }

  /** For a terminal. */
  String printed() {
    return printedAsCsv ? csv() : lines();
  }

  /** "heading: value" a line, without the empty cells; an empty line between rows. */
  String lines() {
    return rows.stream().map(Table::lines).collect(Collectors.joining("\n"));
  }

  private static String lines(Row row) {
    StringBuilder lines = new StringBuilder();
    row.cells()
        .forEach(
            (heading, cell) -> {
              if (!cell.equals("")) {
                lines.append(OneLine.of(heading + ": " + text(cell))).append('\n');
              }
            });
    return lines.toString();
  }

  /** Appends the rows to a table of ImageJ; cells that a row does not have are empty there. */
  void appendTo(ResultsTable table) {
    appendTo(table, ProgressListener.NONE);
  }

  /** The same, which the listener may stop, by a CancellationException. */
  void appendTo(ResultsTable table, ProgressListener listener) {
    // The same headings as those of the rows, if there are rows.
    headings.forEach(heading -> table.getFreeColumn(shownHeading(heading)));
    for (Row row : rows) {
      listener.throwIfStopped();
      table.addRow();
      Map<String, Object> cells = new LinkedHashMap<>();
      row.cells().forEach((heading, cell) -> cells.put(shownHeading(heading), cell));
      cells.forEach((heading, cell) -> append(table, heading, cell));
      for (int column = 0; column <= table.getLastColumn(); column++) {
        if (table.columnExists(column) && !cells.containsKey(table.getColumnHeading(column))) {
          table.setValue(column, table.size() - 1, "");
        }
      }
    }
    ShownDigits.set(table);
  }

  /**
   * A heading without what ends one: ImageJ saves it as it is, and a comma in it would give all
   * columns behind it the names of their neighbours. Units and names of classes may have one.
   */
  private static String shownHeading(String heading) {
    return heading.replace(',', ';').replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
  }

  private static void append(ResultsTable table, String heading, Object cell) {
    boolean isNew = !table.columnExists(heading);
    double value = cell instanceof Number ? ((Number) cell).doubleValue() : Double.NaN;
    if (Double.isNaN(value)) {
      table.addValue(heading, cell.toString()); // "NaN" too, which else is empty beside texts
    } else {
      table.addValue(heading, value);
    }
    int before = table.size() - 2;
    if (isNew && before >= 0) {
      table.setValue(heading, before, ""); // and so in all rows above
    }
  }
}
