// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of the page of benchmarks, and of README, are those of docs/benchmarks.csv. */
class BenchmarksTest {
  private static final Path DATA = Paths.get("docs/benchmarks.csv");

  /** How the name of another program stands behind what both do: "WHAT: PROGRAM". */
  private static final String BY = ": ";

  private static final String GPU = "H200";

  /** A line of the file. */
  private static final class Row {
    final String what;
    final String size;
    final String machine;
    final String floor;
    final String measured;
    final String aim;
    final String commit;
    final String date;

    Row(String line) {
      String[] cells = cells(line);
      assertEquals(8, cells.length, line);
      what = cells[0];
      size = cells[1];
      machine = cells[2];
      floor = cells[3];
      measured = cells[4];
      aim = cells[5];
      commit = cells[6];
      date = cells[7];
    }

    /** Cells with commas are quoted. */
    private static String[] cells(String line) {
      List<String> cells = new ArrayList<>();
      for (String part : line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
        cells.add(part.replace("\"", ""));
      }
      return cells.toArray(new String[0]);
    }
  }

  private static List<Row> rows() throws IOException {
    return Files.readAllLines(DATA).stream().skip(1).map(Row::new).collect(Collectors.toList());
  }

  @Test
  void everyRowHasWhatWasMeasuredAndWhen() throws IOException {
    for (Row row : rows()) {
      assertTrue(row.what.length() * row.size.length() * row.machine.length() > 0, row.what);
      assertTrue(middle(row.measured) > 0, row.what);
      assertTrue(row.floor.isEmpty() || middle(row.floor) > 0, row.what);
      assertTrue(row.aim.isEmpty() || middle(row.aim) > 0, row.what);
      assertTrue(row.commit.matches("[0-9a-f]{7}"), row.what);
      assertTrue(row.date.matches("\\d{4}-\\d\\d-\\d\\d"), row.what);
    }
  }

  @Test
  void thePagesHaveTheTableBesideOtherPrograms() throws IOException {
    List<Row> rows = rows();
    StringBuilder table = new StringBuilder("| Command | Image | Beside | Its time | Bitvox |");
    table.append(" Faster | Cores | Bitvox, H200 |\n|---|---|---|---|---|---|---|---|\n");
    for (Row other : rows) {
      int by = other.what.indexOf(BY);
      if (by < 0 || other.machine.contains(GPU)) continue;
      String what = other.what.substring(0, by);
      Row own = find(rows, what, other.size, other.machine);
      String gpu =
          rows.stream()
              .filter(row -> row.what.equals(what) && row.size.equals(other.size))
              .filter(row -> row.machine.startsWith(GPU))
              .map(row -> time(row.measured))
              .findFirst()
              .orElse("");
      double ratio = middle(other.measured) / middle(own.measured);
      String[] cells = {
        what,
        other.size,
        other.what.substring(by + BY.length()),
        time(other.measured),
        time(own.measured),
        digits(2, ratio) + " x",
        other.machine,
        gpu
      };
      table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    expect("docs/benchmarks.md", table.toString());
    expect("README.md", table.toString());
  }

  /** Of each command the largest image. */
  @Test
  void thePageHasTheTableOfWholeCalls() throws IOException {
    List<Row> calls =
        rows().stream()
            .filter(row -> row.machine.equals("H200, whole call"))
            .collect(Collectors.toList());
    StringBuilder table = new StringBuilder("| Whole call on an H200 | Size | Time | Aim |\n");
    table.append("|---|---|---|---|\n");
    for (int i = 0; i < calls.size(); i++) {
      Row row = calls.get(i);
      if (i + 1 < calls.size() && calls.get(i + 1).what.equals(row.what)) continue;
      String aim = row.aim.isEmpty() ? "" : time(row.aim);
      String[] cells = {row.what, row.size, time(row.measured), aim};
      table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    expect("docs/benchmarks.md", table.toString());
  }

  private static Row find(List<Row> rows, String what, String size, String machine) {
    for (Row row : rows) {
      if (row.what.equals(what) && row.size.equals(size) && row.machine.equals(machine)) return row;
    }
    throw new AssertionError("no row: " + what + ", " + size + ", " + machine);
  }

  private static void expect(String page, String table) throws IOException {
    String text = Files.readString(Paths.get(page));
    assertTrue(text.contains(table), "put this table into " + page + ":\n" + table);
  }

  /** Of LOW..HIGH the geometric mean. */
  private static double middle(String range) {
    String[] ends = range.split("\\.\\.");
    return Math.sqrt(Double.parseDouble(ends[0]) * Double.parseDouble(ends[ends.length - 1]));
  }

  private static String digits(int count, double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(count));
    return rounded.stripTrailingZeros().toPlainString();
  }

  private static String time(String range) {
    String[] ends = range.split("\\.\\.");
    boolean seconds = Double.parseDouble(ends[0]) >= 1000;
    for (int i = 0; i < ends.length; i++) {
      double value = Double.parseDouble(ends[i]);
      if (seconds) ends[i] = digits(3, value / 1000);
    }
    return String.join(" to ", ends) + (seconds ? " s" : " ms");
  }
}
