// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.ImagePlus;
import ij.plugin.PlugIn;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.bitvox.BitVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.UnsuitableImageException;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/** An operation: the same for ImageJ's menu, for macros and for the command line. */
public abstract class Command implements PlugIn {
  private final String title;
  private final Parameters parameters;

  /**
   * For the subclass, whose constructor ImageJ calls.
   *
   * @param title of the menu entry, without dots, of its dialog and its lines in the log
   */
  protected Command(String title, Parameters parameters) {
    this.title = title;
    this.parameters = parameters.titled(title);
  }

  /** Reads from the call, computes, and hands the results to the call. */
  protected abstract void run(Call call) throws IOException;

  /**
   * Which slices of its images a slice of the new image depends on. With this its dialog has a
   * preview, for which {@link #run(Call)} gets these slices alone. Called before the values are
   * known to go together.
   *
   * @throws IllegalArgumentException if there is no preview because of the values
   */
  protected Reach reach(Values values, InputImage image) throws IOException {
    return Reach.UNKNOWN;
  }

  /**
   * The memory that computing takes on the CPU beside the images, in bytes: about, for objects as
   * they are often. Its dialog says it; called before the values are known to go together.
   *
   * @return 0 where nothing is known
   * @throws IllegalArgumentException where they do not
   */
  protected double memory(Values values, InputImage image) throws IOException {
    return 0;
  }

  /**
   * The memory outside the Java heap that computing takes on the CPU at least, whatever is in the
   * images and beside them, in bytes. An image that is too large for it is an error before its
   * first slice is read.
   *
   * @return 0 where parts of an image can be computed one after the other
   */
  protected double leastMemory(Values values, InputImage image) {
    return 0;
  }

  /** The same; 0 too where the values do not go together. */
  final double knownMemory(Values values, InputImage image) {
    try {
      return memory(values, image);
    } catch (IOException | IllegalArgumentException e) {
      return 0; // OK says it
    }
  }

  /** Whether an image is read some slices after the others, so that it need not fit the memory. */
  protected boolean readsInParts() {
    return false;
  }

  /**
   * A line of its dialog about these values: what is missing, which OK would say too late, or what
   * there is to choose from. Called before the values are known to go together.
   */
  protected String remark(Values values, InputImage image) {
    return "";
  }

  /**
   * What its dialog for another image begins with in place of defaults, because of what is in that
   * image. Called before the values are known to go together.
   *
   * @throws IllegalArgumentException where they do not
   */
  protected Map<String, String> suggestions(Values values, InputImage image) throws IOException {
    return Collections.emptyMap();
  }

  /** The same, for what has its default. */
  final Map<String, String> knownSuggestions(Values values, InputImage image) {
    try {
      Map<String, String> known = new HashMap<>(suggestions(values, image));
      Values defaults = parameters.defaults();
      known.keySet().removeIf(key -> !values.text(key).equals(defaults.text(key)));
      return known;
    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
      return Collections.emptyMap(); // OK says it
    }
  }

  /** What its dialog says where voxels are not cubes; empty where it measures them as they are. */
  protected String aboutVoxels() {
    return "";
  }

