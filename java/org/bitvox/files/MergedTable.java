// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One CSV file of the tables of many images, whose first column is the image. A column that an
 * image has not, as those in another unit, is empty there. It never is in memory as a whole.
 */
public final class MergedTable implements AutoCloseable {
  private final AtomicFile file;

  /** The rows so far, each with as many cells as there were columns then. */
  private final AtomicFile rows;

  private final List<String> columns;

  /** So many columns are of the image, not of its table. */
  private final int leading;

  private MergedTable(AtomicFile file, AtomicFile rows, List<String> headings) {
    this.file = file;
    this.rows = rows;
    leading = headings.size();
    columns = new ArrayList<>(headings);
  }

  /**
   * Begins the file, so that a folder that does not take it is known before any work is done.
   *
   * @param headings of the first columns: the image, which a table may name itself, and what else
   *     is told of it
   */
  public static MergedTable begin(String name, String... headings) throws IOException {
    AtomicFile file = AtomicFile.begin(name);
    try {
      return new MergedTable(file, AtomicFile.begin(name), Arrays.asList(headings));
    } catch (IOException | RuntimeException e) {
      file.discard();
      throw e;
    }
  }

  /**
   * Adds the rows of a table; none of them if that fails.
   *
   * @param cells of the first columns
   */
  public void add(Path csv, String... cells) throws IOException {
    int known = columns.size();
    long before = Files.size(rows.beside());
    try (BufferedReader in = Files.newBufferedReader(csv, StandardCharsets.UTF_8);
        BufferedWriter out = append(rows.beside())) {
      CsvRecords records = new CsvRecords(in);
      List<String> heading = records.next();
      boolean named = heading != null && heading.get(0).equals(columns.get(0));
      int[] places = places(heading == null ? Collections.emptyList() : heading);
      for (List<String> row = records.next(); row != null; row = records.next()) {
        String[] all = new String[columns.size()];
        for (int i = named ? 1 : 0; i < leading; i++) {
          all[i] = Csv.quoted(cells[i]);
        }
        for (int i = 0; i < places.length; i++) {
          all[places[i]] = row.get(i);
        }
        write(out, all);
      }
    } catch (IOException e) {
      columns.subList(known, columns.size()).clear();
      try (FileChannel channel = FileChannel.open(rows.beside(), StandardOpenOption.WRITE)) {
        channel.truncate(before);
      }
      throw new IOException(Messages.notWritten(file.name(), e), e);
    }
  }

  /** The column of each heading; new ones come last. */
  private int[] places(List<String> headings) {
    int[] places = new int[headings.size()];
    for (int i = 0; i < places.length; i++) {
      if (!columns.contains(headings.get(i))) {
        columns.add(headings.get(i));
      }
      places[i] = columns.indexOf(headings.get(i));
    }
    return places;
  }

  /** Nothing more comes: writes the file. It appears with {@link #commit}. */
  public void complete() throws IOException {
    try (BufferedReader in = Files.newBufferedReader(rows.beside(), StandardCharsets.UTF_8);
        BufferedWriter out = append(file.beside())) {
      write(out, columns.toArray(new String[0]));
      CsvRecords records = new CsvRecords(in);
      for (List<String> row = records.next(); row != null; row = records.next()) {
        write(out, row.toArray(new String[columns.size()]));
      }
    } catch (IOException e) {
      throw new IOException(Messages.notWritten(file.name(), e), e);
    }
  }

  /** Gives the complete files their names. */
  public static void commit(Iterable<MergedTable> tables) throws IOException {
    List<AtomicFile> files = new ArrayList<>();
    tables.forEach(table -> files.add(table.file));
    AtomicOutput.commit(files);
  }

  @Override
  public void close() {
    rows.discard();
    file.discard();
  }

  private static BufferedWriter append(Path path) throws IOException {
    return Files.newBufferedWriter(path, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
  }

  /** Cells that are null are empty. */
  private static void write(Writer out, String[] cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      out.write((i > 0 ? "," : "") + (cells[i] == null ? "" : cells[i]));
    }
    out.write("\n");
  }
}
