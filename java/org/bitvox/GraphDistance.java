// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.bitvox.files.Names;

/**
 * Shortest paths in a graph whose edges have weights of 0 or more, from the nearest of several
 * sources.
 *
 * <p>The distance of a vertex is the smallest sum of weights along a path from a source. Its
 * predecessor is the vertex of the smallest number among those that are nearer, and that an edge
 * joins to it at just its distance; if there is none, one that is equally far, by the fewest edges
 * of weight 0. Predecessors form a tree for each source.
 *
 * <p>An instance holds the options:
 *
 * <pre>{@code
 * try (WeightedGraph graph =
 *     WeightedGraph.read(file, WeightedGraph.Direction.UNDIRECTED, ProgressListener.NONE)) {
 *   GraphDistance.Result result =
 *       new GraphDistance().measure(graph, new long[] {1}, ProgressListener.NONE);
 * }
 * }</pre>
 *
 * <p>Literature: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische
 * Mathematik 1 (1959) 269-271.
 */
public final class GraphDistance extends RunOptions<GraphDistance> {
  /** Distances and predecessors. Vertices count from 0. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private long[] distances;
    private int[] predecessors;
    private long reached;
    private long farthest;

    Result() {}

    /** Whether a path leads to a vertex from a source. */
    public boolean isReached(int vertex) {
      return distances[vertex] >= 0;
    }

    /** The distance of a vertex, which {@link WeightedGraph#number} makes a number; -1 for none. */
    public long distance(int vertex) {
      return distances[vertex];
    }

    /** The vertex before this one; -1 for a source and what is not reached. */
    public int predecessor(int vertex) {
      return predecessors[vertex];
    }

    /** Vertices that are reached, sources too. */
    public long reached() {
      return reached;
    }

    /** The vertex of the largest distance; of several the first. */
    public int farthest() {
      return (int) farthest;
    }

    /**
     * Writes a CSV file with the columns Vertex, Distance and Predecessor, one row per vertex.
     *
     * @param graph the one that was measured
     * @throws IOException if the file cannot be written
     * @throws IllegalArgumentException if the graph has another number of vertices
     * @throws java.util.concurrent.CancellationException if the listener stops it
     */
    public void write(Path file, WeightedGraph graph, ProgressListener listener)
        throws IOException {
      if (graph.vertices() != distances.length) {
        throw new IllegalArgumentException(
            "the graph has " + graph.vertices() + " vertices, but the result is of another one");
      }
      byte[] name = Names.bytes(file);
      try {
        graph.use(
            handle -> {
              writeTable(handle, distances, predecessors, name, listener);
              return null;
            });
      } catch (IllegalArgumentException e) {
        throw new FileSystemException(file.toString(), null, e.getMessage());
      }
    }

    /** How it was computed. */
    public RunReport run() {
      return run;
    }
  }

  @Override
  GraphDistance self() {
    return this;
  }

  /**
   * Measures the distances of all vertices. The result is the same for every backend and number of
   * threads.
   *
   * @param sources names of vertices, one at least
   * @throws IllegalArgumentException if a source is not there, a distance is 2^63 units or more, or
   *     larger than a 64-bit float holds, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the graph is closed
   */
  public Result measure(WeightedGraph graph, long[] sources, ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    graph.use(
        handle -> {
          measure(handle, sources, listener, result);
          return null;
        });
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(long graph, long[] sources, ProgressListener listener, Result result);

  private static native void writeTable(
      long graph, long[] distances, int[] predecessors, byte[] file, ProgressListener listener);
}
