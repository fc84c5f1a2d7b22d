// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.WindowManager;
import ij.measure.ResultsTable;
import ij.plugin.filter.Analyzer;
import java.awt.Dimension;
import java.awt.Frame;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bitvox.ProgressListener;

/**
 * Shows tables under their own names, apart from ImageJ's measurements. Where there are no windows
 * to find them by, the last one is ImageJ's Results, for what a macro does next: saveAs("Results",
 * ...), nResults, getResult(...).
 */
final class MenuTables {
  /** Of a new window, in pixels, if the screen has them. */
  private static final int WIDTH = 1200;

  /** The tables of a session without windows. */
  private static final Map<String, ResultsTable> UNSEEN = new HashMap<>();

  /** The one of them that ImageJ's Results became last; others may have added to it. */
  private static ResultsTable put = new ResultsTable();

  /** A copy of it as it was then. */
  private static ResultsTable copy = new ResultsTable();

  private MenuTables() {}

  /** Adds rows to the table of that title. */
  static void add(String title, Table table) {
    if (IJ.getInstance() != null) {
      showWindow(title, table);
    } else {
      makeResults(
          title,
          () -> {
            ResultsTable shown = UNSEEN.computeIfAbsent(title, key -> newTable());
            append(table.forWindow(), shown, ProgressListener.NONE);
            return shown;
          });
    }
  }

  /** Makes this the table of that title. */
  static void replace(String title, ResultsTable filled) {
    if (IJ.getInstance() != null) {
      showWindow(title, filled);
    } else {
      makeResults(
          title,
          () -> {
            UNSEEN.put(title, filled);
            return filled;
          });
    }
  }

  /** Adds rows to a further table, which only windows can show. */
  static void addBeside(String title, Table table) {
    if (IJ.getInstance() != null) {
      showWindow(title, table);
    }
  }

  /** Makes this the further table of that title. */
  static void replaceBeside(String title, ResultsTable table) {
    if (IJ.getInstance() != null) {
      showWindow(title, table);
    }
  }

  /** A table to be shown; the listener may stop it, by a CancellationException. */
  static ResultsTable filled(Table table, ProgressListener listener) {
    ResultsTable filled = IJ.getInstance() != null ? new ResultsTable() : newTable();
    append(table, filled, listener);
    return filled;
  }

  private static void showWindow(String title, Table table) {
    ResultsTable open = ResultsTable.getResultsTable(title);
    ResultsTable shown = open == null ? new ResultsTable() : open;
    append(table.forWindow(), shown, ProgressListener.NONE);
    showWindow(title, shown);
  }

  private static void showWindow(String title, ResultsTable shown) {
    boolean wide = WindowManager.getFrame(title) != null;
    shown.show(title);
    Frame window = WindowManager.getFrame(title);
    if (!wide && window != null) {
      WindowPlace.below(window, sizeFor(window, shown.size()));
    }
  }

  /** Of a new window: one of ImageJ's size has room for few results, and too much for few rows. */
  private static Dimension sizeFor(Frame window, int rows) {
    int width = Math.min(WIDTH, IJ.getScreenSize().width);
    int height = Math.min(window.getHeight(), 150 + 25 * Math.min(rows, 100));
    return new Dimension(Math.max(window.getWidth(), width), height);
  }

  private static void makeResults(String title, Supplier<ResultsTable> made) {
    ResultsTable results = ResultsTable.getResultsTable();
    int others = rowsOfOthers(results);
    if (isCleared(results)) {
      UNSEEN.clear(); // it is the only table that the macro sees
    } else if (isMeasuredInto(results)) {
      UNSEEN.replaceAll((name, own) -> own == results ? copy : own);
    }
    ResultsTable shown = made.get();
    if (shown != results) {
      warnOfOthers(title, others);
      Analyzer.setResultsTable(shown);
      ShownDigits.set(shown); // ImageJ has set its own
    }
    shown.showRowNumbers(true); // as Results has them
    put = shown;
    copy = (ResultsTable) shown.clone();
  }

  /** ImageJ's Measure begins a table anew that does not know its headings. */
  private static ResultsTable newTable() {
    ResultsTable table = new ResultsTable();
    table.setDefaultHeadings();
    return table;
  }

  /** Whether the macro has begun anew, and perhaps measured since. */
  private static boolean isCleared(ResultsTable results) {
    return results.getLastColumn() < 0
        || results == put
            && Arrays.stream(copy.getHeadings())
                .noneMatch((String heading) -> results.columnExists(heading));
  }

  /**
   * Whether ImageJ's own commands have measured into it. Without windows its Measure leaves only
   * its own row.
   */
  private static boolean isMeasuredInto(ResultsTable results) {
    for (int column = 0; column <= ResultsTable.LAST_HEADING; column++) {
      if (results.columnExists(column) && !copy.columnExists(column)) {
        return true;
      }
    }
    return false;
  }

  /** Rows that a macro measured by other commands. */
  private static int rowsOfOthers(ResultsTable results) {
    if (results != put) {
      return results.size();
    }
    int added = results.size() - copy.size();
    return added <= 0 && isMeasuredInto(results) ? results.size() : Math.max(0, added);
  }

  /** They do not vanish without a word. */
  private static void warnOfOthers(String title, int others) {
    if (others > 0) {
      IJ.log(
          title
              + ": its table is now Results, which had "
              + others
              + (others == 1 ? " row" : " rows")
              + " of other commands; save such rows before");
    }
  }

  private static void append(Table table, ResultsTable results, ProgressListener listener) {
    results.setNaNEmptyCells(true); // images in different units have different columns
    List<String> before = ColumnOrder.of(results);
    table.appendTo(results, listener);
    if (!before.isEmpty()) {
      ResultsTable rows = new ResultsTable();
      table.appendTo(rows, listener);
      ColumnOrder.set(results, ColumnOrder.with(before, ColumnOrder.of(rows)));
      ShownDigits.set(results);
    }
  }
}
