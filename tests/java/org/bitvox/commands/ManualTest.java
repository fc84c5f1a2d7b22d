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
    check("granulometry", GranulometryParameters.ALL);
    check("skeleton3d", Skeleton3DParameters.ALL);
  }

  private static void check(String name, Parameters parameters) throws IOException {
    String page = "docs/" + name + ".md";
    String table = ParameterHelp.markdown(parameters);
    String manual = Files.readString(Paths.get(page));
    assertTrue(manual.contains(table), "put this table into " + page + ":\n" + table);
  }
}
