// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** What ImageJ writes into ImageDescription: keys and values, one a line. */
final class TiffDescription {
  private static final String MARK = "ImageJ";

  /** ImageJ's descriptions have some hundred bytes. */
  private static final int MOST_BYTES = 1 << 20;

  private final FileBytes in;

  /** As ImageJ reads it; empty if ImageJ did not write it. */
  final String text;

  private final Properties values = new Properties();

  private TiffDescription(FileBytes in, String text) throws IOException {
    this.in = in;
    this.text = text;
    try {
      values.load(new ByteArrayInputStream(text.getBytes()));
    } catch (IllegalArgumentException e) {
      throw in.problem(TiffMessages.description("it has a wrong \\u escape"));
    }
  }

  static TiffDescription of(TiffDirectory page) throws IOException {
    byte[] bytes = new byte[0];
    if (page.has(TiffTag.IMAGE_DESCRIPTION)) {
      TiffEntry entry = page.entry(TiffTag.IMAGE_DESCRIPTION);
      byte[] mark = entry.text(MARK.length());
      if (new String(mark, StandardCharsets.US_ASCII).equals(MARK)) {
        bytes = entry.text(MOST_BYTES);
      }
      if (bytes.length == MOST_BYTES) {
        throw page.in.problem(TiffMessages.description("it is too long"));
      }
    }
    int length = Math.max(0, bytes.length - 1); // a zero ends it
    return new TiffDescription(page.in, new String(bytes, 0, length)); // ImageJ's way: it is ASCII
  }

  /** Slices that follow one another behind the first directory; 1 if each has its own. */
  int images() {
    int start = text.indexOf("images=");
    int end = start < 0 ? -1 : text.indexOf('\n', start);
    if (text.length() < 8 || text.charAt(7) == '\n' || end < 0) {
      return 1;
    }
    try {
      return Math.max(1, (int) Double.parseDouble(text.substring(start + 7, end)));
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /** A number of channels, slices or frames; 0 if it is not told. */
  int count(String key) throws IOException {
    double count = has(key) ? decimal(key) : 1;
    if (!(count >= 1 && count == Math.rint(count))) {
      throw in.problem(TiffMessages.notACount(key, word(key)));
    }
    return has(key) ? (int) count : 0;
  }

  /** The whole part of a number; 0 if it is not told. */
  int number(String key) throws IOException {
    return has(key) ? (int) decimal(key) : 0;
  }

  private double decimal(String key) throws IOException {
    String value = values.getProperty(key);
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw in.problem(TiffMessages.notANumber(key, value));
    }
  }

  /** A value, or null. */
  String word(String key) {
    return values.getProperty(key);
  }

  /** Whether there is a value of the key. */
  boolean has(String key) {
    return values.containsKey(key);
  }

  /** How many coefficients of the calibration's function are there: c0, c1 and so on. */
  int coefficients() throws IOException {
    int count = 0;
    while (has("c" + count)) {
      number("c" + count);
      count++;
    }
    return count;
  }
}
