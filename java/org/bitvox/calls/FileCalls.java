// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.bitvox.DeviceException;
import org.bitvox.ProgressListener;
import org.bitvox.files.DistinctFiles;
import org.bitvox.files.FileList;
import org.bitvox.files.MergedTable;
import org.bitvox.files.Names;
import org.bitvox.files.StackFile;
import org.bitvox.parameters.Parameter.Kind;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;

/**
 * A command on each of several files, one after the other. Every image has files of its own, where
 * {@code *} or {@code {name}} stands for its name; CSV files without that have the rows of all.
 * What an image has appears when it is done, tables of all at the end; a file that fails has no
 * rows and does not hinder the others.
 */
final class FileCalls implements AutoCloseable {
  /** Carries out one call, to its end. */
  interface Work {
    void on(FileCall call) throws IOException;
  }

  private final Parameters parameters;
  private final List<Values> images = new ArrayList<>();
  private final Map<String, MergedTable> tables = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private int wrongUses;

  /** For the files that the values name; nothing is read yet. */
  FileCalls(Parameters parameters, Values values) throws IOException {
    this.parameters = parameters;
    List<String> files =
        StackFile.isStack(values)
            ? Collections.singletonList(values.text("input"))
            : FileList.of(values.text("input"));
    for (String file : files) {
      Map<String, String> own = new LinkedHashMap<>();
      own.put("input", file);
      for (Kind kind : new Kind[] {Kind.IMAGE, Kind.FILE, Kind.OUTPUT, Kind.FOLDER}) {
        for (String key : parameters.keys(kind)) {
          if (!key.equals("input") && values.has(key)) {
            own.put(key, FileNames.of(values.text(key), file, isRead(kind)));
          }
        }
      }
      images.add(values.with(own));
    }
    if (images.size() > 1) {
      refuseClashes(values);
      for (String key : parameters.keys(Kind.OUTPUT)) {
        if (values.has(key) && !FileNames.isPattern(values.text(key))) {
          tables.put(key, MergedTable.begin(values.text(key), ofImages() ? "Image" : "File"));
        }
      }
    }
  }

  private void refuseClashes(Values values) throws IOException {
    DistinctFiles files = new DistinctFiles();
    for (Values image : images) {
      for (Kind kind : new Kind[] {Kind.IMAGE, Kind.FILE}) {
        for (String key : parameters.keys(kind)) {
          if (image.has(key)) {
            files.reads(image.text(key));
          }
        }
      }
    }
    for (Values image : images) {
      for (Path file : parameters.namedFiles(image)) {
        files.reads(file.toString());
      }
    }
    List<String> written = new ArrayList<>(parameters.keys(Kind.OUTPUT));
    written.addAll(parameters.folders().keySet());
    for (String key : written) {
      String name = values.text(key);
      if (name.isEmpty()) {
        continue;
      }
      boolean each = FileNames.isPattern(name);
      boolean table = !isFolder(key) && name.toLowerCase(Locale.ROOT).endsWith(".csv");
      if (!each && !table) {
        throw new UsageException(
            (key
                    + "="
                    + name
                    + " is one "
                    + (isFolder(key) ? "folder" : "file")
                    + " for "
                    + images.size()
                    + (ofImages() ? " images" : " input files")
                    + "; put * or {name}")
                + " where the name of each is to stand");
      }
      for (Values image : images) {
        files.writes(image.text(key), key + "=" + (each ? " of " + image.text("input") : ""));
      }
    }
  }

  private boolean ofImages() {
    return parameters.keys(Kind.IMAGE).contains("input");
  }

  private boolean isFolder(String key) {
    return parameters.folders().containsKey(key);
  }

  private static boolean isRead(Kind kind) {
    return kind == Kind.IMAGE || kind == Kind.FILE;
  }

  /** Whether there is only one, whose failure is that of the command. */
  boolean isOne() {
    return images.size() == 1;
  }

  /**
   * Does the work on every file.
   *
   * @throws FilesFailedException if some have failed; those of the others are there
   * @throws IOException if what is printed cannot be: its reader may have gone. All files are there
   * @throws CancellationException if it is stopped; tables of all images are not there then
   */
  void run(Work work, Printer reader, ProgressListener listener) throws IOException {
    LastingPrinter printer = new LastingPrinter(reader);
    for (int i = 0; i < images.size(); i++) {
      ProgressListener part = new PartListener(listener, i, images.size());
      FileCall call = new FileCall(parameters, images.get(i), part, printer, tables);
      if (isOne()) {
        work.on(call);
        printer.print(call.printed());
      } else if (succeeds(work, call, images.get(i).text("input"))) {
        printer.print((i > failures.size() ? "\n" : "") + call.printed());
      }
    }
    for (MergedTable table : tables.values()) {
      table.complete();
    }
    if (failures.size() < images.size()) {
      MergedTable.commit(tables.values());
    }
    if (!failures.isEmpty()) {
      throw new FilesFailedException(failures, images.size(), wrongUses == images.size());
    }
    printer.throwIfGone();
  }

  /** What the next image may do better does not end the run. */
  private boolean succeeds(Work work, FileCall call, String file) throws IOException {
    try {
      work.on(call);
      return true;
    } catch (CancellationException e) {
      throw e;
    } catch (IOException
        | IllegalArgumentException
        | IllegalStateException
        | DeviceException
        | OutOfMemoryError e) {
      String sentence = Failures.sentence(e);
      failures.add(sentence.contains(Names.last(file)) ? sentence : file + ": " + sentence);
      wrongUses += e instanceof UsageException ? 1 : 0;
      return false;
    }
  }

  @Override
  public void close() {
    tables.values().forEach(MergedTable::close);
  }
}
