// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.ImagePlus;
import ij.gui.Plot;
import ij.macro.Interpreter;
import ij.measure.ResultsTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** ImageJ's windows, which open when the operation has ended well. */
final class MenuDisplay implements Display {
  /** Of the Java heap; the rest is for what the table is made from. */
  private static final int SHOWN_PART = 2;

  private final String title;
  private final Call call;
  private final List<Runnable> results = new ArrayList<>();
  private final List<Runnable> images = new ArrayList<>();
  private final Set<String> inWindows = new HashSet<>(); // notes, in the command's own table

  private final Set<String> ofSummaries = new LinkedHashSet<>(); // notes

  /** Of what is opened on request alone: empty in macros. */
  private final List<Runnable> more = new ArrayList<>();

  private final boolean onRequest;

  /**
   * Of a call.
   *
   * @param onRequest whether what lies beside the main results is opened on request alone
   */
  MenuDisplay(String title, Call call, boolean onRequest) {
    this.title = title;
    this.call = call;
    this.onRequest = onRequest;
  }

  /** Where what lies beside the main results goes. */
  private List<Runnable> beside() {
    return onRequest ? more : results;
  }

  /** What the status bar says of windows that are not opened; empty if all are. */
  String more() {
    return more.isEmpty() ? "" : "; Bitvox More Results opens " + more.size() + " more";
  }

  /** Images last: the newest is the current one for what comes next. */
  void present() {
    results.forEach(Runnable::run);
    images.forEach(Runnable::run);
    if (onRequest) {
      MoreResults.keep(more);
    }
  }

  /** Whether a table in a window has it. */
  boolean hasNote(String note) {
    return inWindows.contains(note);
  }

  /** The notes of summaries, each with all that its table says. */
  Set<String> notesOfSummaries() {
    return ofSummaries;
  }

  /**
   * First the slice that the input shows, if there are as many, else the middle one; of a series
   * the first.
   */
  private void show(ImagePlus image, boolean series) {
    if (image != null) {
      image.setTitle(Titles.unused(image.getTitle()));
      image.show();
      WindowPlace.beside(image.getWindow());
      OpenImage input = call.input() instanceof OpenImage ? (OpenImage) call.input() : null;
      int slices = image.getStackSize();
      boolean alike = input != null && input.stackSize() == slices;
      if (series) {
        return;
      }
      if (image.getNChannels() * image.getNFrames() == 1) {
        image.setSlice(alike ? input.shownSlice() : (slices + 1) / 2);
      } else if (alike) {
        image.setPosition(input.shownSlice());
      } else {
        image.setPosition(1, (image.getNSlices() + 1) / 2, 1);
      }
    }
  }

  private String titleOf(Table table) {
    return table.isOfSlices() ? title + " Slices" : title;
  }

  @Override
  public void showTable(Table table, boolean written) {
    if (IJ.getInstance() != null) {
      inWindows.addAll(table.notes());
    }
    results.add(() -> MenuTables.add(titleOf(table), table));
  }

  @Override
  public void showLongTable(Table table) {
    if (fits(title, table)) {
      // While it can still be stopped, and while what its rows are made of is there.
      ResultsTable filled = MenuTables.filled(table, call.progress());
      results.add(() -> MenuTables.replace(title, filled));
    }
  }

  @Override
  public void showLongTableBeside(String ending, Supplier<Table> table) {
    if (IJ.getInstance() != null) {
      Table made = table.get();
      if (fits(title + ending, made)) {
        ResultsTable filled = MenuTables.filled(made, call.progress());
        beside().add(() -> MenuTables.replaceBeside(title + ending, filled));
      }
    }
  }

  /** Says of a table that is too long for a window that it is not shown; files take all. */
  private boolean fits(String name, Table table) {
    long heap = Runtime.getRuntime().maxMemory();
    boolean fits = table.shownBytes() < heap / SHOWN_PART;
    if (!fits) {
      call.messages()
          .note(
              "the table "
                  + name
                  + " is not shown: "
                  + Failures.needs("it", table.shownBytes())
                  + " of the Java heap, which has "
                  + (heap >> 20)
                  + " MiB; a macro or the command line can write it to a file");
    }
    return fits;
  }

  /** Beside the table that is looked at, or not yet open: so the log has its notes as well. */
  @Override
  public void showSummary(Table table) {
    if (IJ.getInstance() != null && table.has("Note")) {
      ofSummaries.addAll(table.notes());
    }
    beside().add(() -> MenuTables.addBeside(titleOf(table) + " Summary", table));
  }

  @Override
  public void showTableBeside(String ending, Table table) {
    if (IJ.getInstance() != null && !onRequest) {
      inWindows.addAll(table.notes());
    }
    beside().add(() -> MenuTables.add(title + ending, table));
  }

  @Override
  public void showPlot(String plotTitle, Function<String, Plot> plot) {
    if (IJ.getInstance() != null && !Interpreter.isBatchMode()) {
      results.add(() -> WindowPlace.beside(plot.apply(Titles.unused(plotTitle)).show()));
      if (call.input() instanceof OpenImage) {
        results.add(
            ((OpenImage) call.input())::select); // what comes next is about it, not the plot
      }
    }
  }

  @Override
  public void showOther(Runnable showing) {
    results.add(showing);
  }

  @Override
  public void showImage(Supplier<ImagePlus> image) {
    ImagePlus made = image.get(); // while it can still be stopped
    images.add(() -> show(made, false));
  }

  @Override
  public void showImageBeside(Supplier<ImagePlus> image) {
    ImagePlus made = image.get();
    (onRequest ? more : images).add(() -> show(made, false));
  }

  @Override
  public void showSlices(ResultImage image) {
    image.collect();
    images.add(
        () -> {
          ImagePlus made = image.image();
          if (made != null && image.unitOfBar() != null && IJ.getInstance() != null) {
            ColourBar.add(made, image.unitOfBar());
          }
          show(made, image.isSeries());
        });
  }
}
