// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.Plot;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;
import org.bitvox.UnsuitableImageException;
import org.bitvox.files.ImageFiles;
import org.bitvox.files.InputFiles;
import org.bitvox.files.OutputFiles;
import org.bitvox.files.PngFiles;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Settings;
import org.bitvox.parameters.Values;

/**
 * What an operation sees of the outside: its values, the images that it reads, and where its
 * results go. A key that a result has names the file to which it is written, if one was asked for;
 * in ImageJ the result is shown as well, on the command line some are printed.
 *
 * <p>The images are open and the outputs begun before the operation runs. Files appear, and results
 * are shown, after it has ended without a failure. What it reads is locked meanwhile and freed
 * afterwards.
 */
public abstract class Call implements AutoCloseable {
  private final Parameters parameters;
  private final Values values;
  private final Map<String, InputImage> images = new LinkedHashMap<>();
  private final Map<String, Path> files = new LinkedHashMap<>();
  private OutputFiles outputs;
  private BinaryVolume mask;
  private final HeapNeeds heap = new HeapNeeds();

  Call(Parameters parameters, Values values) {
    this.parameters = parameters;
    this.values = values;
  }

  /** Opens and locks the inputs, checks and begins the outputs. */
  final void begin() throws IOException {
    images.putAll(open(parameters.keys(Parameter.Kind.IMAGE)));
    for (String key : parameters.keys(Parameter.Kind.FILE)) {
      if (values.has(key)) {
        files.put(key, InputFiles.existing(values.text(key)));
      }
    }
    List<Path> inputs = new ArrayList<>(files.values());
    for (InputImage image : images.values()) {
      image.lock();
      inputs.addAll(image.files());
    }
    for (String key : parameters.keysOfSameSize()) {
      noteScale(images.get(key));
    }
    outputs =
        OutputFiles.begin(
            values,
            parameters.keys(Parameter.Kind.OUTPUT),
            parameters.folders(),
            inputs,
            progress());
    begun(outputs);
  }

  /** Voxel lies on voxel: the other image's own size of a voxel, which may be wrong, is unused. */
  private void noteScale(InputImage other) {
    Scale own = input().scale();
    if (other != null && !own.sameAs(other.scale())) {
      noteOfInput(
          "Voxels of "
              + input().name()
              + " are "
              + own.words()
              + ", those of "
              + other.name()
              + " "
              + other.scale().words()
              + "; the former size is used.");
    }
  }

  /** The images that the keys name, by key. */
  abstract Map<String, InputImage> open(List<String> keys) throws IOException;

  /**
   * The operation has ended well: files appear, results are shown. Who stops it until then has no
   * file; afterwards it can no longer be stopped.
   */
  final void finish() throws IOException {
    outputs.complete();
    if (!progress().keepGoing(1, 1)) {
      throw new CancellationException("stopped");
    }
    outputs.commit();
    present();
  }

  abstract void present();

  /** The outputs are begun; nothing is in them yet. */
  void begun(OutputFiles begun) {}

  /**
   * Tells, before it is there, what the operation keeps in the Java heap beside slices.
   *
   * @param what it is, in words for the user
   * @throws OutOfMemoryError if the Java heap can never hold so many bytes
   */
  public final void needs(String what, long bytes) {
    heap.add(what, bytes);
  }

  /** Says which image is not as the operation needs it, and what is in it. */
  UnsuitableImageException explained(UnsuitableImageException failure) throws IOException {
    UnsuitableImageException explained =
        new UnsuitableImageException(FoundValues.sentence(failure.getMessage(), images.values()));
    explained.initCause(failure);
    return explained;
  }

  /** Says what needs how much Java heap, where it was the Java heap that was too small. */
  final OutOfMemoryError explained(OutOfMemoryError failure) {
    return heap.explained(failure, images.values());
  }

  /** Frees all that was read, unlocks it, and removes files that are not finished. */
  @Override
  public final void close() {
    images.values().forEach(InputImage::close);
    if (outputs != null) {
      outputs.close();
    }
  }

  /** The values of the operation's keys. */
  public final Values values() {
    return values;
  }

  /** The image that the operation works on. */
  public final InputImage input() {
    return image("input");
  }

  /** The image that a key names; null where it is optional and not given. */
  public final InputImage image(String key) {
    return images.get(key);
  }

  /**
   * Which voxels are counted: the foreground of {@code mask=}, in ImageJ else what is selected in
   * the input. The whole input decides what objects, openings, balls and distances are.
   *
   * @return null for all
   * @throws IllegalArgumentException if its size is not the input's, or it has no foreground
   */
  public BinaryVolume mask() throws IOException {
    InputImage image = image(Keys.MASK);
    if (mask == null && image != null) {
      image.requireSizeOf(input());
      mask = image.mask();
      if (mask.isEmpty(progress())) {
        throw new IllegalArgumentException(
            image.name()
                + " is empty as a mask: it has no voxel of value 255, so nothing is counted");
      }
    }
    return mask;
  }

  /** The file that a key of another kind names; null where it is not given. */
  public final Path file(String key) {
    return files.get(key);
  }

  /** Where to write the files of the folder that a key names, which was given. */
  public final Path folder(String key) {
    return outputs.folder(key);
  }

