// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** A small table that a command, ImageJ or a spreadsheet has written, with a heading a column. */
public final class CsvFile {
  private static final long MOST_BYTES = 16 << 20;

  /** Not those of Java's sources, such as 1d and 0x1p3. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?([0-9]++\\.?[0-9]*+|\\.[0-9]++)([eE][-+]?[0-9]++)?");

  private static final Pattern UNCLOSED = Pattern.compile("[^(\\[]*(\\([^)]*|\\[[^]]*)");

  private final String name;
  private final List<List<String>> rows = new ArrayList<>();

  private CsvFile(String name, String text) throws IOException {
    this.name = name;
    if (text.chars().filter(c -> c == '"').count() % 2 != 0) {
      throw problem("ends within quotes");
    }
    String lines = lines(text) + "\n"; // the last line may have no end
    CsvRecords records = new CsvRecords(new StringReader(lines), separator(lines));
    for (List<String> row = records.next(); row != null; row = records.next()) {
      row.replaceAll(CsvFile::unquoted);
      if (row.size() > 1 || !row.get(0).trim().isEmpty()) { // editors leave blank lines at the end
        rows.add(row);
      }
    }
    if (rows.isEmpty()) {
      throw problem("is empty");
    }
    rows.get(0).replaceAll(CsvFile::trimmed);
    for (int i = 1; i < rows.size(); i++) {
      int cells = rows.get(i).size();
      if (cells != headings().size()) {
        throw problem(
            "row "
                + i
                + " has "
                + Messages.count(cells, "cell")
                + ", but there "
                + (headings().size() == 1 ? "is " : "are ")
                + Messages.count(headings().size(), "column"));
      }
    }
  }

  /** With a line feed after each, as old spreadsheets have carriage returns alone. */
  private static String lines(String text) {
    return text.indexOf('\n') < 0 ? text.replace('\r', '\n') : text;
  }

  /** What a cell says: without its quotes, of which two are one, and what ends lines elsewhere. */
  private static String unquoted(String cell) {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      if (c == '"') {
        boolean doubled = quoted && i + 1 < cell.length() && cell.charAt(i + 1) == '"';
        i += doubled ? 1 : 0;
        quoted ^= !doubled;
        text.append(doubled ? "\"" : "");
      } else if (quoted || c != '\r') {
        text.append(c);
      }
    }
    return Csv.unguarded(text.toString());
  }

  /** Without spaces and tabs around it; {@link String#trim} takes NUL away, too. */
  private static String trimmed(String cell) {
    return cell.replaceAll("^[ \\t]++|[ \\t]++$", "");
  }

  /**
   * What is between the cells of the headings: tabs or semicolons where there is no comma, as
   * spreadsheets may write them, and ImageJ if the name does not end in .csv.
   */
  private static char separator(String lines) throws IOException {
    String headings = lines.substring(blank(lines));
    for (char separator : new char[] {',', '\t', ';'}) {
      List<String> cells = new CsvRecords(new StringReader(headings), separator).next();
      if (cells != null && cells.size() > 1) {
        return separator;
      }
    }
    return ',';
  }

  /** How many characters are in blank lines before all others. */
  private static int blank(String lines) {
    int begin = 0;
    while (begin < lines.length() && Character.isWhitespace(lines.charAt(begin))) {
      begin++;
    }
    return begin;
  }

  /**
   * Reads a table.
   *
   * @param name what the user calls the file
   * @throws IOException with a sentence about the file if it is no table
   */
  public static CsvFile read(Path path, String name) throws IOException {
    if (Files.size(path) > MOST_BYTES) {
      throw new IOException(name + ": has more than 16 MiB, so it is not such a table");
    }
    try {
      return new CsvFile(name, MarkedText.of(Files.readAllBytes(path)));
    } catch (CharacterCodingException e) {
      throw new IOException(name + ": is not a text in UTF-8", e);
    }
  }

  /** Of the columns. */
  public List<String> headings() {
    return Collections.unmodifiableList(rows.get(0));
  }

  /** How many there are below the headings. */
  public int rows() {
    return rows.size() - 1;
  }

  /**
   * Whether there is such a column.
   *
   * @throws IOException if there are two
   */
  public boolean has(String heading) throws IOException {
    int count = Collections.frequency(rows.get(0), heading);
    if (count > 1) {
      throw problem("has " + count + " columns " + Messages.quoted(heading));
    }
    return count == 1;
  }

  /**
   * The heading of a column by its name, whether in capitals or not: "X (mm)" and "X [mm]" are x.
   * Null if there is none.
   *
   * @throws IOException if there are two, or a bracket of it does not end
   */
  public String named(String name) throws IOException {
    List<String> found = new ArrayList<>();
    for (String heading : headings()) {
      if (nameOf(heading).equalsIgnoreCase(name)) {
        found.add(heading);
      }
    }
    if (found.size() > 1) {
      throw problem("has " + found.size() + " columns " + Messages.quoted(name));
    }
    if (found.isEmpty()) {
      return null;
    }
    if (UNCLOSED.matcher(found.get(0)).matches()) {
      throw problem(
          "its heading " + Messages.quoted(found.get(0)) + " has a bracket that does not end");
    }
    return found.get(0);
  }

  /** Without the unit, which is in brackets behind it. */
  public static String nameOf(String heading) {
    return heading.replaceFirst("[(\\[].*", "").trim();
  }

  /** What is in brackets; empty if nothing is. */
  public static String unitOf(String heading) {
    return heading.replaceFirst("[^(\\[]*[(\\[]?([^)\\]]*).*", "$1").trim();
  }

  /** A cell of a column that is there; rows count from 1. */
  public String text(int row, String heading) {
    return rows.get(row).get(rows.get(0).indexOf(heading));
  }

  /**
   * A finite number.
   *
   * @throws IOException if the cell has none
   */
  public double number(int row, String heading) throws IOException {
    String text = trimmed(text(row, heading));
    double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (Double.isFinite(value)) {
      return value;
    }
    throw problem(
        "row " + row + " has " + Messages.quoted(text) + " as " + heading + ", not a number");
  }

  /** A failure because of what is in the file. */
  public IOException problem(String words) {
    return new IOException(name + ": " + words);
  }
}
