// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.ImagePlus;
import ij.measure.ResultsTable;
import ij.plugin.filter.Analyzer;
import ij.process.ByteProcessor;
import ij.process.ImageProcessor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without windows; with them in tests/launch. */
class MenuTablesTest {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  private static ResultsTable results() {
    return ResultsTable.getResultsTable();
  }

  private static Table rows(String heading, double... values) {
    Table table = new Table();
    for (double value : values) {
      table.addRow().put(heading, value);
    }
    return table;
  }

  private void logged(Runnable action) {
    PrintStream out = System.out;
    System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setOut(out);
    }
  }

  private void add(String title, Table table) {
    logged(() -> MenuTables.add(title, table));
  }

  private void replace(String title, Table table) {
    logged(() -> MenuTables.replace(title, MenuTables.filled(table, ProgressListener.NONE)));
  }

  private static void assertColumn(String heading, double... values) {
    assertEquals(values.length, results().size());
    assertEquals(heading, results().getColumnHeadings().trim().split("\t")[0]);
    assertEquals(Arrays.toString(values), Arrays.toString(results().getColumn(heading)));
  }

  private void assertLog(String text) {
    assertEquals(text, log.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"));
  }

  @BeforeEach
  void clear() {
    results().reset();
  }

  @Test
  void everyCommandHasATableOfItsOwn() {
    replace("Curve", rows("n", 0, 1, 2));
    add("Images", rows("Voxels", 7));
    assertColumn("Voxels", 7);
    replace("Curve", rows("n", 0, 1));
    assertColumn("n", 0, 1);
    add("Images", rows("Voxels", 9));
    assertColumn("Voxels", 7, 9);
    assertLog("");
  }

  @Test
  void clearingResultsClearsAll() {
    add("Images", rows("Voxels", 7));
    replace("Curve", rows("n", 0, 1, 2));
    results().reset();
    add("Images", rows("Voxels", 9));
    assertColumn("Voxels", 9);
    assertLog("");
  }

  @Test
  void rowsMeasuredAfterClearingAreOthers() {
    add("Images", rows("Voxels", 7));
    results().reset();
    results().addRow();
    results().addValue("Area", 3);
    add("Images", rows("Voxels", 9));
    assertColumn("Voxels", 9);
    assertLog(
        "Images: its table is now Results, which had 1 row of other commands; save such rows"
            + " before\n");
  }

  @Test
  void aTableWithoutRowsClearsNothing() {
    add("Images", rows("Voxels", 7));
    replace("Branches", new Table(Arrays.asList("Skeleton", "Length")));
    assertEquals(0, results().size());
    assertTrue(results().columnExists("Length"));
    add("Images", rows("Voxels", 9));
    assertColumn("Voxels", 7, 9);
  }

  @Test
  void rowsOfOthersDoNotVanishWithoutAWord() {
    results().addRow();
    results().addValue("Area", 3);
    add("Images", rows("Voxels", 7));
    assertColumn("Voxels", 7);
    String one = "Images: its table is now Results, which had 1 row";
    String rest = " of other commands; save such rows before\n";
    assertLog(one + rest);
    results().addRow(); // ImageJ's Measure goes on below
    results().addRow();
    add("Images", rows("Voxels", 9));
    assertEquals(4, results().size());
    assertLog(one + rest);
    results().addRow();
    replace("Curve", rows("n", 0));
    assertLog(one + rest + one.replace("Images", "Curve") + rest);
    results().addRow();
    results().addRow();
    replace("Curve", rows("n", 0));
    assertColumn("n", 0);
    assertTrue(
        log.toString(StandardCharsets.UTF_8).replace("\r\n", "\n").endsWith("had 2 rows" + rest));
  }

  /** What "Measure" does, which leaves its own row alone where there are no windows. */
  private void measure() {
    ImageProcessor pixels = new ByteProcessor(3, 2);
    Analyzer measurement = new Analyzer(new ImagePlus("a", pixels));
    logged(() -> measurement.run(pixels));
    log.reset();
  }

  @Test
  void measurementsLeaveTheTablesAsTheyAre() {
    add("Images", rows("Voxels", 7));
    add("Images", rows("Voxels", 8));
    replace("Curve", rows("n", 0, 1));
    measure();
    assertEquals(6, results().getValue("Area", 0));
    add("Images", rows("Voxels", 9));
    assertColumn("Voxels", 7, 8, 9);
    assertLog(
        "Images: its table is now Results, which had 1 row of other commands; save such rows"
            + " before\n");
    measure();
    measure();
    add("Images", rows("Voxels", 10));
    assertColumn("Voxels", 7, 8, 9, 10);
    results().reset();
    measure();
    add("Images", rows("Voxels", 11));
    assertColumn("Voxels", 11);
  }

  /** "Slice" is one of ImageJ's own headings. */
  @Test
  void aTableMayHaveColumnsThatMeasurementsHave() {
    add("Slices", rows("Slice", 1, 2));
    add("Images", rows("Voxels", 7));
    add("Slices", rows("Slice", 1));
    assertColumn("Slice", 1, 2, 1);
    assertLog("");
    measure();
    add("Slices", rows("Slice", 2));
    assertColumn("Slice", 1, 2, 1, 2);
  }

  /** A macro may add columns of its own. */
  @Test
  void whatAMacroAddsStays() {
    add("Images", rows("Voxels", 7));
    results().setValue("Sample", 0, 3);
    add("Images", rows("Voxels", 8));
    assertColumn("Voxels", 7, 8);
    assertEquals(3, results().getValue("Sample", 0));
    assertLog("");
  }

  @Test
  void imagesInOtherUnitsHaveOtherColumns() {
    add("Images", rows("Width (mm)", 2));
    add("Images", rows("Width (voxels)", 3));
    assertColumn("Width (mm)", 2, Double.NaN);
    assertEquals(3, results().getValue("Width (voxels)", 1));
    assertTrue(Double.isNaN(results().getValue("Width (voxels)", 0)));
  }

  private static Table row(String... headings) {
    Table table = new Table();
    Table.Row row = table.addRow();
    for (String heading : headings) {
      row.put(heading, heading.equals("Kind") ? "a" : heading.length());
    }
    row.putLast("Bins", 3).putLast("Backend", "avx2").putLast("Note", "few");
    return table;
  }

  private static String headings() {
    return results().getColumnHeadings().trim();
  }

  /** As in its window, in which a wide table shows its note. */
  @Test
  void columnsHaveTheOrderOfTheWindow() {
    add("Images", row("r"));
    assertEquals("r\tBins\tNote\tBackend", headings());
  }

  /** Statistics stand before what they were made with, also if a later row alone has them. */
  @Test
  void newColumnsStandWhereTheirRowHasThem() {
    add("Images", row("r"));
    results().setValue("Sample", 0, 0.125); // of a macro
    results().setLabel("first", 0);
    add("Images", row("Kind", "r", "Rank", "Slope"));
    String headings = "Label\tKind\tr\tRank\tSlope\tBins\tNote\tBackend\tSample";
    assertEquals(headings, headings());
    assertEquals("1\tfirst\t \t1\t \t \t3\tfew\tavx2\t0.125000", row(0));
    assertEquals("2\t \ta\t1\t4\t5\t3\tfew\tavx2\t ", row(1));
    add("Images", row("r", "Slope"));
    assertEquals(headings, headings());
    assertEquals("3\t \t \t1\t \t5\t3\tfew\tavx2\t ", row(2));
    assertLog("");
    measure(); // which knows its own headings
    add("Images", row("r"));
    assertEquals(4, results().size());
  }

  private static String row(int index) {
    return results().getRowAsString(index).replaceAll("\t(?=\t|$)", "\t ");
  }

  /** Their new columns come behind those of the units before. */
  @Test
  void columnsOfOtherUnitsStayBeforeTheNote() {
    add("Images", row("Width (mm)", "Area (mm^2)"));
    add("Images", row("Width (voxels)", "Area (voxels)"));
    assertEquals(
        "Width (mm)\tArea (mm^2)\tWidth (voxels)\tArea (voxels)\tBins\tNote\tBackend", headings());
  }
}
