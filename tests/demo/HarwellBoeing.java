// SPDX-License-Identifier: BSD-2-Clause

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes an assembled real matrix of the Harwell-Boeing format as a Matrix Market file. java
 * HarwellBoeing.java FROM TO
 */
public final class HarwellBoeing {
  private static final Pattern FORMAT = Pattern.compile("\\d*[IEDF](\\d+)");

  private final BufferedReader in;

  private HarwellBoeing(BufferedReader in) {
    this.in = in;
  }

  public static void main(String[] args) throws IOException {
    Path from = Paths.get(args[0]);
    try (BufferedReader in = Files.newBufferedReader(from, StandardCharsets.ISO_8859_1);
        PrintWriter out = new PrintWriter(args[1], "US-ASCII")) {
      new HarwellBoeing(in).write(out);
    }
  }

  private void write(PrintWriter out) throws IOException {
    in.readLine(); // the title
    boolean rightHandSides = number(in.readLine(), 4) > 0;
    String head = in.readLine();
    if (!head.startsWith("RUA") && !head.startsWith("RSA")) {
      throw new IOException("the matrix is a " + head.substring(0, 3) + "; use RUA or RSA");
    }
    int rows = number(head, 1);
    int columns = number(head, 2);
    int entries = number(head, 3);
    Matcher format = FORMAT.matcher(in.readLine().toUpperCase());
    int[] widths = new int[3];
    for (int i = 0; i < widths.length; i++) {
      format.find();
      widths[i] = Integer.parseInt(format.group(1));
    }
    if (rightHandSides) {
      in.readLine();
    }
    String[] starts = fields(columns + 1, widths[0]);
    String[] indices = fields(entries, widths[1]);
    String[] values = fields(entries, widths[2]);
    String symmetry = head.charAt(1) == 'S' ? "symmetric" : "general";
    out.println("%%MatrixMarket matrix coordinate real " + symmetry);
    out.println(rows + " " + columns + " " + entries);
    for (int column = 0; column < columns; column++) {
      for (int i = Integer.parseInt(starts[column]);
          i < Integer.parseInt(starts[column + 1]);
          i++) {
        String value = values[i - 1].replace('D', 'E').replace('d', 'e');
        out.println(indices[i - 1] + " " + (column + 1) + " " + value);
      }
    }
  }

  /** Numbers of the second and third line have 14 places each. */
  private static int number(String line, int index) {
    int end = Math.min(line.length(), 14 * index + 14);
    String text = 14 * index < end ? line.substring(14 * index, end).trim() : "";
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  private String[] fields(int count, int width) throws IOException {
    String[] found = new String[count];
    for (int i = 0; i < count; ) {
      String line = in.readLine();
      for (int at = 0; at < line.length() && i < count; at += width) {
        String field = line.substring(at, Math.min(line.length(), at + width)).trim();
        if (!field.isEmpty()) {
          found[i++] = field;
        }
      }
    }
    return found;
  }
}
