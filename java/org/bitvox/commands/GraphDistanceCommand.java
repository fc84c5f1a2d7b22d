// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.bitvox.GraphDistance;
import org.bitvox.ProgressListener;
import org.bitvox.WeightedGraph;
import org.bitvox.calls.Call;
import org.bitvox.calls.Command;
import org.bitvox.calls.Notes;
import org.bitvox.calls.PartListener;
import org.bitvox.calls.Table;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** Distances of all vertices of a graph in a file from the nearest of some of them. */
public final class GraphDistanceCommand extends Command {
  private static final int PARTS = 100; // of the progress
  private static final int READ = 50;
  private static final int MEASURED = 70;

  private static final Parameters PARAMETERS =
      new Parameters(
          "graph_distance",
          "shortest paths from given vertices to all others of a weighted graph",
          Parameter.inputFile(
                  "input",
                  "graph, a Matrix Market file or a table from,to,weight, or several: a.mtx,b.csv"
                      + " or *.csv")
              .hint("Matrix Market or CSV")
              .withoutColumn()
              .required(),
          Parameter.text("sources", "N,N,...", "vertices from which distances count")
              .or("1")
              .hint("vertices: 1 or 1,5,9"),
          Parameter.choice(
              "direction",
              "undirected: each edge leads both ways, as those of a symmetric matrix always do",
              "directed",
              "undirected"),
          Keys.backend(),
          Keys.threads(),
          Parameter.output("save", "writes distance and predecessor of every vertex", "csv"),
          Parameter.output("summary", "writes how many are reached, and the farthest", "csv"));

  /** Called by ImageJ. */
  public GraphDistanceCommand() {
    super("Bitvox Graph Distance", PARAMETERS);
  }

  @Override
  protected void run(Call call) throws IOException {
    Values values = call.values();
    long[] sources = sources(values.text("sources"));
    Path file = call.file("input");
    String name = file.getFileName().toString();
    WeightedGraph.Direction direction = values.constant("direction", WeightedGraph.Direction.class);
    try (WeightedGraph graph = WeightedGraph.read(file, direction, part(call, 0, READ))) {
      call.needs("the distances", 12L * graph.vertices());
      long start = System.nanoTime();
      GraphDistance.Result result = measure(call, graph, sources, name);
      double seconds = (System.nanoTime() - start) * 1e-9;
      call.results()
          .longTable(
              "save",
              table(graph, result, call.progress()),
              path -> result.write(path, graph, part(call, MEASURED, PARTS)));
      String note = note(graph, result);
      call.results().summary("summary", summary(call, name, graph, result, seconds, note));
      if (!note.isEmpty()) {
        call.messages().note(note);
      }
      call.messages().ran(result.run());
    }
  }

  /** What is wrong with sources and distances is so in one file, perhaps of several. */
  private static GraphDistance.Result measure(
      Call call, WeightedGraph graph, long[] sources, String file) {
    GraphDistance measuring =
        new GraphDistance()
            .backend(call.values().text("backend"))
            .threads(call.values().integer("threads"));
    try {
      return measuring.measure(graph, sources, part(call, READ, MEASURED));
    } catch (IllegalArgumentException wrong) {
      String message = String.valueOf(wrong.getMessage());
      if (message.startsWith("the source ") || message.startsWith("the distance ")) {
        throw new IllegalArgumentException(file + ": " + message, wrong);
      }
      throw wrong;
    }
  }

  /**
   * The numbers of a text such as "1,5,9".
   *
   * @throws IllegalArgumentException if it is none
   */
  static long[] sources(String text) {
    try {
      return Arrays.stream(text.split(",", -1))
          .map(String::trim)
          .mapToLong(Long::parseLong)
          .toArray();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "sources=" + text + " is not allowed; use whole numbers with commas between: 1,5,9");
    }
  }

  /** One row per vertex; made when they are asked for, as there may be millions. */
  private static Table table(
      WeightedGraph graph, GraphDistance.Result result, ProgressListener listener) {
    int rows = graph.vertices();
    return Table.ofRows(
        Arrays.asList("Vertex", "Distance", "Predecessor"),
        rows,
        vertex -> {
          listener.throwIfStopped();
          int before = result.predecessor(vertex);
          return new Table.Row()
              .put("Vertex", graph.name(vertex))
              .put(
                  "Distance",
                  result.isReached(vertex) ? (Object) graph.number(result.distance(vertex)) : "")
              .put("Predecessor", before < 0 ? "" : (Object) graph.name(before));
        });
  }

  private static Table summary(
      Call call,
      String file,
      WeightedGraph graph,
      GraphDistance.Result result,
      double seconds,
      String note) {
    Table table = new Table();
    call.results()
        .addSettings(table.addRow().put("File", file))
        .put("Vertices", graph.vertices())
        .put("Edges", graph.edges())
        .put("Reached", result.reached())
        .put("Farthest vertex", graph.name(result.farthest()))
        .put("Its distance", graph.number(result.distance(result.farthest())))
        .put("Numbers", numbers(graph))
        .put("Seconds", seconds)
        .putLast("Backend", result.run().backend())
        .putLast("Note", Notes.of(result.run().note(), note));
    return table;
  }

  private static String numbers(WeightedGraph graph) {
    return graph.hasFloats()
        ? "64-bit floats"
        : graph.decimals() == 0
            ? "whole"
            : "exact, " + graph.decimals() + (graph.decimals() == 1 ? " decimal" : " decimals");
  }

  private static String note(WeightedGraph graph, GraphDistance.Result result) {
    long lost = graph.vertices() - result.reached();
    return lost == 0
        ? ""
        : lost == 1 ? "No path leads to 1 vertex." : "No path leads to " + lost + " vertices.";
  }

  /** In hundredths of the whole. */
  private static ProgressListener part(Call call, int first, int end) {
    return new PartListener(call.progress(), first, end, PARTS);
  }
}
