// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.IJ;
import ij.ImagePlus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;

/** A call from ImageJ's menu or a macro: images are open ones, results are shown in windows. */
final class MenuCall extends Call {
  /** Of the log's window, in letters. */
  private static final int COLUMNS = 76;

  private final String title;
  private final Parameters parameters;
  private final ProgressListener progress;
  private final MenuDisplay display;
  private final Messages log = new Log();
  private final List<String> notes = new ArrayList<>();
  private final Runnable done;
  private String lastWords = "done";

  /**
   * A call.
   *
   * @param done runs when all has gone well, before anything is shown
   * @param fromDialog whether further tables and pictures open on request alone; macros find all
   */
  MenuCall(String title, Parameters parameters, Values values, Runnable done, boolean fromDialog) {
    super(parameters, values);
    this.title = title;
    this.parameters = parameters;
    this.done = done;
    progress = new EscapeListener(title);
    display = new MenuDisplay(title, this, fromDialog);
    values.unused().forEach(log::note);
    if (values.declares("threshold") && values.isSet("threshold")) {
      log.note("foreground is what is red in the image: threshold=" + values.text("threshold"));
    }
  }

  @Override
  Map<String, InputImage> open(List<String> keys) {
    Map<String, InputImage> open = new LinkedHashMap<>();
    for (String key : keys) {
      boolean input = key.equals("input") && !parameters.isWithoutInput(values());
      if (input || values().has(key)) {
        ImagePlus image =
            values().has(key)
                ? OpenImages.named(values().text(key))
                : OpenImage.current(parameters.insteadOfInput());
        open.put(
            key,
            parameters.keysOfVectors().contains(key)
                ? OpenImage.ofVectors(image, values(), progress)
                : OpenImage.of(key, image, values(), progress));
        log.note(Selection.fate(image, input, parameters, values()));
        log.note(input ? LiveThreshold.fate(image, parameters, values()) : "");
        if (input && Selection.counts(image, parameters, values())) {
          ImagePlus mask = Selection.mask(image, progress);
          open.put(Keys.MASK, OpenImage.of(Keys.MASK, mask, values(), progress));
        }
      }
    }
    return open;
  }

  @Override
  void present() {
    done.run();
    notes.removeIf(note -> display.hasNote(note) || isInSummary(note));
    notes.addAll(display.notesOfSummaries());
    for (String note : notes) { // first: the log would open over tables and models
      if (!note.isEmpty()) {
        IJ.log(IJ.getInstance() == null ? title + ": " + note : wrapped(title + ": " + note));
      }
    }
    display.present();
    IJ.showProgress(1.0);
    IJ.showStatus(title + ": " + lastWords + display.more());
  }

  private boolean isInSummary(String note) {
    return display.notesOfSummaries().stream().anyMatch(all -> all.contains(note));
  }

  /** As wide as the log's window is; a file or a terminal takes a note as one line. */
  private static String wrapped(String note) {
    return Words.wrap(note, COLUMNS).replace("\n", "\n    ");
  }

  @Override
  public ProgressListener progress() {
    return progress;
  }

  @Override
  Display display() {
    return display;
  }

  @Override
  public Messages messages() {
    return log;
  }

  /** In ImageJ's log, and its last words in the status bar. */
  private final class Log extends Messages {
    @Override
    public void say(String text) {
      display.showOther(() -> IJ.log(text));
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
  }
}
