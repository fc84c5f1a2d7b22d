// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;

/** The file that describes bodies: sentences about it have its name. */
final class FlowBodiesFile {
  private static final int MOST_BYTES = 16 << 20; // of 10,000 lines some 2 MiB

  private final Path file;

  FlowBodiesFile(Path file) {
    this.file = file;
  }

  /** The text; nothing in it has been looked at. */
  String text() throws IOException {
    byte[] bytes = bytes();
    if (bytes.length == 0) {
      throw new IllegalArgumentException(name() + " is empty; a text with a body a line is needed");
    }
    for (byte each : bytes) {
      if (each == 0) { // half of the bytes of UTF-16
        throw new IllegalArgumentException(
            name() + " is not a text in UTF-8, perhaps in UTF-16; save it as UTF-8");
      }
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How many lines of a text may be bodies. */
  static long count(String text) {
    return Arrays.stream(text.split("[\\r\\n]"))
        .filter(line -> line.contains("sphere") || line.contains("box"))
        .count();
  }

  private byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] part = new byte[1 << 16];
      for (int count = in.read(part); count >= 0; count = in.read(part)) {
        bytes.write(part, 0, count);
        if (bytes.size() > MOST_BYTES) {
          throw new IllegalArgumentException(
              name() + " has more than 16 MiB; a text with a body a line is needed");
        }
      }
    } catch (IOException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  /** Does what may fail with a sentence about a line, or all lines. */
  <R> R naming(Supplier<R> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      String sentence = String.valueOf(e.getMessage());
      String about = "bodies";
      if (!sentence.startsWith(about + ", line ") && !sentence.startsWith(about + ": ")) {
        throw e;
      }
      throw new IllegalArgumentException(name() + sentence.substring(about.length()), e);
    }
  }

  private String name() {
    return file.getFileName().toString();
  }
}
