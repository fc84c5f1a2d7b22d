// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.measure.ResultsTable;
import ij.plugin.filter.Analyzer;
import java.util.HashMap;
import java.util.Map;

/**
 * Shows tables under their own names, apart from ImageJ's measurements. Where there are no windows
 * to find them by, the last one is ImageJ's Results, for what a macro does next: saveAs("Results",
 * ...), nResults, getResult(...).
 */
final class MenuTables {
  /** The tables of a session without windows. */
  private static final Map<String, ResultsTable> UNSEEN = new HashMap<>();

  /** Of ImageJ's Results when one of these tables became it; others may have added to it. */
  private static int rowsPut;

  private static String headingsPut = "";

  private MenuTables() {}

  /** Adds rows to the table of that title. */
  static void add(String title, Table table) {
    show(title, table, false);
  }

  /** Makes this the table of that title. */
  static void replace(String title, Table table) {
    show(title, table, true);
  }

  /** Adds rows to a further table, which only windows can show. */
  static void addBeside(String title, Table table) {
    if (IJ.getInstance() != null) {
      showWindow(title, table, false);
    }
  }

  private static void show(String title, Table table, boolean anew) {
    if (IJ.getInstance() != null) {
      showWindow(title, table, anew);
    } else {
      makeResults(title, table, anew);
    }
  }

  private static void showWindow(String title, Table table, boolean anew) {
    ResultsTable open = ResultsTable.getResultsTable(title);
    ResultsTable shown = open == null || anew ? new ResultsTable() : open;
    append(table, shown);
    shown.show(title);
  }

  private static void makeResults(String title, Table table, boolean anew) {
    ResultsTable results = ResultsTable.getResultsTable();
    if (isCleared(results)) {
      UNSEEN.clear(); // it is the only table that the macro sees
    }
    if (anew) {
      warnOfOthers(title, results);
      UNSEEN.remove(title);
    }
    ResultsTable shown = UNSEEN.computeIfAbsent(title, key -> new ResultsTable());
    append(table, shown);
    if (shown != results) {
      if (!anew) {
        warnOfOthers(title, results);
      }
      Analyzer.setResultsTable(shown);
    }
    shown.showRowNumbers(true); // as Results has them
    rowsPut = shown.size();
    headingsPut = shown.getColumnHeadings();
  }

  /** Whether the macro has begun anew, and perhaps measured since. */
  private static boolean isCleared(ResultsTable results) {
    return results.getLastColumn() < 0
        || UNSEEN.containsValue(results) && !results.getColumnHeadings().startsWith(headingsPut);
  }

  /** Rows that a macro measured by other commands do not vanish without a word. */
  private static void warnOfOthers(String title, ResultsTable results) {
    boolean own = UNSEEN.containsValue(results);
    int others = own ? results.size() - rowsPut : results.size();
    if (others > 0) {
      IJ.log(
          title
              + ": its table is now Results, which had "
              + others
              + (others == 1 ? " row" : " rows")
              + " of other commands; save such rows before");
    }
  }

  private static void append(Table table, ResultsTable results) {
    results.setNaNEmptyCells(true); // images in different units have different columns
    table.appendTo(results);
  }
}
