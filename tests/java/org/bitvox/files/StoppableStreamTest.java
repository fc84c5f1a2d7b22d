// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StoppableStreamTest {
  private static final ProgressListener STOPPED =
      new ProgressListener() {
        @Override
        public boolean keepGoing(long done, long total) {
          return false;
        }

        @Override
        public boolean isStopped() {
          return true;
        }
      };

  @TempDir Path folder;

  private Path file() throws IOException {
    return Files.createFile(folder.resolve("a.csv"));
  }

  private static void stop(Path file) {
    assertThrows(
        CancellationException.class,
        () -> {
          try (Writer text = StoppableStream.text(file, StandardCharsets.UTF_8, STOPPED)) {
            text.write("µ\n");
          }
        });
  }

  @Test
  void writesText() throws IOException {
    Path file = file();
    try (Writer text = StoppableStream.text(file, StandardCharsets.UTF_8, ProgressListener.NONE)) {
      text.write("µ\n");
    }
    assertEquals("µ\n", Files.readString(file));
  }

  /** Windows removes no file that is open. */
  @Test
  void aFileThatWasStoppedCanBeRemoved() throws IOException {
    Path file = file();
    stop(file);
    assertTrue(file.toFile().delete());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatWasStoppedIsClosed() throws IOException {
    Path file = file();
    assertFalse(isOpen(file));
    try (Writer text = StoppableStream.text(file, StandardCharsets.UTF_8, ProgressListener.NONE)) {
      assertTrue(isOpen(file));
      text.write("a");
    }
    stop(file);
    assertFalse(isOpen(file));
  }

  private static boolean isOpen(Path file) throws IOException {
    Path real = file.toRealPath();
    try (Stream<Path> open = Files.list(Paths.get("/proc/self/fd"))) {
      return open.anyMatch(number -> leadsTo(number, real));
    }
  }

  private static boolean leadsTo(Path number, Path file) {
    try {
      return Files.readSymbolicLink(number).equals(file);
    } catch (IOException e) {
      return false; // it was closed meanwhile
    }
  }
}