  /**
   * Whether its dialog can show something of this image before it runs: at least the foreground.
   */
  final boolean hasPreview(ImagePlus image) {
    try {
      Values values = ChosenChannel.orShown(image, parameters.defaults());
      OpenImage input = new OpenImage(image, values, ProgressListener.NONE);
      return DialogWords.isThresholded(parameters) || reach(values, input) != Reach.UNKNOWN;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Slice z, from 0, of the new image.
   *
   * @param reach of the command for these values, where it is known
   */
  final ImageProcessor slice(
      Values values, OpenImage input, int z, Reach reach, ProgressListener listener)
      throws IOException {
    PreviewCall call = new PreviewCall(parameters, values, input, z, reach, listener);
    carryOut(call);
    return call.slice();
  }

  final String title() {
    return title;
  }

  /** Its name in the menu as the command line takes it too: shape_numbers. */
  public final String menuName() {
    return title.replace("Bitvox ", "").toLowerCase(Locale.ROOT).replace(' ', '_');
  }

  /** Its name, keys and meaning. */
  public final Parameters parameters() {
    return parameters;
  }

  /** The menu entry: with dots where a dialog opens. */
  public final String label() {
    return parameters.isEmpty() ? title : title + "...";
  }

  /**
   * From ImageJ's menu or a macro: failures are shown, and the dialog comes again after them, until
   * the command is done, stopped or cancelled.
   */
  @Override
  public final void run(String arg) {
    InstalledTwice.say();
    MenuValues menu = new MenuValues(this);
    while (!isDone(menu)) {
      IJ.showStatus(title);
    }
  }

  /** Whether nothing is left to be corrected in a dialog. */
  private boolean isDone(MenuValues menu) {
    try {
      Values values = menu.get();
      if (values != null) {
        IJ.showStatus(title);
        carryOut(new MenuCall(title, parameters, values, menu::done, menu.areEntered()));
      }
      return true;
    } catch (IOException | RuntimeException | OutOfMemoryError | UnsatisfiedLinkError e) {
      menu.failed();
      Failures.show(title, e, menu.areEntered() ? parameters::inWindow : sentence -> sentence);
      return e instanceof CancellationException || !menu.areEntered();
    }
  }

  /**
   * On files: one, or several that {@code input=} names.
   *
   * @param options each key=value or a bare word
   * @param printer gets the results that are not files, as text
   * @throws FilesFailedException if some of several files have failed
   * @throws IOException if a file cannot be read or written; other failures as the operation says
   */
  public final void run(List<String> options, ProgressListener listener, Printer printer)
      throws IOException {
    Values values = parameters.parse(options, Parameters.Caller.COMMAND_LINE);
    if (values.declares("input") && !parameters.isWithoutInput(values)) {
      try (FileCalls calls = new FileCalls(parameters, values)) {
        calls.run(this::carryOut, printer, listener);
      }
    } else {
      FileCall call = new FileCall(parameters, values, listener, printer, Collections.emptyMap());
      carryOut(call);
      printer.print(call.printed());
    }
  }

  /** The same; returns what would be printed, if all goes well. */
  public final String run(List<String> options, ProgressListener listener) throws IOException {
    StringBuilder text = new StringBuilder();
    run(options, listener, text::append);
    return text.toString();
  }

  /**
   * On files, from a macro.
   *
   * @param options in ImageJ's syntax
   * @return the results that are not files, as text
   */
  public final String print(String options) throws IOException {
    InstalledTwice.say();
    return run(Words.split(options), new EscapeListener(title));
  }

  /**
   * As a step of another command.
   *
   * @param options as in a macro, without images
   * @param whole the call of that command: of its input the volume was made, and its mask says what
   *     is counted
   * @param volume what it works on
   * @param receivers get the images that would be written to the files of these keys
   * @return what it found; it is closed
   */
  public final StepCall runStep(
      List<String> options,
      Call whole,
      BitVolume volume,
      Map<String, SliceReceiver> receivers,
      ProgressListener listener)
      throws IOException {
    Values values = parameters.parse(options, Parameters.Caller.IMAGEJ);
    StepCall call = new StepCall(parameters, values, whole, volume, receivers, listener);
    carryOut(call);
    return call;
  }

  private void carryOut(Call newCall) throws IOException {
    try (Call call = newCall) {
      try {
        call.begin();
        if (call.input() != null && !readsInParts() && !call.input().isInBlocks()) {
          MemoryCheck.check(title, call, leastMemory(call.values(), call.input()));
        }
        run(call);
        call.finish();
      } catch (UnsuitableImageException e) {
        throw call.explained(e);
      } catch (IllegalArgumentException e) {
        throw parameters.isAboutValue(e.getMessage()) ? new UsageException(e.getMessage()) : e;
      } catch (IOException e) {
        throw call.explained(e);
      } catch (OutOfMemoryError e) {
        throw call.explained(e);
      }
    }
  }
}
