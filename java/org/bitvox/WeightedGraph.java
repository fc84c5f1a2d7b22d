// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.bitvox.files.Names;

/**
 * A graph whose edges have weights of 0 or more, in native memory. Close it when done.
 *
 * <p>Its vertices count from 0, and have names, which are whole numbers. Weights are whole numbers
 * of a unit, which is a power of ten, so that sums are exact; or 64-bit floats, if they have more
 * than nine decimals or all together are too large for that.
 */
public final class WeightedGraph implements AutoCloseable {
  /** Whether edges lead both ways. */
  public enum Direction {
    /** From their first vertex to their second one. */
    DIRECTED,
    /** Both ways. */
    UNDIRECTED
  }

  private static final int FLOATS = -1;

  private final NativeOwner owner;
  private final long[] sizes;

  private WeightedGraph(long handle) {
    owner = NativeOwner.register(this, handle, WeightedGraph::destroy, "the graph");
    sizes = sizes(handle);
  }

  /**
   * Reads a Matrix Market file, whose entry in row i and column j is an edge from vertex i to
   * vertex j, or a table of edges, whose first line has the names of its columns: from, to and
   * weight.
   *
   * @param direction of the edges of a table, or of a matrix that is not symmetric; those of a
   *     symmetric one lead both ways
   * @throws IllegalArgumentException with the file and what is wrong there
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for it
   */
  public static WeightedGraph read(Path file, Direction direction, ProgressListener listener) {
    NativeLibrary.load();
    return new WeightedGraph(read(Names.bytes(file), direction == Direction.UNDIRECTED, listener));
  }

  /**
   * A graph of edges in any order: edge k leads from vertex from[k] to vertex to[k], which count
   * from 0; their names are one more. Weights are whole numbers if all of them are, up to 2^53.
   *
   * @throws IllegalArgumentException if the arrays differ in length, a vertex is not there, or a
   *     weight is negative or not finite
   * @throws OutOfMemoryError without native memory for it
   */
  public static WeightedGraph of(
      int vertices,
      int[] from,
      int[] to,
      double[] weight,
      Direction direction,
      ProgressListener listener) {
    NativeLibrary.load();
    return new WeightedGraph(
        create(vertices, from, to, weight, direction == Direction.UNDIRECTED, listener));
  }

  /** Vertices. */
  public int vertices() {
    return (int) sizes[0];
  }

  /** Edges, as they were given. */
  public long edges() {
    return sizes[1];
  }

  /** Edges one way: an edge that leads both ways is two of them. */
  public long arcs() {
    return sizes[2];
  }

  /** Whether weights and distances are 64-bit floats, not whole numbers of a unit. */
  public boolean hasFloats() {
    return sizes[3] == FLOATS;
  }

  /** The unit is 10^-decimals; 0 for floats. */
  public int decimals() {
    return hasFloats() ? 0 : (int) sizes[3];
  }

  /** What a vertex is called. */
  public long name(int vertex) {
    return owner.use(handle -> name(handle, vertex));
  }

  /** The vertex that is called so; -1 if there is none. */
  public int vertexOf(long name) {
    return owner.use(handle -> vertexOf(handle, name));
  }

  /**
   * A distance as results have it, as a number: exactly a Long or a BigDecimal, or a Double for
   * floats.
   *
   * @param distance 0 or more
   */
  public Number number(long distance) {
    if (hasFloats()) {
      return Double.longBitsToDouble(distance);
    }
    BigDecimal exact = BigDecimal.valueOf(distance, decimals());
    if (decimals() == 0 || exact.signum() == 0) {
      return distance;
    }
    BigDecimal shortest = exact.stripTrailingZeros();
    return shortest.scale() <= 0 ? (Number) shortest.longValueExact() : shortest;
  }

  /**
   * Frees the memory; closing again does nothing.
   *
   * @throws IllegalStateException while an operation uses the graph
   */
  @Override
  public void close() {
    owner.close();
  }

  /** Runs body with the handle, which is not freed before it returns. */
  <R> R use(LongFunction<R> body) {
    return owner.use(body);
  }

  private static native long read(byte[] file, boolean undirected, ProgressListener listener);

  private static native long create(
      int vertices,
      int[] from,
      int[] to,
      double[] weight,
      boolean undirected,
      ProgressListener listener);

  private static native void destroy(long handle);

  private static native long[] sizes(long handle);

  private static native long name(long handle, int vertex);

  private static native int vertexOf(long handle, long name);
}
