// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.ImagePlus;
import ij.gui.Plot;
import ij.macro.Interpreter;
import ij.measure.ResultsTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** A call from ImageJ's menu or a macro: images are open ones, results are shown in windows. */
final class MenuCall extends Call {
  /** Of the Java heap; the rest is for what the table is made from. */
  private static final int SHOWN_PART = 2;

  private final String title;
  private final Parameters parameters;
  private final ProgressListener progress;
  private final List<Runnable> results = new ArrayList<>();
  private final List<Supplier<ImagePlus>> images = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> inWindows = new HashSet<>(); // notes, in the command's own table
  private String lastWords = "done";

  MenuCall(String title, Parameters parameters, Values values) {
    super(parameters, values);
    this.title = title;
    this.parameters = parameters;
    progress = new EscapeListener(title);
    values.unused().forEach(this::note);
    if (values.declares("threshold") && values.isSet("threshold")) {
      note("foreground is what is red in the image: threshold=" + values.text("threshold"));
    }
  }

  @Override
  Map<String, InputImage> open(List<String> keys) {
    Map<String, InputImage> open = new LinkedHashMap<>();
    for (String key : keys) {
      boolean input = key.equals("input");
      if (input || values().has(key)) {
        ImagePlus image =
            values().has(key) ? OpenImages.named(values().text(key)) : OpenImage.current();
        open.put(key, new OpenImage(image, values(), progress));
        note(Selection.fate(image, input, parameters, values()));
        note(input ? LiveThreshold.fate(image, parameters, values()) : "");
        if (input && Selection.counts(image, parameters, values())) {
          open.put(Keys.MASK, new OpenImage(Selection.mask(image), values(), progress));
        }
      }
    }
    return open;
  }

  /** Images last: the newest is the current one for what comes next. */
  @Override
  void present() {
    results.forEach(Runnable::run);
    for (Supplier<ImagePlus> image : images) {
      show(image.get());
    }
    for (String note : notes) {
      if (!inWindows.contains(note)) { // the log would open over the table
        IJ.log(title + ": " + note);
      }
    }
    IJ.showProgress(1.0);
    IJ.showStatus(title + ": " + lastWords);
  }

  /** First the slice that the input shows, if there are as many, else the middle one. */
  private void show(ImagePlus image) {
    if (image != null) {
      image.setTitle(Titles.unused(image.getTitle()));
      image.show();
      OpenImage input = input() instanceof OpenImage ? (OpenImage) input() : null;
      int slices = image.getStackSize();
      boolean alike = input != null && input.stackSize() == slices;
      if (image.getNChannels() * image.getNFrames() == 1) {
        image.setSlice(alike ? input.shownSlice() : (slices + 1) / 2);
      } else if (alike) {
        image.setPosition(input.shownSlice());
      } else {
        image.setPosition(1, (image.getNSlices() + 1) / 2, 1);
      }
    }
  }

  @Override
  public ProgressListener progress() {
    return progress;
  }

  @Override
  public void print(Table table) {}

  @Override
  public void say(String text) {
    results.add(() -> IJ.log(text));
  }

  @Override
  public void announce(String sentence) {
    IJ.log(title + ": " + sentence);
    IJ.showStatus(title + ": " + sentence);
  }

  @Override
  public void note(String sentence) {
    if (!sentence.isEmpty()) {
      notes.add(sentence);
    }
  }

  @Override
  public void done(String words) {
    lastWords = words;
  }

  private String titleOf(Table table) {
    return table.isOfSlices() ? title + " Slices" : title;
  }

  @Override
  void showTable(Table table, boolean written) {
    if (IJ.getInstance() != null) {
      inWindows.addAll(table.notes());
    }
    results.add(() -> MenuTables.add(titleOf(table), table));
  }

  @Override
  void showLongTable(Table table) {
    if (fits(title, table)) {
      results.add(() -> MenuTables.replace(title, table));
    }
  }

  @Override
  void showLongTableBeside(String ending, Supplier<Table> table) {
    if (IJ.getInstance() != null) {
      Table made = table.get();
      if (fits(title + ending, made)) {
        ResultsTable filled = MenuTables.filled(made, progress); // while it can still be stopped
        results.add(() -> MenuTables.replaceBeside(title + ending, filled));
      }
    }
  }

  /** Says of a table that is too long for a window that it is not shown; files take all. */
  private boolean fits(String name, Table table) {
    long heap = Runtime.getRuntime().maxMemory();
    boolean fits = table.shownBytes() < heap / SHOWN_PART;
    if (!fits) {
      note(
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

  /** Beside the table that is looked at, so that the log has its notes as well. */
  @Override
  void showSummary(Table table) {
    results.add(() -> MenuTables.addBeside(titleOf(table) + " Summary", table));
  }

  @Override
  void showPlot(String title, Function<String, Plot> plot) {
    if (IJ.getInstance() != null && !Interpreter.isBatchMode()) {
      results.add(() -> plot.apply(Titles.unused(title)).show());
      if (input() instanceof OpenImage) {
        results.add(((OpenImage) input())::select); // what comes next is about it, not the plot
      }
    }
  }

  @Override
  void showOther(Runnable showing) {
    results.add(showing);
  }

  @Override
  void showImage(Supplier<ImagePlus> image) {
    ImagePlus made = image.get(); // while it can still be stopped
    images.add(() -> made);
  }

  @Override
  void showSlices(ResultImage image) {
    image.collect();
    images.add(image::image);
  }
}
