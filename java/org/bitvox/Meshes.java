// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import org.bitvox.files.Names;

/** Surfaces of triangles, in native memory, and what is known of each. Close them when done. */
public final class Meshes implements AutoCloseable {
  private long[] triangles; // these are written by native code
  private long[] openEdges;
  private String[] faults;
  private double[] enclosed;
  private double[] low;
  private double[] high;
  private final NativeOwner owner;

  private Meshes(byte[][] files, ProgressListener listener) {
    owner = NativeOwner.register(this, read(files, listener), Meshes::destroy, "the meshes");
  }

  /**
   * Reads STL, PLY or OBJ files, each of which is a mesh, also if one is named twice. Corners of
   * triangles at one place are one vertex.
   *
   * @throws IllegalArgumentException with the file and what is wrong there; for none, or more than
   *     1000
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for them
   */
  public static Meshes read(List<Path> files, ProgressListener listener) {
    NativeLibrary.load();
    return new Meshes(files.stream().map(Names::bytes).toArray(byte[][]::new), listener);
  }

  /** How many there are; they count from 0. */
  public int count() {
    return triangles.length;
  }

  /** Triangles of a mesh. */
  public long triangles(int mesh) {
    return triangles[mesh];
  }

  /** Edges of a mesh to which triangles do not come equally often from both sides. */
  public long openEdges(int mesh) {
    return openEdges[mesh];
  }

  /** What is wrong with a mesh, as the end of a sentence; empty if it is closed. */
  public String fault(int mesh) {
    return faults[mesh];
  }

  /** The volume inside a closed mesh; below 0 if its triangles are inside out. */
  public double enclosed(int mesh) {
    return enclosed[mesh];
  }

  /** The sides of the box of all meshes, along x, y and z. */
  public double[] size() {
    return new double[] {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
  }

  /** The middle of that box. */
  public double[] middle() {
    return new double[] {
      low[0] + (high[0] - low[0]) / 2,
      low[1] + (high[1] - low[1]) / 2,
      low[2] + (high[2] - low[2]) / 2
    };
  }

  /**
   * Frees the memory; closing again does nothing.
   *
   * @throws IllegalStateException while an operation uses them
   */
  @Override
  public void close() {
    owner.close();
  }

  <R> R use(LongFunction<R> body) {
    return owner.use(body);
  }

  /** Writes the fields of this object. */
  private native long read(byte[][] files, ProgressListener listener);

  private static native void destroy(long handle);
}
