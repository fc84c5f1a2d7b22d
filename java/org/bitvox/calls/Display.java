// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.Plot;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bitvox.SliceReceiver;

/** Where results go besides files: windows, standard output. By default nowhere. */
interface Display {
  /** Said where ImageJ's windows show it already. */
  default void print(Table table) {}

  /** Written says whether it is in a file too. */
  default void showTable(Table table, boolean written) {}

  default void showLongTable(Table table) {}

  default void showLongTableBeside(String ending, Supplier<Table> table) {}

  default void showSummary(Table table) {}

  default void showTableBeside(String ending, Table table) {}

  default void showPlot(String title, Function<String, Plot> plot) {}

  default void showImage(Supplier<ImagePlus> image) {}

  /** The same of one that lies beside another one. */
  default void showImageBeside(Supplier<ImagePlus> image) {}

  default void showSlices(ResultImage image) {}

  default void showOther(Runnable showing) {}

  /** Where the slices of an image go that is not written to a file; null for nowhere. */
  default SliceReceiver receiver(String key) {
    return null;
  }
}
