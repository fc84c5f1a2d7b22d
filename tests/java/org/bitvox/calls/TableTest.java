// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.ResultsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.bitvox.ProgressListener;
import org.bitvox.Stops;
import org.bitvox.files.CsvFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
  /** Settings are known first, and a result of the same name says more. */
  @Test
  void resultsStandBeforeWhatTheyWereMadeWith() {
    Table table = new Table();
    Table.Row row = table.addRow().put("Image", "a");
    row.putLast("Phase", "both").putLast("Max radius", 5);
    row.put("Phase", "foreground").put("Mean", 7).putLast("Note", "");
    assertEquals("Image,Phase,Mean,Max radius,Note\na,foreground,7,5,\n", table.csv());
    ResultsTable shown = new ResultsTable();
    table.appendTo(shown);
    assertEquals("Image\tPhase\tMean\tMax radius\tNote", shown.getColumnHeadings().trim());
  }

  /** Files have it last. */
  @Test
  void windowsHaveTheNoteSecondToLast() {
    Table table = new Table();
    table.addRow().put("BV/TV", 0.2).putLast("Edges", "clipped").putLast("Backend", "avx2");
    assertSame(table, table.forWindow()); // without a note
    table = new Table();
    Table.Row row = table.addRow().put("BV/TV", 0.2).putLast("Edges", "clipped");
    row.putLast("Backend", "avx2").putLast("Note", "small");
    assertEquals("BV/TV,Edges,Note,Backend\n0.2,clipped,small,avx2\n", table.forWindow().csv());
    assertEquals("BV/TV,Edges,Backend,Note\n0.2,clipped,avx2,small\n", table.csv());
  }

  private static Table table() {
    Table table = new Table();
    table.addRow().put("n", 0).put("s(n)", 0.1).put("Name, all", "a \"b\"").put("V", 1L << 40);
    table.addRow().put("n", 1).put("s(n)", 2.0).put("Name, all", "").put("V", 3L);
    return table;
  }

  @Test
  void csvHasOneHeaderAndUnroundedNumbers() {
    assertEquals(
        "n,s(n),\"Name, all\",V\n0,0.1,\"a \"\"b\"\"\",1099511627776\n1,2,,3\n", table().csv());
    Table third = new Table();
    third.addRow().put("x", 1.0 / 3).put("y", 1e-7).put("z", 1e300);
    assertEquals("x,y,z\n0.3333333333333333,1.0E-7,1.0E300\n", third.csv());
  }

  /** Spreadsheets compute what begins like a formula; numbers stay numbers. */
  @Test
  void textsThatSpreadsheetsWouldComputeAreMarked() {
    Table table = new Table();
    table.addRow().put("Image", "=1+2").put("A", "@x").put("B", "-cmd|x").put("C", "+a,b");
    table.addRow().put("Image", "a=b").put("A", -0.5).put("B", "-5..1e3").put("C", "-1,2");
    table.addRow().put("Image", "'=").put("A", "-Infinity").put("B", "-").put("C", "+");
    table.addRow().put("Image", "\t=a").put("A", Double.NEGATIVE_INFINITY).put("B", "").put("C", 1);
    table
        .addRow()
        .put("Image", "-1 to 2e3")
        .put("A", "-1.5 and more")
        .put("B", "-1 to A1")
        .put("C", 2);
    assertEquals(
        "Image,A,B,C\n'=1+2,'@x,'-cmd|x,\"'+a,b\"\na=b,-0.5,-5..1e3,\"-1,2\"\n"
            + "'=,-Infinity,-,+\n'\t=a,-Infinity,,1\n-1 to 2e3,-1.5 and more,'-1 to A1,2\n",
        table.csv());
  }

  /** What is read back has no mark, and the table of many images has one. */
  @Test
  void theMarkIsNoPartOfTheText(@TempDir Path folder) throws IOException {
    Table table = new Table();
    table.addRow().put("Image", "=1+2").put("A", "-cmd|x").put("B", "'a");
    Path file = folder.resolve("a.csv");
    table.write(file, ProgressListener.NONE);
    CsvFile read = CsvFile.read(file, "a.csv");
    assertEquals("=1+2", read.text(1, "Image"));
    assertEquals("-cmd|x", read.text(1, "A"));
    assertEquals("'a", read.text(1, "B"));
  }

  @Test
  void namesWithLineFeedsStayInTheirLine() {
    Table table = new Table();
    table.addRow().put("Image", "a\nVoxels: 5").put("Width (a\nb)", 7);
    assertEquals("Image: a\\nVoxels: 5\nWidth (a\\nb): 7\n", table.lines());
    assertEquals("Image,\"Width (a\nb)\"\n\"a\nVoxels: 5\",7\n", table.csv());
  }

  /** ImageJ saves headings as they are, and so a comma in one would move all behind it. */
  @Test
  void imagejReadsBackWhatItSaves(@TempDir Path folder) throws IOException {
    Table table = new Table(List.of("Width (a, b)", "Area\t(c)", "Name", "V"));
    table.addRow().put("Width (a, b)", 7).put("Area\t(c)", 1).put("Name", "x, y").put("V", 0.671);
    table.addRow().put("Width (a, b)", 8).put("V", 0.5);
    ResultsTable shown = new ResultsTable();
    table.appendTo(shown);
    String file = folder.resolve("t.csv").toString();
    shown.save(file);
    ResultsTable read = ResultsTable.open(file);
    assertEquals("Width (a; b)\tArea (c)\tName\tV", read.getColumnHeadings().trim());
    assertEquals(0.671, read.getValue("V", 0));
    assertEquals("x, y", read.getStringValue("Name", 0));
    assertEquals(0.5, read.getValue("V", 1));
  }

  /** A long table is asked for often whether it is still wanted, and not once at its end. */
  @Test
  void writingALongTableCanBeStopped(@TempDir Path folder) throws IOException {
    Table table = new Table();
    for (int i = 0; i < 20_000; i++) {
      table.addRow().put("n", i).put("Square", (double) i * i);
    }
    int[] asked = {0};
    ProgressListener stops = Stops.when(() -> ++asked[0] > 3);
    Path file = folder.resolve("t.csv");
    assertThrows(CancellationException.class, () -> table.write(file, stops));
    assertTrue(Files.size(file) < table.csv().length() / 4, Files.size(file) + " bytes");
    table.write(file, ProgressListener.NONE);
    assertEquals(table.csv(), Files.readString(file));
  }

  /** As many rows as a file may have; none of them stays. */
  @Test
  void rowsAreMadeAsTheyAreWrittenOrShown(@TempDir Path folder) throws IOException {
    int[] made = {0};
    Table table =
        Table.ofRows(
            List.of("n", "Square"),
            3,
            i -> {
              made[0]++;
              return new Table.Row().put("n", i).put("Square", i * i);
            });
    assertEquals(0, made[0]);
    Path file = folder.resolve("t.csv");
    table.write(file, ProgressListener.NONE);
    assertEquals("n,Square\n0,0\n1,1\n2,4\n", Files.readString(file));
    ResultsTable shown = new ResultsTable();
    table.appendTo(shown);
    assertEquals(4, shown.getValue("Square", 2));
    assertTrue(made[0] > 5, "rows are kept: only " + made[0] + " were made");
    assertEquals("n,Square\n", Table.ofRows(List.of("n", "Square"), 0, i -> null).csv());
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals("0,0.1", table().csv().split("\n")[1].substring(0, 5));
      assertEquals(
          "n: 0\ns(n): 0.1\nName, all: a \"b\"\nV: 1099511627776\n\nn: 1\ns(n): 2\nV: 3\n",
          table().lines());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void imageJsTableHasTheSameNumbers() {
    ResultsTable results = new ResultsTable();
    table().appendTo(results);
    table().appendTo(results);
    assertEquals(4, results.size());
    assertEquals(0.1, results.getValue("s(n)", 0));
    assertEquals(1L << 40, results.getValue("V", 2));
    assertEquals("a \"b\"", results.getStringValue("Name; all", 2));
  }

  @Test
  void aCellThatARowDoesNotHaveIsNoNumber() {
    ResultsTable results = new ResultsTable();
    table().appendTo(results);
    ResultsTable shown = (ResultsTable) results.clone(); // as a window keeps it
    Table other = new Table();
    other.addRow().put("Name, all", "b").put("W", 5);
    other.appendTo(shown);
    assertEquals(Double.NaN, shown.getValue("s(n)", 2));
    assertEquals(Double.NaN, shown.getValue("V", 2));
    assertEquals("b", shown.getStringValue("Name; all", 2));
    assertEquals(5, shown.getValue("W", 2));
  }

  private static Table of(String heading, double... values) {
    Table table = new Table();
    for (double value : values) {
      table.addRow().put(heading, value);
    }
    return table;
  }

  private static String shown(double... values) {
    ResultsTable results = new ResultsTable();
    of("x", values).appendTo(results);
    StringBuilder shown = new StringBuilder();
    for (int row = 0; row < results.size(); row++) {
      shown.append(' ').append(results.getStringValue("x", row));
    }
    return shown.substring(1);
  }

  @Test
  void imageJShowsFiveSignificantDigitsOfEveryNumber() {
    assertEquals("0.000012188", shown(1.2187603688690643E-5));
    assertEquals("0.00010712 7.04512346", shown(1.0712e-4, 7.0451234567));
    assertEquals("3.14159E-8 2.50000E0 0.00000E0", shown(3.1415926e-8, 2.5, 0));
    assertEquals("7.045123 -2.000000 Infinity", shown(7.0451234567, -2, 1.0 / 0));
    assertEquals("3 4294967297", shown(3, 4294967297.0));
    assertEquals("3.141592654E12", shown(3141592653589.0));
    assertEquals("3.14159E12 5.00000E-1", shown(3141592653589.5, 0.5));
    assertEquals("0 NaN", shown(0, Double.NaN));
  }

  @Test
  void columnsThatARowDoesNotHaveAreEmpty() {
    ResultsTable results = new ResultsTable();
    results.setNaNEmptyCells(true);
    of("x", 0.5, Double.NaN).appendTo(results);
    of("y", 2).appendTo(results);
    of("x", Double.NaN, 3).appendTo(results);
    String all = "";
    for (int row = 0; row < results.size(); row++) {
      all += results.getStringValue("x", row) + "|" + results.getStringValue("y", row) + " ";
    }
    assertEquals("0.500000| NaN| |2 NaN| 3.000000| ", all);
  }
}
