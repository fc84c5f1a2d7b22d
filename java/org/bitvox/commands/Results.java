// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.measure.ResultsTable;
import ij.plugin.filter.Analyzer;

/** Shows tables in ImageJ's windows. */
final class Results {
  private Results() {}

  /** Adds rows to the Results table. */
  static void append(Table table) {
    ResultsTable results = ResultsTable.getResultsTable();
    table.appendTo(results);
    results.show("Results");
  }

  /** Makes a long table the Results table, unless the user wants to keep what is there. */
  static void replace(Table table) {
    if (Analyzer.resetCounter()) { // asks whether to save other measurements
      ResultsTable.getResultsTable().reset();
      append(table);
    }
  }

  /** Adds rows to the table of that title. */
  static void append(String title, Table table) {
    ResultsTable results = ResultsTable.getResultsTable(title);
    if (results == null) {
      results = new ResultsTable();
      results.setNaNEmptyCells(true); // images in different units have different columns
    }
    table.appendTo(results);
    if (IJ.getInstance() != null) { // saveAs("Results", ...) saves the table in front
      results.show(title);
    }
  }
}
