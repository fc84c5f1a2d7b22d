// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** The dialog's Help shows it; what it links to in the manual is there as well. */
  @ParameterizedTest
  @MethodSource("commands")
  void isInTheJar(Parameters parameters) throws IOException, URISyntaxException {
    URL page = getClass().getResource("/org/bitvox/manual/" + parameters.command() + ".html");
    assertNotNull(page, "there is no page for the button Help");
    String html = Files.readString(Paths.get(page.toURI()));
    Matcher link = Pattern.compile("(?:href|src)=\"([^\"#:]+)[\"#]").matcher(html);
    while (link.find()) {
      if (!link.group(1).startsWith("../")) { // a source file
        assertNotNull(getClass().getResource("/org/bitvox/manual/" + link.group(1)), link.group(1));
      }
    }
  }

  static Stream<Parameters> commands() {
    return Commands.ALL.stream()
        .map(Command::parameters)
        .filter(parameters -> !parameters.isEmpty());
  }
}
