// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;

class ManualTest {
  private static void assertDescribed(Parameters parameters) throws IOException {
    String page = "docs/" + parameters.command() + ".md";
    String table = ParameterHelp.markdown(parameters);
    String manual = Files.readString(Paths.get(page));
    assertTrue(manual.contains(table), "put this table into " + page + ":\n" + table);
  }

  @Test
  void describesTheParametersAsTheyAreDeclared() throws IOException {
    assertDescribed(GranulometryParameters.ALL);
    assertDescribed(Skeleton2DParameters.ALL);
    assertDescribed(SkeletonGraphParameters.ALL);
  }
}
