// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.Plot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/**
 * A call of a command by another one, on a binary volume in memory. Its files are written; what it
 * would show in windows is kept for the other command.
 */
public final class StepCall extends Call {
  private final Call whole;
  private final BitVolume volume;
  private final Map<String, SliceReceiver> receivers;
  private final ProgressListener progress;
  private final List<String> notes = new ArrayList<>();
  private Table table;
  private Table longTable;
  private Plot plot;

  /** Receivers get the images that the keys name. */
  StepCall(
      Parameters parameters,
      Values values,
      Call whole,
      BitVolume volume,
      Map<String, SliceReceiver> receivers,
      ProgressListener progress) {
    super(parameters, values);
    this.whole = whole;
    this.volume = volume;
    this.receivers = receivers;
    this.progress = progress;
  }

  /** Its table, or the summary beside a long one. */
  public Table table() {
    return table;
  }

  /** Its long table; null where it has none, or only in a file as it is too long. */
  public Table longTable() {
    return longTable;
  }

  /** Its plot; null where it has none. */
  public Plot plot() {
    return plot;
  }

  /** What a user must know about the results. */
  public List<String> notes() {
    return notes;
  }

  @Override
  Map<String, InputImage> open(List<String> keys) throws IOException {
    Map<String, InputImage> open = new LinkedHashMap<>();
    open.put("input", new MadeImage(whole.input(), volume, values(), progress));
    BinaryVolume counted = keys.contains(Keys.MASK) ? whole.mask() : null;
    if (counted != null) {
      open.put(Keys.MASK, new MadeImage(whole.image(Keys.MASK), counted, values(), progress));
    }
    return open;
  }

  @Override
  public ProgressListener progress() {
    return progress;
  }

  @Override
  void present() {}

  @Override
  Display display() {
    return new Kept();
  }

  /** Notes are kept; those of the input the whole call says. */
  @Override
  public Messages messages() {
    return new Messages() {
      @Override
      public void note(String sentence) {
        if (!sentence.isEmpty()) {
          notes.add(sentence);
        }
      }

      @Override
      void noteOfInput(String sentence) {}
    };
  }

  /** Tables and plots that the other command shows in its own way. */
  private final class Kept implements Display {
    @Override
    public SliceReceiver receiver(String key) {
      return receivers.get(key);
    }

    @Override
    public void showTable(Table shown, boolean written) {
      table = shown;
    }

    @Override
    public void showLongTable(Table shown) {
      longTable = shown;
    }

    @Override
    public void showSummary(Table shown) {
      table = shown;
    }

    @Override
    public void showPlot(String title, Function<String, Plot> made) {
      plot = made.apply(title);
    }
  }
}
