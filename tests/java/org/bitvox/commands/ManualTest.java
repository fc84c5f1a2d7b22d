// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.stream.Stream;
import org.bitvox.calls.Command;
import org.bitvox.parameters.ParameterHelp;
import org.bitvox.parameters.Parameters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManualTest {
  @ParameterizedTest
  @MethodSource("commands")
  void listsTheKeysAsTheyAreDeclared(Parameters parameters) throws IOException {
    String name = "docs/" + parameters.command() + ".md";
    String manual = Files.readString(Paths.get(name));
    String table = ParameterHelp.markdown(parameters);
    assertTrue(manual.contains(table), "put this table into " + name + ":\n" + table);
  }

  static Stream<Parameters> commands() {
    return Commands.ALL.stream()
        .map(Command::parameters)
        .filter(parameters -> !parameters.isEmpty());
  }
}
