// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphDistanceTest implements BackendContract, FieldsContract<GraphDistance> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  /** A square of n x n vertices. */
  private static WeightedGraph grid(int n) {
    int[] from = new int[2 * n * n];
    int[] to = new int[from.length];
    double[] weight = new double[from.length];
    int count = 0;
    for (int v = 0; v < n * n; v++) {
      for (int step : new int[] {1, n}) {
        if (step == 1 ? (v + 1) % n != 0 : v + n < n * n) {
          from[count] = v;
          to[count] = v + step;
          weight[count++] = 1 + v * 37 % 101;
        }
      }
    }
    return WeightedGraph.of(
        n * n,
        Arrays.copyOf(from, count),
        Arrays.copyOf(to, count),
        Arrays.copyOf(weight, count),
        WeightedGraph.Direction.UNDIRECTED,
        NONE);
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    try (WeightedGraph graph = grid(20)) {
      return new GraphDistance()
          .backend(backend)
          .threads(threads)
          .measure(graph, new long[] {1}, listener)
          .run();
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(() -> new GraphDistance().measure(null, new long[] {1}, NONE));
  }

  @Override
  public GraphDistance options() {
    return new GraphDistance();
  }

  @Override
  public Fields outcome(GraphDistance options) {
    try (WeightedGraph graph = grid(20)) {
      return Fields.of(options.measure(graph, new long[] {3}, NONE));
    }
  }

  private static WeightedGraph read(Path file, String... lines) throws IOException {
    Files.write(file, Arrays.asList(lines));
    return WeightedGraph.read(file, WeightedGraph.Direction.DIRECTED, NONE);
  }

  @Test
  void measuresAGraphInAFile(@TempDir Path folder) throws IOException {
    try (WeightedGraph graph =
        read(folder.resolve("gräph.csv"), "from,to,weight", "10,20,0.5", "20,7,1", "8,7,1")) {
      assertEquals(4, graph.vertices());
      assertEquals(3, graph.edges());
      assertEquals(3, graph.arcs());
      assertEquals(1, graph.decimals());
      assertEquals(20, graph.name(3));
      assertEquals(3, graph.vertexOf(20));
      assertEquals(-1, graph.vertexOf(9));
      GraphDistance.Result result = new GraphDistance().measure(graph, new long[] {10}, NONE);
      assertEquals(new BigDecimal("0.5"), graph.number(result.distance(3)));
      assertEquals(new BigDecimal("1.5"), graph.number(result.distance(0)));
      assertEquals(3, result.predecessor(0));
      assertEquals(-1, result.predecessor(2));
      assertFalse(result.isReached(1));
      assertEquals(3, result.reached());
      assertEquals(0, result.farthest());
    }
  }

  @Test
  void distancesAreNumbers(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("g.csv");
    try (WeightedGraph graph = read(file, "from,to,weight", "1,2,0.25")) {
      assertEquals(0L, graph.number(0));
      assertEquals(3L, graph.number(300));
      assertEquals(30L, graph.number(3000));
      assertEquals(new BigDecimal("0.1"), graph.number(10));
    }
    try (WeightedGraph graph = read(file, "from,to,weight", "1,2,0.12345678901")) {
      assertTrue(graph.hasFloats());
      assertEquals(0, graph.decimals());
      assertEquals(0.5, graph.number(Double.doubleToLongBits(0.5)));
    }
    try (WeightedGraph graph = read(file, "from,to,weight", "1,2,9223372036854775807")) {
      assertEquals(Long.MAX_VALUE, graph.number(Long.MAX_VALUE));
    }
  }

  @Test
  void writesATable(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("täble.csv");
    String[] weights = {"0.250,12.5,0.000000001", "3,0,7", "0.1,2.00000000001,1e300"};
    String[] distances = {"0.25,12.75,12.750000001", "3,3,10", "0.1,2.10000000001,1e+300"};
    for (int i = 0; i < weights.length; i++) {
      String[] of = weights[i].split(",");
      try (WeightedGraph graph =
          read(
              folder.resolve("g.csv"),
              "from,to,weight",
              "5,6," + of[0],
              "6,7," + of[1],
              "7,8," + of[2],
              "9,9,1")) {
        GraphDistance.Result result = new GraphDistance().measure(graph, new long[] {5}, NONE);
        result.write(file, graph, NONE);
        String[] sums = distances[i].split(",");
        assertEquals(
            Arrays.asList(
                "Vertex,Distance,Predecessor",
                "5,0,",
                "6," + sums[0] + ",5",
                "7," + sums[1] + ",6",
                "8," + sums[2] + ",7",
                "9,,"),
            Files.readAllLines(file));
        assertEquals(
            FolderAsFile.REASON,
            assertThrows(FileSystemException.class, () -> result.write(folder, graph, NONE))
                .getReason());
        try (WeightedGraph other = grid(3)) {
          assertEquals(
              "the graph has 9 vertices, but the result is of another one",
              assertThrows(IllegalArgumentException.class, () -> result.write(file, other, NONE))
                  .getMessage());
        }
      }
    }
  }

  @Test
  void refusesWhatIsNoGraph() {
    int[] one = {0};
    assertEquals(
        "the weight of edge 0 is -1.000000, but no weight may be negative",
        assertThrows(IllegalArgumentException.class, () -> of(1, one, one, -1)).getMessage());
    assertEquals(
        "edge 0 has vertex 1, but vertices count from 0 to 0",
        assertThrows(IllegalArgumentException.class, () -> of(1, one, new int[] {1}, 1))
            .getMessage());
    assertEquals(
        "the beginnings, ends and weights of edges differ in number",
        assertThrows(IllegalArgumentException.class, () -> of(1, one, new int[2], 1)).getMessage());
    assertEquals(
        "from is null",
        assertThrows(IllegalArgumentException.class, () -> of(1, null, one, 1)).getMessage());
    try (WeightedGraph graph = of(1, one, one, 1)) {
      assertThrows(IllegalArgumentException.class, () -> graph.name(1));
      assertEquals(
          "sources is null",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new GraphDistance().measure(graph, null, NONE))
              .getMessage());
    }
  }

  private static WeightedGraph of(int vertices, int[] from, int[] to, double weight) {
    return WeightedGraph.of(
        vertices, from, to, new double[] {weight}, WeightedGraph.Direction.DIRECTED, NONE);
  }

  @Test
  void aClosedGraphIsRefused() {
    WeightedGraph graph = grid(3);
    graph.close();
    graph.close();
    assertEquals(
        "the graph is closed",
        assertThrows(
                IllegalStateException.class,
                () -> new GraphDistance().measure(graph, new long[] {1}, NONE))
            .getMessage());
  }
}
