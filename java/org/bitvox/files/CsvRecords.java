// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Reads tables: a separator between cells, quotes where needed, a line feed after each row. */
final class CsvRecords {
  private final Reader in;
  private final char separator;

  /** As commands write them, with commas. */
  CsvRecords(Reader in) {
    this(in, ',');
  }

  CsvRecords(Reader in, char separator) {
    this.in = in;
    this.separator = separator;
  }

  /** The cells of the next row as they stand there, quotes and all; null after the last. */
  List<String> next() throws IOException {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int c = in.read(); c >= 0; c = in.read()) {
      quoted ^= c == '"';
      if (!quoted && (c == separator || c == '\n')) {
        cells.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          return cells;
        }
      } else {
        cell.append((char) c);
      }
    }
    return null;
  }
}
