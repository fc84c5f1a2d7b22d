// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.files.InputFiles;
import org.bitvox.files.MarkedText;
import org.bitvox.parameters.UsageException;

/**
 * The words of a command line. Java on Windows does not get letters that the system's code page has
 * not; so words may also come from a file or, by bitvox.cmd, from the environment.
 */
final class Arguments {
  /** In the environment: the words, as they were typed. */
  static final String TYPED = "BITVOX_ARGUMENTS";

  private static final long MOST_BYTES = 1 << 20;

  private Arguments() {}

  /**
   * The words that a process got.
   *
   * @param typed the words in one line, which is taken if there are no others; may be null
   * @param windows whether the system puts ? for letters that it does not hand over
   */
  static List<String> of(String[] words, String typed, boolean windows) throws IOException {
    if (words.length == 0 && typed != null) {
      return withFiles(split(typed));
    }
    for (String word : words) {
      if (windows && word.contains("?")) {
        throw new UsageException(
            word
                + ": Java on Windows writes ? for letters that it does not get; use bitvox.cmd, or"
                + " write the arguments into a file in UTF-8, one a line, and give @FILE");
      }
    }
    return withFiles(Arrays.asList(words));
  }

  /** Each word, and in the place of @FILE the lines of that file. */
  static List<String> withFiles(List<String> words) throws IOException {
    List<String> all = new ArrayList<>();
    for (String word : words) {
      if (word.startsWith("@") && word.length() > 1) {
        all.addAll(lines(word.substring(1)));
      } else {
        all.add(word);
      }
    }
    return all;
  }

  private static List<String> lines(String name) throws IOException {
    Path file = InputFiles.existing(name);
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(name + ": has more than 1 MiB, so it is no list of arguments");
    }
    try {
      List<String> lines = new ArrayList<>();
      for (String line : MarkedText.of(Files.readAllBytes(file)).split("[\r\n]+")) {
        if (!line.trim().isEmpty()) {
          lines.add(line);
        }
      }
      return lines;
    } catch (CharacterCodingException e) {
      throw new IOException(name + ": is not a text in UTF-8", e);
    }
  }

  /** At blanks outside quotes. A backslash is a letter: names of folders may end with one. */
  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
        begun = true;
      } else if (quoted || c != ' ' && c != '\t') {
        word.append(c);
        begun = true;
      } else if (begun) {
        words.add(word.toString());
        word.setLength(0);
        begun = false;
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }
}