  /** Where that folder will be when the operation has ended well. */
  public final Path place(String key) {
    return outputs.place(key);
  }

  /** To be told of the operation's progress; stops it when the user wants that. */
  public abstract ProgressListener progress();

  /** A new row of a table about an image: behind its results stand the settings of the run. */
  public final Table.Row addRow(Table table, String image) {
    return addSettings(table.addRow().put("Image", image));
  }

  /** Puts the settings of the run behind a row's results. */
  public final Table.Row addSettings(Table.Row row) {
    Settings.cells(parameters, values, key -> images.containsKey(key) ? image(key).name() : "")
        .forEach(row::putLast);
    return row;
  }

  /** A row an image: added to the command's table in ImageJ, printed on the command line. */
  public final void table(String key, Table table) throws IOException {
    outputs.write(key, path -> table.write(path, progress()));
    showTable(table, outputs.has(key));
  }

  /** A long table of one image: takes the place of the one before in ImageJ; not printed. */
  public final void longTable(String key, Table table) throws IOException {
    outputs.write(key, path -> table.write(path, progress()));
    showLongTable(table);
  }

  /**
   * A long table of one image beside that one, which only windows and files have.
   *
   * @param ending of its title
   * @param table makes it, for each of them
   */
  public final void longTableBeside(String key, String ending, Supplier<Table> table)
      throws IOException {
    outputs.write(key, path -> table.get().write(path, progress()));
    showLongTableBeside(ending, table);
  }

  /** A row an image beside a long table: added to a table of its own, or printed. */
  public final void summary(String key, Table table) throws IOException {
    outputs.write(key, path -> table.write(path, progress()));
    showSummary(table);
  }

  /** Says on the command line alone what was done, where ImageJ's windows show it. */
  public abstract void print(Table table);

  /** The answer of an operation that has nothing else: in ImageJ's log, or printed. */
  public abstract void say(String text);

  /** A sentence that the user is to see before the operation goes on. */
  public void announce(String sentence) {}

  /** A sentence that the user must see, or empty. A table that has a column Note has it too. */
  public abstract void note(String sentence);

  /** A sentence about an image that was read, which no table has. */
  void noteOfInput(String sentence) {
    note(sentence);
  }

  /** The last words of a run in ImageJ's status bar; "done" where there are none. */
  public abstract void done(String words);

  /** The same, where a backend did the work. */
  public final void ranOn(String backend) {
    done("done (" + backend + ")");
  }

  /** Which backend did the work, and its note. */
  public final void ran(RunReport report) {
    note(report.note());
    ranOn(report.backend());
  }

  /**
   * A plot: a PNG, and a window where there are windows.
   *
   * @param plot makes it, with the title that it is to have
   */
  public final void plot(String key, String title, Function<String, Plot> plot) throws IOException {
    outputs.write(key, path -> PngFiles.write(() -> picture(plot.apply(title)), path));
    showPlot(title, plot);
  }

  private static BufferedImage picture(Plot plot) {
    return plot.getImagePlus().getProcessor().getBufferedImage();
  }

  /** An image in memory, written with all that ImageJ keeps about it. */
  public final void show(String key, Supplier<ImagePlus> image) throws IOException {
    outputs.write(key, path -> ImageFiles.write(image.get(), path, progress()));
    showImage(image);
  }

  /** An image that is only shown. */
  public final void show(Supplier<ImagePlus> image) {
    showImage(image);
  }

  /** Whatever else ImageJ can show of the results; done after all has gone well. */
  public final void showElsewhere(Runnable showing) {
    showOther(showing);
  }

  /**
   * A new image, to be filled slice by slice before the operation ends.
   *
   * @param title of its window
   */
  public final ResultImage newImage(String key, String title, StackFormat format)
      throws IOException {
    ResultImage image =
        new ResultImage(
            title,
            format,
            outputs.has(key) ? outputs.stack(key, format) : receiver(key),
            progress());
    showSlices(image);
    heap.add(image);
    return image;
  }

  /** Where the slices of an image go that is not written to a file; null for nowhere. */
  SliceReceiver receiver(String key) {
    return null;
  }

  /** A new image that cannot be made after all: it is not shown, and its file not written. */
  public final void drop(String key, ResultImage image) {
    outputs.drop(key);
    image.shownIf(false);
  }

  /** A file of another kind that there is nothing to write to after all. */
  public final void drop(String key) {
    outputs.drop(key);
  }

  /** Writes a file of another kind, if it was asked for. */
  public final void write(String key, OutputFiles.Writing writing) throws IOException {
    outputs.write(key, writing);
  }

  /** Where the lines of a text go as they come; null if it was not asked for. */
  public final Consumer<String> lines(String key) throws IOException {
    return outputs.has(key) ? outputs.lines(key) : null;
  }

  /** Written says whether it is in a file too. */
  abstract void showTable(Table table, boolean written);

  abstract void showLongTable(Table table);

  abstract void showLongTableBeside(String ending, Supplier<Table> table);

  abstract void showSummary(Table table);

  abstract void showOther(Runnable showing);

  abstract void showPlot(String title, Function<String, Plot> plot);

  abstract void showImage(Supplier<ImagePlus> image);

  abstract void showSlices(ResultImage image);
}
