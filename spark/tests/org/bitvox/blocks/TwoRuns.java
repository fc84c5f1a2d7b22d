// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bitvox.ProgressListener;
import org.bitvox.UnsuitableImageException;

/** A command that is run as a whole and in blocks: it prints and writes the same, or both fail. */
final class TwoRuns {
  private static final String ERROR = "error: ";

  private final Path folder;
  private final String name;
  private Runner runner = new LocalRunner();

  /** Whose files have names that begin so. */
  TwoRuns(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /** With blocks that this computes. */
  TwoRuns by(Runner other) {
    runner = other;
    return this;
  }

  /** Of a command in which * is the name of a file, in blocks of that side. */
  void assertSame(List<String> words, int side, String what) throws IOException {
    String plain = run(words, name + "_plain");
    List<String> inBlocks = new ArrayList<>(words);
    inBlocks.add("block=" + side);
    String blocks = run(inBlocks, name + "_blocks");
    if (blocks.startsWith(ERROR)) {
      assertTrue(plain.startsWith(ERROR), what + ": " + blocks);
      assertTrue(plain.contains(blocks.substring(ERROR.length())), what + ": " + plain);
      return;
    }
    assertEquals(plain.replace("_plain", ""), blocks.replace("_blocks", ""), what);
    assertSameFiles(files(name + "_plain"), files(name + "_blocks"), what);
  }

  private String run(List<String> words, String name) throws IOException {
    List<String> own = new ArrayList<>();
    words.forEach(word -> own.add(word.replace("*", folder.resolve(name).toString())));
    try {
      return InProcess.run(runner, ProgressListener.NONE, own.toArray(new String[0]));
    } catch (UnsuitableImageException e) { // of volumes without a voxel of the phase
      return ERROR + e.getMessage();
    } catch (IllegalArgumentException e) {
      String message = e.getMessage();
      assertTrue(
          message.contains("its thickness is infinite") || message.endsWith(" within the mask"),
          message);
      return ERROR + message.replaceFirst("^slice [0-9]+ has", "a slice has");
    }
  }

  /** All files whose names begin so, by what follows. */
  private Map<String, byte[]> files(String begin) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (var all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        String path = folder.relativize(file).toString();
        if (path.startsWith(begin)) {
          files.put(path.substring(begin.length()), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  private static void assertSameFiles(
      Map<String, byte[]> plain, Map<String, byte[]> blocks, String what) {
    assertFalse(plain.isEmpty(), what);
    assertEquals(plain.keySet(), blocks.keySet(), what);
    plain.forEach(
        (path, bytes) -> {
          if (path.endsWith(".zattrs") || path.endsWith(".json") || path.endsWith(".csv")) {
            assertEquals(text(bytes), text(blocks.get(path)), what + ": " + path);
          } else {
            assertArrayEquals(bytes, blocks.get(path), what + ": " + path);
          }
        });
  }

  private static String text(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
        .replace("_plain", "")
        .replace("_blocks", "");
  }
}
