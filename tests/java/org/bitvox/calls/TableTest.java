// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ij.measure.ResultsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
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

  @Test
  void namesWithLineFeedsStayInTheirLine() {
    Table table = new Table();
    table.addRow().put("Image", "a\nVoxels: 5").put("Width (a\nb)", 7);
    assertEquals("Image: a\\nVoxels: 5\nWidth (a\\nb): 7\n", table.lines());
    assertEquals("Image,\"Width (a\nb)\"\n\"a\nVoxels: 5\",7\n", table.csv());
  }

  /** A long table is asked for often whether it is still wanted, and not once at its end. */
  @Test
  void writingALongTableCanBeStopped(@TempDir Path folder) throws IOException {
    Table table = new Table();
    for (int i = 0; i < 20_000; i++) {
      table.addRow().put("n", i).put("Square", (double) i * i);
    }
    int[] asked = {0};
    ProgressListener stops =
        new ProgressListener() {
          @Override
          public boolean keepGoing(long done, long total) {
            return true;
          }

          @Override
          public boolean isStopped() {
            return ++asked[0] > 3;
          }
        };
    Path file = folder.resolve("t.csv");
    assertThrows(CancellationException.class, () -> table.write(file, stops));
    assertTrue(Files.size(file) < table.csv().length() / 4, Files.size(file) + " bytes");
    table.write(file, ProgressListener.NONE);
    assertEquals(table.csv(), Files.readString(file));
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals("0,0.1", table().csv().split("\n")[1].substring(0, 5));
      assertEquals("n: 0\ns(n): 0.1\nName, all: a \"b\"\nV: 1099511627776\n", table().lines());
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
    assertEquals("a \"b\"", results.getStringValue("Name, all", 2));
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
    assertEquals("b", shown.getStringValue("Name, all", 2));
    assertEquals(5, shown.getValue("W", 2));
  }
}
