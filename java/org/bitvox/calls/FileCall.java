// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import ij.gui.Plot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bitvox.ProgressListener;
import org.bitvox.files.StackFile;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** A call from the command line: images are files, and nothing is shown but what is printed. */
final class FileCall extends Call {
  private final ProgressListener progress;
  private final StringBuilder printed = new StringBuilder();
  private final List<String> notes = new ArrayList<>();
  private boolean noted; // in a table

  FileCall(Parameters parameters, Values values, ProgressListener progress) {
    super(parameters, values);
    this.progress = progress;
  }

  @Override
  Map<String, InputImage> open(List<String> keys) throws IOException {
    Map<String, InputImage> images = new LinkedHashMap<>();
    StackFile.open(values(), keys)
        .forEach((key, file) -> images.put(key, new FileImage(file, values(), progress)));
    return images;
  }

  @Override
  void present() {
    if (!noted) {
      notes.forEach(note -> say("Note: " + note));
    }
  }

  /** The results that are not files. */
  String printed() {
    return printed.toString();
  }

  @Override
  public ProgressListener progress() {
    return progress;
  }

  @Override
  public void print(Table table) {
    printed.append(table.printed());
    noted |= table.has("Note");
  }

  @Override
  public void say(String text) {
    printed.append(text).append('\n');
  }

  @Override
  public void note(String sentence) {
    if (!sentence.isEmpty()) {
      notes.add(sentence);
    }
  }

  @Override
  public void done(String words) {}

  @Override
  void showTable(Table table) {
    print(table);
  }

  @Override
  void showLongTable(Table table) {}

  @Override
  void showSummary(Table table) {
    print(table);
  }

  @Override
  void showPlot(Supplier<Plot> plot) {}

  @Override
  void showImage(Supplier<ImagePlus> image) {}

  @Override
  void showSlices(ResultImage image) {}
}
