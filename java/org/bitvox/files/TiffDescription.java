// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

/** What ImageJ writes into ImageDescription: keys and values, one a line. */
final class TiffDescription {
  private static final String MARK = "ImageJ";

  /** ImageJ's descriptions have some hundred bytes. */
  private static final int MOST_BYTES = 1 << 20;

  /** Of a description that another program wrote. */
  private static final int START_BYTES = 512;

  private final FileBytes in;

  /** As ImageJ reads it, in ASCII; empty if ImageJ did not write it. */
  final String text;

  private final String start;

  private final Properties values = new Properties();

  private TiffDescription(FileBytes in, String text, String start) throws IOException {
    this.in = in;
    this.text = text;
    this.start = start;
    try {
      values.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (IllegalArgumentException e) {
      throw in.problem(TiffMessages.description("it has a wrong \\u escape"));
    }
  }

  /** Of the first of the pages that has one of ImageJ. */
  static TiffDescription of(TiffDirectory... pages) throws IOException {
    FileBytes in = pages[0].in;
    String start = "";
    for (TiffDirectory page : pages) {
      for (TiffEntry entry : page.descriptions()) {
        String found = new String(entry.text(START_BYTES), StandardCharsets.ISO_8859_1);
        if (found.startsWith(MARK)) {
          byte[] bytes = entry.text(MOST_BYTES);
          if (bytes.length == MOST_BYTES) {
            throw in.problem(TiffMessages.description("it is too long"));
          }
          byte[] text = Arrays.copyOf(bytes, bytes.length - 1); // a zero ends it
          return new TiffDescription(in, escaped(letters(text)), found);
        }
        start = start.isEmpty() ? found : start;
      }
    }
    return new TiffDescription(in, "", start);
  }

  /** UTF-8 where it can be, else Latin-1. */
  private static String letters(byte[] text) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      return new String(text, StandardCharsets.ISO_8859_1);
    }
  }

  /** As ImageJ writes letters: a micro sign as \\u00B5, and a Greek one as that. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (char letter : text.toCharArray()) {
      if (letter < 128) {
        escaped.append(letter);
      } else {
        int number = letter == '\u03bc' ? '\u00b5' : letter;
        escaped.append(String.format(Locale.ROOT, "\\u%04X", number));
      }
    }
    return escaped.toString();
  }

  /** The first letters of the first description, whoever wrote it. */
  String start() {
    return start;
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
      throw in.problem(TiffMessages.notACount(key, word(key), 1));
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
