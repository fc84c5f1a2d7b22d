// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolveCommandTest {
  @TempDir Path folder;

  private String file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), Arrays.asList(lines)).toString();
  }

  /** Where the choice is free, the row has what was chosen; settings stand behind the results. */
  @Test
  void theRowSaysWhatWasDone() throws IOException {
    String matrix =
        file(
            "a.mtx",
            "%%MatrixMarket matrix coordinate real symmetric",
            "3 3 5",
            "1 1 4",
            "2 2 4",
            "3 3 4",
            "2 1 -1",
            "3 2 -1");
    String printed =
        Cli.run("solve", "input=[" + matrix + "] history=[" + folder.resolve("h.csv") + "]");
    assertTrue(printed.contains("\nMethod: cg\nPreconditioner: multigrid"), printed);
    assertTrue(printed.contains("\nConverged: yes\n"), printed);
    String[] end = printed.substring(printed.indexOf("\nPrecision: ") + 1).split("\n");
    assertEquals("Precision: double", end[0]);
    assertTrue(end[end.length - 1].startsWith("Note: Solved: "), printed);
    List<String> history = Files.readAllLines(folder.resolve("h.csv"));
    assertEquals("Iteration,Residual", history.get(0));
    assertEquals("0,1", history.get(1));
  }
}
