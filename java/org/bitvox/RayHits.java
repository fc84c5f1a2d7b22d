// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.file.Path;
import org.bitvox.files.Names;

/**
 * All hits of rays with the triangles of meshes, sorted along each ray.
 *
 * <p>Rays go from a point to given ends, or through the pixels of a detector, from a point or
 * parallel. Hits are exact on a fine grid to which the vertices are rounded: on every ray of a
 * closed mesh their signed number is how often the mesh winds around the source. The result is the
 * same for every backend and number of threads.
 *
 * <p>An instance holds the options:
 *
 * <pre>{@code
 * RayHits.Result result =
 *     new RayHits()
 *         .cone(500, 1000)
 *         .detector(512, 512, 0.2, 0.2)
 *         .trace(meshes, null, hits, RayHits.Format.CSV, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: A.-L. Perrotte, G. Saupin, "Fast GPU perspective grid construction and triangle
 * tracing for exhaustive ray tracing of highly coherent rays", GPUScA (2010).
 */
public final class RayHits extends RunOptions<RayHits> {
  /** How hits are written. */
  public enum Format {
    /** A table with the columns Ray, Distance, Mesh, Triangle and Side. */
    CSV,
    /**
     * 16 bytes per hit, little-endian, all numbers from 0: 32-bit ray, 32-bit float distance,
     * 32-bit triangle, 16-bit mesh, 16-bit side, which is 1 where the ray leaves.
     */
    BINARY
  }

  /** How many hits there are, and what is wrong with the meshes. */
  public static final class Result {
    private long[] triangles; // all are written by native code
    private long[] openEdges;
    private int[] winding;
    private String[] faults;
    private double step;
    private long flat;
    private long touched;
    private long rays;
    private long withoutLength;
    private long raysHit;
    private long hits;
    private long deepest;
    private long deepestRay;
    private long oddRays;
    private RunReport run;

    Result() {}

    /** Meshes, which count from 0. */
    public int meshes() {
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

    /** How often a mesh winds around the source: 0 outside of it, 1 inside. */
    public int winding(int mesh) {
      return winding[mesh];
    }

    /** What is wrong with a mesh, as the end of a sentence; empty if it is closed. */
    public String fault(int mesh) {
      return faults[mesh];
    }

    /** The edge of the cubes of the grid to which vertices are rounded. */
    public double step() {
      return step;
    }

    /** Triangles without area on that grid, which no ray hits. */
    public long flat() {
      return flat;
    }

    /** Triangles that the source lies on: it is neither inside nor outside then. */
    public long touched() {
      return touched;
    }

    /** Rays. */
    public long rays() {
      return rays;
    }

    /** Rays that end at the source, which hit nothing. */
    public long withoutLength() {
      return withoutLength;
    }

    /** Rays with hits. */
    public long raysHit() {
      return raysHit;
    }

    /** Hits of all rays. */
    public long hits() {
      return hits;
    }

    /** The most hits of a ray. */
    public long deepest() {
      return deepest;
    }

    /** The first ray of so many hits, from 0. */
    public long deepestRay() {
      return deepestRay;
    }

    /** Rays of which the signed number of hits is not the winding number of the source. */
    public long oddRays() {
      return oddRays;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Detector detector = new Detector();
  private double sourceX;
  private double sourceY;
  private double sourceZ;

  @Override
  RayHits self() {
    return this;
  }

  /** A point source, the default: so far from the middle of the meshes, and from the detector. */
  public RayHits cone(double toObject, double toDetector) {
    detector.cone(toObject, toDetector);
    return this;
  }

  /** A parallel beam. */
  public RayHits parallel() {
    detector.parallel();
    return this;
  }

  /** Z by default. */
  public RayHits axis(Detector.Axis value) {
    detector.axis(value);
    return this;
  }

  /** Pixels of the detector and their size; 256 x 256 of 1 x 1 by default. */
  public RayHits detector(int columnsAcross, int rowsAlong, double width, double height) {
    detector.pixels(columnsAcross, rowsAlong, width, height);
    return this;
  }

  /** Of the detector's middle from that of the beam, along columns and rows; 0 by default. */
  public RayHits offset(double alongColumns, double alongRows) {
    detector.offset(alongColumns, alongRows);
    return this;
  }

  /** In degrees; 0 by default. */
  public RayHits angle(double value) {
    detector.angle(value);
    return this;
  }

  /** Where rays to given ends begin; the origin by default. */
  public RayHits source(double x, double y, double z) {
    sourceX = x;
    sourceY = y;
    sourceZ = z;
    return this;
  }

  /**
   * Finds all hits.
   *
   * @param meshes are closed afterwards
   * @param rays a table with the columns x, y, z of the rays' ends; or null for a detector
   * @param output receives the hits, ray after ray; or null
   * @throws IllegalArgumentException if an option is out of range, a file cannot be read or
   *     written, or is damaged, or the backend is not available
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the meshes are closed
   */
  public Result trace(
      Meshes meshes, Path rays, Path output, Format format, ProgressListener listener) {
    try (Meshes taken = meshes) {
      return taken.use(
          handle -> {
            Result result = new Result();
            trace(
                handle,
                rays == null ? null : Names.bytes(rays),
                output == null ? null : Names.bytes(output),
                format == Format.BINARY,
                listener,
                result);
            return result;
          });
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void trace(
      long meshes,
      byte[] rays,
      byte[] output,
      boolean binary,
      ProgressListener listener,
      Result result);
}
