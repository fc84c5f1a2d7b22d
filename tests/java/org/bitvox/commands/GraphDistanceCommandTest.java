// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphDistanceCommandTest {
  @TempDir Path folder;

  private String file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), Arrays.asList(lines)).toString();
  }

  @Test
  void writesDistancesAndPredecessors() throws IOException {
    String graph = file("g.csv", "from,to,weight", "10,20,0.5", "20,7,1", "8,7,1", "7,30,0");
    Path save = folder.resolve("d.csv");
    String printed =
        Cli.run("graph_distance", "input=[" + graph + "] sources=10 save=[" + save + "]");
    assertEquals(
        Arrays.asList(
            "Vertex,Distance,Predecessor", "7,1.5,20", "8,,", "10,0,", "20,0.5,10", "30,1.5,7"),
        Files.readAllLines(save));
    assertTrue(printed.contains("\nVertices: 5\nEdges: 4\nReached: 4\n"), printed);
    assertTrue(printed.contains("\nFarthest vertex: 7\nIts distance: 1.5\n"), printed);
    assertTrue(printed.contains("\nNumbers: exact, 1 decimal\n"), printed);
    assertTrue(printed.contains("\nNote: No path leads to 1 vertex.\n"), printed);
  }

  @Test
  void sourcesAreWholeNumbers() {
    assertArrayEquals(new long[] {1, 5, 9}, GraphDistanceCommand.sources("1, 5,9"));
    for (String wrong : new String[] {"", "1,", "1.5", "a", "1 2"}) {
      assertEquals(
          "sources=" + wrong + " is not allowed; use whole numbers with commas between: 1,5,9",
          assertThrows(IllegalArgumentException.class, () -> GraphDistanceCommand.sources(wrong))
              .getMessage());
    }
  }
}
