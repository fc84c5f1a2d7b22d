// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bitvox.ProgressListener;
import org.bitvox.files.MergedTable;
import org.bitvox.files.OutputFiles;
import org.bitvox.files.StackFile;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** A call from the command line: images are files, and nothing is shown but what is printed. */
final class FileCall extends Call {
  private final ProgressListener progress;
  private final Printer printer;
  private final Map<String, MergedTable> tables;
  private final StringBuilder printed = new StringBuilder();
  private final Set<String> fileNotes = new LinkedHashSet<>();
  private final List<String> notes = new ArrayList<>();
  private final Messages messages = new Printed();
  private boolean noted; // in a table, which does not have those of files

  /** Tables are those of many images, by key, to which this one adds its rows. */
  FileCall(
      Parameters parameters,
      Values values,
      ProgressListener progress,
      Printer printer,
      Map<String, MergedTable> tables) {
    super(parameters, values);
    this.progress = progress;
    this.printer = printer;
    this.tables = tables;
  }

  @Override
  void begun(OutputFiles outputs) {
    if (!tables.isEmpty()) {
      outputs.merge(
          tables, input() == null ? file("input").getFileName().toString() : input().name());
    }
  }

  @Override
  Map<String, InputImage> open(List<String> keys) throws IOException {
    Map<String, InputImage> images = new LinkedHashMap<>();
    List<String> vectors = parameters().keysOfVectors();
    List<String> others = new ArrayList<>(keys);
    others.removeAll(vectors);
    StackFile.open(values(), others)
        .forEach(
            (key, file) -> {
              boolean own = key.equals("input") || parameters().keysOfSameSize().contains(key);
              images.put(
                  key,
                  own
                      ? FileImage.ofInput(file, values(), progress)
                      : FileImage.of(file, values(), progress));
              fileNotes.addAll(file.notes());
            });
    for (String key : vectors) {
      if (values().has(key)) {
        StackFile file = StackFile.openAll(values().text(key));
        images.put(key, FileImage.of(file, values(), progress));
      }
    }
    return images;
  }

  @Override
  void present() {
    for (InputImage image : images()) {
      add(image.lateNote(), fileNotes);
      add(image.roundingNote(), fileNotes);
    }
    if (!noted) {
      fileNotes.addAll(notes);
    }
    fileNotes.forEach(note -> messages.say("Note: " + OneLine.of(note)));
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
  Display display() {
    return new Standard();
  }

  @Override
  public Messages messages() {
    return messages;
  }

  private static void add(String note, Collection<String> notes) {
    if (!note.isEmpty()) {
      notes.add(note);
    }
  }

  /** Tables are printed, nothing else is shown. */
  private final class Standard implements Display {
    @Override
    public void print(Table table) {
      printed.append(table.printed());
      noted |= table.has("Note");
    }

    @Override
    public void showTable(Table table, boolean written) {
      if (!written || !table.isPrintedAsCsv()) {
        print(table);
      }
    }

    @Override
    public void showSummary(Table table) {
      print(table);
    }

    @Override
    public void showTableBeside(String ending, Table table) {
      print(table);
    }
  }

  private final class Printed extends Messages {
    @Override
    public void say(String text) {
      printed.append(text).append('\n');
    }

    @Override
    public void announce(String sentence) {
      printer.announce(sentence);
    }

    @Override
    public void note(String sentence) {
      add(sentence, notes);
    }

    @Override
    void noteOfInput(String sentence) {
      add(sentence, fileNotes);
    }
  }
}
