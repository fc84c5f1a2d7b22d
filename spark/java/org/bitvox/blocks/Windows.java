// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Command;
import org.bitvox.calls.FilesFailedException;
import org.bitvox.calls.LastingPrinter;
import org.bitvox.calls.Printer;
import org.bitvox.files.DistinctFiles;
import org.bitvox.files.MergedTable;
import org.bitvox.parameters.Parameter.Kind;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.Box;
import org.bitvox.zarr.ZarrWords;

/**
 * Windows: cubes of a volume, each of which the plain command computes as if it were an image, for
 * what cannot be computed in blocks. Their rows come into one table, with the place of each.
 */
final class Windows {
  /** So many at most. */
  static final int MOST = 100_000;

  private static final String[] HEADINGS = {
    "Image", "Window x", "Window y", "Window z", "Window side"
  };

  private final BlockWords words;
  private final List<Box> boxes;
  private final Runner runner;

  private Windows(BlockWords words, List<Box> boxes, Runner runner) {
    this.words = words;
    this.boxes = boxes;
    this.runner = runner;
  }

  /**
   * Those that the words of a command ask for, whose own keys have been taken.
   *
   * @throws UsageException if they do not fit the volume, or the command cannot do with them
   */
  static Windows of(BlockWords words, Runner runner) throws IOException {
    requireTables(words);
    int[] whole = ZarrWords.size(words.given("input"));
    return new Windows(words, WindowPlaces.of(whole, words.windows(), words.windowSide()), runner);
  }

  private static void requireTables(BlockWords words) {
    Parameters parameters = words.parameters();
    String input = words.given("input");
    if (!BlockWords.isZarr(input) || input.contains(",") || input.contains("*")) {
      throw new UsageException(
          "windows are read from one image in OME-Zarr; convert it: ./bitvox zarr IN OUT.zarr");
    }
    if (!parameters.keysOfNeededOutputs().isEmpty()) {
      throw new UsageException(
          words.name() + " makes an image, and windows= gives tables alone; leave out windows=");
    }
    for (Kind kind : new Kind[] {Kind.OUTPUT, Kind.FOLDER}) {
      for (String key : parameters.keys(kind)) {
        String file = words.given(key);
        if (!file.isEmpty() && (kind == Kind.FOLDER || !isTable(file))) {
          throw new UsageException(
              key + "=" + file + " cannot be used with windows=, which gives tables (.csv) alone");
        }
      }
    }
  }

  private static boolean isTable(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".csv");
  }

  /** What they are, in lines. */
  String plan() {
    StringBuilder text = new StringBuilder();
    int[] size = boxes.get(0).size();
    text.append("Windows: " + boxes.size())
        .append(", of " + size[2] + " x " + size[1] + " x " + size[0] + " voxels, at x, y, z\n");
    boxes.forEach(box -> text.append(place(box)).append('\n'));
    return text.toString();
  }

  private static String place(Box box) {
    return box.from()[2] + ", " + box.from()[1] + ", " + box.from()[0];
  }

  // ---- What is done with them ----------------------------------------------------------------

  /**
   * Computes them; their rows are in their order. One that fails has no rows and does not hinder
   * the others.
   *
   * @throws FilesFailedException if some have failed
   */
  void run(Command command, List<String> options, ProgressListener listener, Printer printer)
      throws IOException {
    command.parameters().parse(options, Parameters.Caller.COMMAND_LINE); // says what is wrong
    Map<String, MergedTable> tables = new LinkedHashMap<>();
    try {
      begin(tables);
      List<String> failures = new ArrayList<>();
      LastingPrinter lasting = new LastingPrinter(printer);
      runner.windows(
          boxes,
          job(tables.keySet()),
          (number, result) -> {
            String text = rows(boxes.get(number), result, tables, failures);
            lasting.print(text.isEmpty() || number == 0 ? text : "\n" + text);
          },
          listener);
      for (MergedTable table : tables.values()) {
        table.complete();
      }
      if (failures.size() < boxes.size()) {
        MergedTable.commit(tables.values());
      }
      if (!failures.isEmpty()) {
        throw new FilesFailedException(failures, boxes.size(), false);
      }
      lasting.throwIfGone();
    } finally {
      tables.values().forEach(MergedTable::close);
    }
  }

  private WindowJob job(Set<String> tables) {
    List<String> own = words.command();
    tables.forEach(key -> own.removeIf(word -> word.startsWith(key + "=")));
    return new WindowJob(own, List.copyOf(tables));
  }

  private void begin(Map<String, MergedTable> tables) throws IOException {
    DistinctFiles files = new DistinctFiles();
    for (Kind kind : new Kind[] {Kind.IMAGE, Kind.FILE}) {
      for (String key : words.parameters().keys(kind)) {
        if (!words.given(key).isEmpty()) {
          files.reads(words.given(key));
        }
      }
    }
    for (String key : words.parameters().keys(Kind.OUTPUT)) {
      String file = words.given(key);
      if (!file.isEmpty()) {
        files.writes(file, key + "=");
        tables.put(key, MergedTable.begin(file, HEADINGS));
      }
    }
  }

  /** What a window prints; its rows are added to the tables. */
  private String rows(
      Box box, WindowJob.Result result, Map<String, MergedTable> tables, List<String> failures)
      throws IOException {
    if (result.isUsage()) {
      throw new UsageException(result.failure());
    }
    if (result.failure() != null) {
      failures.add("the window at " + place(box) + ": " + result.failure());
      return "";
    }
    String[] cells = cells(box);
    for (Map.Entry<String, MergedTable> table : tables.entrySet()) {
      Path file = Files.createTempFile("bitvox-window-", ".csv");
      try {
        Files.write(file, result.tables().get(table.getKey()));
        table.getValue().add(file, cells);
      } finally {
        Files.delete(file);
      }
    }
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i < cells.length; i++) {
      lines.append(HEADINGS[i] + ": " + cells[i] + "\n");
    }
    return lines + result.text();
  }

  private String[] cells(Box box) {
    String name = Path.of(words.given("input")).getFileName().toString();
    String[] place = place(box).split(", ");
    int side = Arrays.stream(box.size()).max().orElse(0);
    return new String[] {name, place[0], place[1], place[2], "" + side};
  }
}
