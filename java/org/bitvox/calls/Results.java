// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.Plot;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bitvox.files.ImageFiles;
import org.bitvox.files.OutputFiles;
import org.bitvox.files.PngFiles;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Settings;

/**
 * Where the results of an operation go. A key that a result has names the file to which it is
 * written, if one was asked for; in ImageJ the result is shown as well, on the command line some
 * are printed. Files appear, and results are shown, after the operation has ended without a
 * failure.
 */
public final class Results {
  private final Call call;
  private final OutputFiles files;
  private final Display display;

  Results(Call call, OutputFiles files, Display display) {
    this.call = call;
    this.files = files;
    this.display = display;
  }

  // ---- Tables --------------------------------------------------------------------------------

  /** A new row of a table about an image: behind its results stand the settings of the run. */
  public Table.Row addRow(Table table, String image) {
    return addSettings(table.addRow().put("Image", image));
  }

  /** Puts the settings of the run behind a row's results. */
  public Table.Row addSettings(Table.Row row) {
    Settings.cells(
            call.parameters(),
            call.values(),
            key -> call.image(key) != null ? call.image(key).name() : "")
        .forEach(row::putLast);
    return row;
  }

  /** One row per image: added to the command's table in ImageJ, printed on the command line. */
  public void table(String key, Table table) throws IOException {
    table.note(call.scaleNote());
    write(key, table);
    display.showTable(table, files.has(key));
  }

  /** A long table of one image: takes the place of the one before in ImageJ; not printed. */
  public void longTable(String key, Table table) throws IOException {
    write(key, table);
    display.showLongTable(table);
  }

  /** The same of a table that native code writes: to the file goes what that does. */
  public void longTable(String key, Table table, OutputFiles.Writing writing) throws IOException {
    files.write(key, writing);
    display.showLongTable(table);
  }

  /**
   * A long table of one image beside that one, which only windows and files have.
   *
   * @param ending of its title
   * @param table makes it, for each of them
   */
  public void longTableBeside(String key, String ending, Supplier<Table> table) throws IOException {
    files.write(key, path -> table.get().write(path, call.progress()));
    display.showLongTableBeside(ending, table);
  }

  /** One row per image beside a long table: added to a table of its own, or printed. */
  public void summary(String key, Table table) throws IOException {
    table.note(call.scaleNote());
    write(key, table);
    display.showSummary(table);
  }

  /**
   * Rows about something else than the command's own table has: added to another one, or printed.
   *
   * @param ending of its title
   */
  public void tableBeside(String key, String ending, Table table) throws IOException {
    table.note(call.scaleNote());
    write(key, table);
    display.showTableBeside(ending, table);
  }

  /** Says on the command line alone what was done, where ImageJ's windows show it. */
  public void print(Table table) {
    display.print(table);
  }

  private void write(String key, Table table) throws IOException {
    files.write(key, path -> table.write(path, call.progress()));
  }

  // ---- Pictures ------------------------------------------------------------------------------

  /**
   * A plot: a PNG, and a window where there are windows.
   *
   * @param plot makes it, with the title that it is to have
   */
  public void plot(String key, String title, Function<String, Plot> plot) throws IOException {
    files.write(key, path -> PngFiles.write(() -> picture(plot.apply(title)), path));
    display.showPlot(title, plot);
  }

  private static BufferedImage picture(Plot plot) {
    return plot.getImagePlus().getProcessor().getBufferedImage();
  }

  /** An image in memory, written with all that ImageJ keeps about it. */
  public void show(String key, Supplier<ImagePlus> image) throws IOException {
    files.write(key, path -> ImageFiles.write(image.get(), path, call.progress()));
    display.showImage(image);
  }

  /** The same of one that lies beside another one, which most look at. */
  public void showBeside(String key, Supplier<ImagePlus> image) throws IOException {
    files.write(key, path -> ImageFiles.write(image.get(), path, call.progress()));
    display.showImageBeside(image);
  }

  /** An image that is only shown. */
  public void show(Supplier<ImagePlus> image) {
    display.showImage(image);
  }

  /** Whatever else ImageJ can show of the results; done after all has gone well. */
  public void showElsewhere(Runnable showing) {
    display.showOther(showing);
  }

  /**
   * A new image, to be filled slice by slice before the operation ends.
   *
   * @param title of its window
   */
  public ResultImage newImage(String key, String title, StackFormat format) throws IOException {
    ResultImage image =
        new ResultImage(
            title,
            format,
            files.has(key) ? files.stack(key, format) : display.receiver(key),
            call.progress());
    display.showSlices(image);
    call.needs(image);
    return image;
  }

  /** The same of a new image, which is not shown either. */
  public String drop(String key, ResultImage image) {
    image.shownIf(false);
    return drop(key, "");
  }

  // ---- Other files ---------------------------------------------------------------------------

  /**
   * A file that there is nothing to write to after all: one of that name stays as it is.
   *
   * @param why in words; may be empty
   * @return a sentence about it for the user; empty if the file was not asked for
   */
  public String drop(String key, String why) {
    if (!files.has(key)) {
      return "";
    }
    String name = call.values().text(key);
    String before = new File(name).exists() ? "; the file of that name is from before" : "";
    files.drop(key);
    return name + " is not written" + (why.isEmpty() ? "" : ": " + why) + before + ".";
  }

  /** Writes a file of another kind, if it was asked for. */
  public void write(String key, OutputFiles.Writing writing) throws IOException {
    files.write(key, writing);
  }

  /** Where the lines of a text go as they come; null if it was not asked for. */
  public Consumer<String> lines(String key) throws IOException {
    return files.has(key) ? files.lines(key) : null;
  }

  /** Where to write the files of the folder that a key names, which was given. */
  public Path folder(String key) {
    return files.folder(key);
  }

  /** Where that folder will be when the operation has ended well. */
  public Path place(String key) {
    return files.place(key);
  }
}
