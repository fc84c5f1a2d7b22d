// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * Minimal paths: the cheapest ways through an image between given points, over the same costs as
 * {@link Geodesic}.
 *
 * <p>Of equally dear paths that of the fewest steps is taken; of these, seen from the end, each
 * step comes from the first voxel, in the order z, y, x, that it can come from. So the paths are
 * the same for every backend and number of threads. An instance holds the options:
 *
 * <pre>{@code
 * long[] points = {12, 30, 0, 200, 187, 0, 340, 60, 0}; // x, y and z of three
 * MinimalPath.Result result =
 *     new MinimalPath()
 *         .cost(Geodesic.Cost.RECIPROCAL)
 *         .trace(image, points, null, ProgressListener.NONE);
 * long[] voxels = result.path(0); // from the first point to the second
 * }</pre>
 *
 * <p>Literature: E. Dijkstra, "A note on two problems in connexion with graphs", Numerische
 * Mathematik 1 (1959) 269-271. E. Meijering and others, Cytometry A 58 (2004) 167-176. L. D. Cohen,
 * R. Kimmel, International Journal of Computer Vision 24 (1997) 57-78.
 */
public final class MinimalPath extends PathOptions<MinimalPath> {
  /** Which points are joined. */
  public enum Paths {
    /** The first with the second, that with the third, ... */
    CHAIN,
    /** The first with each of the others; together the paths are a tree. */
    FROM_FIRST
  }

  /** The paths, in order. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private long[] voxels;
    private long[] ends;
    private double[] costs;
    private double[] lengths;
    private long[] inWalls;
    private long walls;
    private long clipped;
    private long vanished;
    private double costUnit;
    private double lengthUnit;
    private double reference;

    Result() {}

    /** How many paths were asked for: one fewer than points. */
    public int paths() {
      return ends.length;
    }

    /**
     * The voxels of a path, from 0, from its start to its end: each is x + width (y + height z).
     * Empty if no path leads there.
     */
    public long[] path(int path) {
      return Arrays.copyOfRange(voxels, first(path), (int) ends[path]);
    }

    /** How many voxels a path has; 0 if no path leads there. */
    public int voxels(int path) {
      return (int) ends[path] - first(path);
    }

    private int first(int path) {
      return path == 0 ? 0 : (int) ends[path - 1];
    }

    /** Cost times length, in the unit of the spacing; NaN if no path leads there. */
    public double cost(int path) {
      return costs[path];
    }

    /** The length of the steps together, in the unit of the spacing; NaN if no path leads there. */
    public double length(int path) {
      return lengths[path];
    }

    /** The points, from 0, that lie in walls: no path begins or ends there. */
    public long[] inWalls() {
      return inWalls.clone();
    }

    /** Voxels that nothing enters. */
    public long walls() {
      return walls;
    }

    /** Voxels of the cost 65535, which counts as 65534. */
    public long clipped() {
      return clipped;
    }

    /** Voxels of a cost above 0 that is rounded to 0, as the largest cost is so much larger. */
    public long vanished() {
      return vanished;
    }

    /** What costs are whole multiples of. */
    public double costUnit() {
      return costUnit;
    }

    /** What lengths of steps are whole multiples of when they are costs, in the spacing's unit. */
    public double lengthUnit() {
      return lengthUnit;
    }

    /** The largest value of a reciprocal cost, the points' mean value of a difference, else 0. */
    public double reference() {
      return reference;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Paths paths = Paths.CHAIN;

  @Override
  MinimalPath self() {
    return this;
  }

  /** A chain by default. */
  public MinimalPath paths(Paths value) {
    paths = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Finds the paths. The result is the same for every backend and number of threads.
   *
   * @param points x, y and z of each, in voxels from 0; at least two points
   * @param mask of the same size, outside of which are walls; or null
   * @throws IllegalArgumentException if there are fewer than two points, one lies outside of the
   *     image, the sizes differ, a cost is negative, costs become too large, an option is out of
   *     range or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if an image is closed or the library cannot be loaded
   */
  public Result trace(
      GreyImage image, long[] points, BinaryVolume mask, ProgressListener listener) {
    Objects.requireNonNull(points);
    NativeLibrary.load();
    Result result = new Result();
    Function<VolumeInput, Result> masked =
        within ->
            image.use(
                values -> {
                  trace(values, points, within, listener, result);
                  return result;
                });
    return mask == null ? masked.apply(null) : mask.use(masked);
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void trace(
      GreyInput image, long[] points, VolumeInput mask, ProgressListener listener, Result result);
}
