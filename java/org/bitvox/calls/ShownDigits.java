// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.ResultsTable;

/** How many digits the columns of a table of ImageJ show, and write to a file. */
final class ShownDigits {
  private static final int SIGNIFICANT = 5;
  private static final int LEAST_DECIMALS = 6;

  /** ImageJ has no more in a column; its negative numbers of decimals are scientific notation. */
  private static final int MOST_DECIMALS = 9;

  /** ImageJ shows larger numbers with four digits, unless they are in scientific notation. */
  private static final double LARGEST_PLAIN = 1e12;

  private ShownDigits() {}

  /** Every number has five significant digits or more; whole ones have all, up to ten. */
  static void set(ResultsTable table) {
    for (int column = 0; column <= table.getLastColumn(); column++) {
      if (table.columnExists(column) && table.size() > 0) {
        table.setDecimalPlaces(column, decimals(table.getColumnAsDoubles(column)));
      }
    }
  }

  private static int decimals(double[] values) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    boolean whole = true;
    for (double value : values) {
      double size = Math.abs(value);
      if (size > 0 && size < Double.POSITIVE_INFINITY) {
        least = Math.min(least, size);
        most = Math.max(most, size);
        whole &= value == Math.rint(value);
      }
    }
    if (whole) {
      return most < LARGEST_PLAIN ? 0 : -MOST_DECIMALS;
    }
    int needed = SIGNIFICANT - 1 - (int) Math.floor(Math.log10(least));
    return needed > MOST_DECIMALS || most >= LARGEST_PLAIN
        ? -SIGNIFICANT
        : Math.max(needed, LEAST_DECIMALS);
  }
}
