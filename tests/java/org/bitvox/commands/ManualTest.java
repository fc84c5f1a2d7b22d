// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;

class ManualTest {
  @Test
  void describesTheParametersAsTheyAreDeclared() throws IOException {
    String manual = Files.readString(Paths.get("docs/granulometry.md"));
    String table = ParameterHelp.markdown(GranulometryParameters.ALL);
    assertTrue(manual.contains(table), "put this table into docs/granulometry.md:\n" + table);
  }
}
