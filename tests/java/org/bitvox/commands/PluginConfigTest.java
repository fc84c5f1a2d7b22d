// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.calls.Command;
import org.junit.jupiter.api.Test;

class PluginConfigTest {
  /** By question, none so long that one has to search it. */
  private static final List<String> MENUS =
      Stream.of(
              "Report",
              "Measure",
              "Skeleton",
              "Label and Morphology",
              "Pores and Flow",
              "Grey Images",
              "Sequences and Equations",
              "Samples",
              "Settings")
          .map(menu -> "Plugins>Bitvox>" + menu)
          .collect(Collectors.toList());

  private static List<String> lines() throws IOException {
    try (Stream<String> lines = Files.lines(Paths.get("plugin-config/plugins.config"))) {
      return lines
          .filter(line -> !line.trim().isEmpty() && !line.startsWith("#"))
          .collect(Collectors.toList());
    }
  }

  private static Set<String> namedInTheMenu() throws IOException {
    return lines().stream()
        .map(line -> line.substring(line.lastIndexOf(',') + 1).trim())
        .collect(toCollection(TreeSet::new));
  }

  @Test
  void everyMenuLineNamesACommandByItsTitle() throws Exception {
    for (String line : lines()) {
      String name = line.substring(line.lastIndexOf(',') + 1).trim();
      Object command = Class.forName(name).getDeclaredConstructor().newInstance();
      String label = assertInstanceOf(Command.class, command).label();
      String menu = line.substring(0, line.indexOf(','));
      assertEquals(menu + ", \"" + label + "\", " + name, line);
      assertTrue(label.equals("Bitvox Manual") || MENUS.contains(menu), line);
    }
  }

  @Test
  void noMenuIsLong() throws IOException {
    Map<String, Long> entries =
        lines().stream()
            .collect(groupingBy(line -> line.substring(0, line.indexOf(',')), counting()));
    assertEquals(MENUS.size() + 1, entries.size());
    entries.forEach((menu, count) -> assertTrue(count <= 10, menu + " has " + count));
  }

  @Test
  void everyCommandIsOnTheCommandLine() throws IOException {
    Set<String> listed =
        Commands.ALL.stream()
            .map(command -> command.getClass().getName())
            .collect(toCollection(TreeSet::new));
    assertEquals(Commands.ALL.size(), listed.size());
    assertTrue(listed.remove(FileConversion.class.getName())); // ImageJ opens and saves by itself
    assertEquals(namedInTheMenu(), listed);
  }

  @Test
  void everyCommandHasAMenuLine() throws IOException {
    try (Stream<Path> files = Files.list(Paths.get("java/org/bitvox/commands"))) {
      Set<String> commands =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.endsWith("Command.java"))
              .map(file -> "org.bitvox.commands." + file.replace(".java", ""))
              .collect(toCollection(TreeSet::new));
      assertEquals(commands, namedInTheMenu());
    }
  }

  @Test
  void labelsAreTheMacroInterface() throws IOException {
    for (String line : lines()) {
      assertTrue(line.matches("Plugins>Bitvox(>[A-Za-z ]+)?, \"Bitvox [^\"]+\", .*"), line);
    }
    assertTrue(lines().toString().contains("\"Bitvox Granulometry...\""));
    assertTrue(lines().toString().contains("\"Bitvox Sample Foam...\""));
    assertTrue(lines().toString().contains("\"Bitvox Backends\""));
  }
}
