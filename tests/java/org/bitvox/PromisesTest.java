// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.calls.Command;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.PromisedKeys;
import org.junit.jupiter.api.Test;

/**
 * What users rely on does not disappear: the lists in the folder promises say what there was.
 * -Dbitvox.promises=add adds to them what is new; -Dbitvox.promises=complete fails if there is any.
 */
class PromisesTest {
  private static final Path FOLDER = Paths.get("tests/java/org/bitvox/promises");
  private static final String ADD =
      "; -Dbitvox.promises=add adds it (CONTRIBUTING.md, What users rely on)";

  /**
   * Compares a list with what there is.
   *
   * @param isKept whether what is not there goes on working all the same
   */
  private static void check(String name, Collection<String> now, Predicate<String> isKept)
      throws IOException {
    Path file = FOLDER.resolve(name);
    Set<String> promised = new TreeSet<>();
    if (Files.exists(file)) {
      promised.addAll(Files.readAllLines(file));
    }
    assertEquals(List.of(), gone(promised, now, isKept), "users rely on what is gone: " + file);
    Set<String> all = new TreeSet<>(promised);
    all.addAll(now);
    String asked = System.getProperty("bitvox.promises", "");
    if (asked.equals("add")) {
      Files.write(file, all);
    } else if (asked.equals("complete")) {
      assertEquals(promised, all, file + " lacks what is new" + ADD);
    }
    assertTrue(Files.exists(file), file + " is missing" + ADD);
  }

  private static List<String> gone(
      Collection<String> promised, Collection<String> now, Predicate<String> isKept) {
    return promised.stream()
        .filter(line -> !now.contains(line) && !isKept.test(line))
        .collect(Collectors.toList());
  }

  @Test
  void whatIsGoneIsFound() {
    assertEquals(List.of(), gone(List.of("a", "b"), List.of("b", "c", "a"), line -> false));
    assertEquals(List.of("b"), gone(List.of("a", "b"), List.of("c", "a"), line -> false));
    assertEquals(List.of(), gone(List.of("a", "b"), List.of("c", "a"), "b"::equals));
  }

  @Test
  void labelsOfTheMenuAreKept() throws IOException {
    try (Stream<String> lines = Files.lines(Paths.get("plugin-config/plugins.config"))) {
      Set<String> labels =
          lines
              .filter(line -> line.startsWith("Plugins"))
              // The menu's folder and the class may change: macros name the label.
              .map(line -> line.substring(line.indexOf('"') + 1, line.lastIndexOf('"')))
              .collect(Collectors.toSet());
      check("menu.txt", labels, line -> false);
    }
  }

  @Test
  void commandsAndKeysAreKept() throws IOException {
    Set<String> keys =
        Commands.ALL.stream()
            .flatMap(command -> PromisedKeys.of(command.parameters()).stream())
            .collect(Collectors.toSet());
    check("keys.txt", keys, PromisesTest::isKept);
  }

  private static boolean isKept(String line) {
    return Commands.ALL.stream()
        .map(Command::parameters)
        .filter(parameters -> line.startsWith(parameters.command() + " "))
        .anyMatch(parameters -> PromisedKeys.isKept(parameters, line));
  }

  @Test
  void publicClassesAreKept() throws Exception {
    check("classes.txt", new TreeSet<>(PromisedClasses.all()), line -> false);
  }

  /** A key that got another name, and a word that did, are kept under the older one. */
  @Test
  void olderNamesAreKept() {
    Parameters parameters = Commands.named("tortuosity").parameters();
    assertTrue(PromisedKeys.isKept(parameters, "tortuosity edges")); // older
    assertTrue(PromisedKeys.isKept(parameters, "tortuosity backend=scalar"));
    assertFalse(PromisedKeys.isKept(parameters, "tortuosity backend=abacus"));
    assertFalse(PromisedKeys.isKept(parameters, "tortuosity border"));
  }
}
