// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.bitvox.TestCli;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Values;
import org.bitvox.parameters.Words;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Volumes that do not fit the memory: said by their size, before the first of their slices is read,
 * all of which would take hours. Their files have no content on the disk.
 */
class TooLargeTest {
  private static final int SIDE = 20_000;
  private static final Map<String, String> OPTIONS =
      Map.of(
          "flow", "steps=1",
          "joint_histogram", "second=FILE",
          "register_mi", "second=FILE",
          "random_walker", "seeds=FILE",
          "geodesic", "border",
          "surface", "output=FOLDER/out.stl",
          "workflow", "output=FOLDER/report");

  private static final List<String> IN_PARTS =
      Arrays.asList("convert", "debayer", "classify_colours");

  private static final String OUTPUT = "output=FOLDER/out.tif";

  @TempDir Path folder;

  static Stream<String> commands() {
    return Commands.ALL.stream()
        .map(command -> command.parameters())
        .filter(keys -> keys.keys(Parameter.Kind.IMAGE).contains("input"))
        .filter(keys -> keys.defaults().declares("width")) // raw files
        .map(keys -> keys.command())
        .filter(command -> !IN_PARTS.contains(command));
  }

  private void expectSentence(String command, int side, long depth, String options)
      throws IOException {
    Path file = folder.resolve("large.raw");
    try (RandomAccessFile empty = new RandomAccessFile(file.toFile(), "rw")) {
      empty.setLength(depth * side * side);
    }
    List<String> args = new ArrayList<>(Arrays.asList(command, "input=" + file));
    args.addAll(Arrays.asList("width=" + side, "height=" + side, "depth=" + depth));
    Values defaults = Commands.named(command).parameters().defaults();
    String own = OPTIONS.getOrDefault(command, defaults.declares("output") ? OUTPUT : "");
    own = own.replace("FILE", file.toString()).replace("FOLDER", folder.toString());
    args.addAll(Words.split(own + " " + options));
    TestCli result =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20), () -> new TestCli(new AtomicBoolean(), args), command);
    assertEquals(1, result.code, result.err);
    assertTrue(
        result.err.matches(
            "bitvox: (input=\\S+: )?Out of memory: .* needs [0-9.]+ GiB of memory outside the Java heap,"
                + " .* are free. Crop the image.\n"),
        result.err);
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void areSaidByEveryCommand(String command) throws IOException {
    expectSentence(command, SIDE, SIDE / 2, "");
  }

  /** The volume would fit, but not what is computed, whatever is in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "distance_map",
        "local_thickness",
        "granulometry element=ball",
        "tortuosity",
        "random_walker",
        "flow",
        "workflow"
      })
  void areSaidByWhatIsComputed(String command) throws IOException {
    String[] words = command.split(" ");
    int side = 4096;
    long free = 0;
    for (String line : Files.readAllLines(Paths.get("/proc/meminfo"))) {
      if (line.startsWith("MemAvailable:")) {
        free = Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    String options = words.length == 1 ? "" : words[1];
    if (!command.equals("workflow")) {
      options += " backend=scalar";
    }
    expectSentence(words[0], side, free / side / side * 2 / 3, options.trim());
  }
}
